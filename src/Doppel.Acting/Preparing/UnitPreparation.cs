using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Prepares copies together with their companions: all of them, or none.</summary>
/// <remarks>Not thread-safe.</remarks>
internal sealed class UnitPreparation
{
    private readonly Preparation _preparation;
    private readonly ILookup<ReportName, PlanGroup> _companions;
    private readonly ILookup<ReportName, PlanGroup> _later;

    /// <summary>Takes the groups of a plan.</summary>
    /// <param name="preparation">Prepares each copy.</param>
    /// <param name="groups">The groups.</param>
    internal UnitPreparation(Preparation preparation, IEnumerable<PlanGroup> groups)
    {
        _preparation = preparation;
        PlanGroup[] all = [.. groups];
        HashSet<ReportName> mains =
        [
            .. all.Where(static group => !group.IsOfCompanions).SelectMany(static group => group.Drop)
                .SelectMany(static copy => copy.Names),
        ];
        HashSet<PlanGroup> later = LaterOf(all);
        _companions = all.Where(group => group.IsOfCompanions && !later.Contains(group)
            && mains.Contains(group.CompanionOf[0])).ToLookup(static group => group.CompanionOf[0]);

        // A run that is resumed has companions whose file is gone already.
        Groups =
        [
            .. all.Where(group => !later.Contains(group)
                && (!group.IsOfCompanions || !mains.Contains(group.CompanionOf[0]))),
        ];
        Later = [.. all.Where(later.Contains)];
        _later = Later.ToLookup(static group => group.CompanionOf[0]);
    }

    /// <summary>Gets why a companion stays whose file stays.</summary>
    internal static Step MainStays { get; } = Step.Skip("the file that it belongs to stays");

    /// <summary>Gets the groups without those of the companions that go along with a copy of another group.</summary>
    internal IReadOnlyList<PlanGroup> Groups { get; }

    /// <summary>
    /// Gets the groups of companions that are acted on after the files that they belong to: those that move, whose
    /// keepers exist only then, and what belongs to these.
    /// </summary>
    internal IReadOnlyList<PlanGroup> Later { get; }

    /// <summary>Prepares a copy and its companions.</summary>
    /// <param name="group">The group of the copy.</param>
    /// <param name="keeper">The keeper of the group.</param>
    /// <param name="copy">The copy.</param>
    /// <param name="tell">Receives each name that is skipped, its keeper and the reason.</param>
    /// <returns>The prepared copy, or null if all its names and all companions are skipped.</returns>
    internal CopyTask? Prepare(
        PlanGroup group, FoundKeeper keeper, PlanCopy copy, Action<ReportName, ReportName, Step> tell)
    {
        PlanGroup[] companions = [.. copy.Names.SelectMany(name => _companions[name])];
        List<CopyTask> along = [];
        foreach (PlanGroup companion in companions)
        {
            if (Prepare(companion, along) is not { } why)
            {
                continue;
            }

            foreach (ReportName name in copy.Names)
            {
                tell(name, keeper.Name, Step.Skip($"its companion {companion.Drop[0].Names[0]} stays: {why.Reason}"));
            }

            Leave(companions, tell);
            return null;
        }

        CopyTask? task = _preparation.Prepare(group, keeper, copy, (name, why) => tell(name, keeper.Name, why));
        if (task is null)
        {
            Leave(companions, tell);
            return null;
        }

        return task with { Companions = along, Later = [.. copy.Names.SelectMany(name => _later[name])] };
    }

    /// <summary>Returns the sizes in bytes of a copy and of what goes along with it.</summary>
    internal long BytesOf(PlanCopy copy) => copy.Facts.Size
        + copy.Names.SelectMany(name => _companions[name]).Sum(static companion => companion.Size);

    /// <summary>Skips what goes along with a copy that stays.</summary>
    internal void Leave(PlanCopy copy, Action<ReportName, ReportName, Step> tell) =>
        Leave(copy.Names.SelectMany(name => _companions[name]), tell);

    // In a plan, what belongs to a companion follows it.
    private static HashSet<PlanGroup> LaterOf(PlanGroup[] groups)
    {
        HashSet<PlanGroup> later = new(ReferenceEqualityComparer.Instance);
        HashSet<ReportName> names = [];
        foreach (PlanGroup group in groups.Where(group => group.IsMoved || names.Overlaps(group.CompanionOf)))
        {
            later.Add(group);
            names.UnionWith(group.Drop[0].Names);
        }

        return later;
    }

    private static void Leave(IEnumerable<PlanGroup> companions, Action<ReportName, ReportName, Step> tell)
    {
        foreach (PlanGroup companion in companions)
        {
            foreach (ReportName name in companion.Drop.SelectMany(static copy => copy.Names))
            {
                tell(name, companion.Keep[0].Names[0], MainStays);
            }
        }
    }

    // Returns why one of the companions stays, or null.
    private Step? Prepare(PlanGroup companion, List<CopyTask> along)
    {
        Step? against = _preparation.FindKeeper(companion.Keep, out FoundKeeper? keeper);
        foreach (PlanCopy copy in companion.Drop)
        {
            CopyTask? task = against is null
                ? _preparation.Prepare(companion, keeper!, copy, (_, why) => against = why) : null;
            along.AddRange(task is null ? [] : [task]);
        }

        return against;
    }
}
