using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Determines what a run would do, using the same checks but without changing anything.</summary>
/// <remarks>Does not compare content, so a run may do less. Not thread-safe.</remarks>
public sealed class ActPreview : IDisposable
{
    private readonly IChangeableVolume _volume;
    private readonly ActOptions _options;
    private readonly Action<ActResult> _onResult;
    private readonly FolderPool _folders;
    private readonly Preparation _preparation;

    /// <summary>Creates a preview.</summary>
    /// <param name="volume">The volume that holds the files.</param>
    /// <param name="options">The options of the run to preview.</param>
    /// <param name="onResult">Receives the result for each name that would be skipped.</param>
    public ActPreview(IChangeableVolume volume, ActOptions options, Action<ActResult> onResult)
    {
        ArgumentNullException.ThrowIfNull(volume);
        ArgumentNullException.ThrowIfNull(options);
        (_volume, _options, _onResult) = (volume, options, onResult);
        _folders = new FolderPool(volume);
        _preparation = new Preparation(volume, _folders, bin: null, options, JournalNumbers.OfNoRun());
    }

    /// <summary>Closes all open folders.</summary>
    public void Dispose() => _folders.Dispose();

    /// <summary>Returns the steps that a run would perform, in order.</summary>
    /// <param name="groups">The groups of the plan. Enumerated once.</param>
    public IEnumerable<PreviewedStep> Of(IEnumerable<PlanGroup> groups)
    {
        ArgumentNullException.ThrowIfNull(groups);
        PlanGroup[] all =
            [.. groups.Where(group => _options.Action.RemovesNames() || !group.IsOfCompanions)];
        var units = new UnitPreparation(_preparation, all);
        return units.Groups.Concat(units.Later)
            .SelectMany(group => group.IsLocal ? Of(group, units) : WithoutLook(group));
    }

    /// <summary>Returns the folders that a run would leave empty and remove, deepest first.</summary>
    /// <param name="folders">The folders of the plan, which are not returned.</param>
    /// <param name="groups">The groups of the plan.</param>
    public IReadOnlyList<ReportName> EmptiedBy(IReadOnlyList<PlanFolder> folders, IReadOnlyList<PlanGroup> groups)
    {
        ArgumentNullException.ThrowIfNull(folders);
        ArgumentNullException.ThrowIfNull(groups);
        return _options.EmptyFolders && _options.Action.RemovesNames()
            ? new EmptiedFolders(_volume, new RemovableFolders(_volume, _options, folders, groups))
                .Expect(folders, [.. groups.Where(static group => !group.IsOfObjects)])
            : [];
    }

    private IEnumerable<PreviewedStep> Of(PlanGroup group, UnitPreparation units)
    {
        _folders.Clear();
        FoundKeeper? keeper;
        Step? against = group.IsMoved
            ? _preparation.FindDestination(group.Keep[0], out keeper)
            : _preparation.FindKeeper(group.Keep, out keeper);
        ReportName keeperName = keeper?.Name ?? group.Keep[0].Names[0];
        foreach (PlanCopy copy in group.Drop)
        {
            if (against is { } step)
            {
                foreach (ReportName name in copy.Names)
                {
                    Tell(name, keeperName, step);
                }

                units.Leave(copy, Tell);
                continue;
            }

            if (!_folders.HasRoomFor(copy.Names.Count + copy.SymbolicLinks.Count))
            {
                // The keeper has been checked, and its folder is not needed again.
                _folders.Clear();
            }

            if (units.Prepare(group, keeper!, copy, Tell) is not { } task)
            {
                continue;
            }

            foreach (CopyTask one in task.Companions.Prepend(task))
            {
                foreach (JournalIntent intent in one.Names.SelectMany(static name => name.Intents))
                {
                    yield return new PreviewedStep(intent, one.Copy)
                    {
                        CompanionOf = one.Group.CompanionOf,
                        IsMoved = one.Group.IsMoved,
                        Later = one.Later,
                        TagsTo = one.Group.TagsTo,
                        Companions =
                            [.. one.Companions.SelectMany(static companion => companion.Names)
                                .Select(static name => name.Intent)],
                    };
                }
            }
        }
    }

    // No server and no machine is asked for a preview.
    private IEnumerable<PreviewedStep> WithoutLook(PlanGroup group) => group.Drop.SelectMany(
        static copy => copy.Names, (copy, name) => new PreviewedStep(
            new JournalIntent
            {
                Number = 0,
                Name = name,
                Temporary = "",
                Facts = copy.Facts,
                Extras = new FileExtras(0, []),
                Keeper = group.Keep[0].Names[0],
                KeeperFacts = group.Keep[0].Facts,
                Target = _options.Action == ActionKind.Move && group.IsOfObjects
                    ? ObjectName.MovedTo(new ReportName(_options.MoveTo), name)
                    : default,
            },
            copy));

    private void Tell(ReportName name, ReportName keeper, Step step) =>
        _onResult(new ActResult(name, keeper, step.Status, step.Reason, 0));
}

/// <summary>Describes what a run would do with one name, or with a symbolic link to one.</summary>
/// <param name="Intent">
/// The name, its keeper and the target of a link or the destination of a move. The destination in a trash is not chosen
/// yet.
/// </param>
/// <param name="Copy">The copy that the name belongs to.</param>
public sealed record PreviewedStep(JournalIntent Intent, PlanCopy Copy)
{
    /// <summary>
    /// Gets the files that the name is a companion of: it goes only once they are gone. Default: none.
    /// </summary>
    public IReadOnlyList<ReportName> CompanionOf { get; init; } = [];

    /// <summary>Gets the companions that go along with the name, each a step of its own. Default: none.</summary>
    public IReadOnlyList<JournalIntent> Companions { get; init; } = [];

    /// <summary>
    /// Gets the companions of the name that go after it, each also a step of its own. Those that have no equal beside
    /// the keeper yet are copied there before the name goes. Default: none.
    /// </summary>
    public IReadOnlyList<PlanGroup> Later { get; init; } = [];

    /// <summary>Gets whether it is a companion that moves to the name of its keeper.</summary>
    public bool IsMoved { get; init; }

    /// <summary>Gets <see cref="PlanGroup.TagsTo"/> of its group.</summary>
    public ReportName TagsTo { get; init; }

    /// <summary>Gets whether this is a symbolic link that would be retargeted to the keeper.</summary>
    public bool IsLink => !Intent.OldTarget.IsEmpty;
}
