using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Applies keep rules to the copies of a group.</summary>
internal sealed class KeepJudge(KeepRules rules, IReadOnlyList<KeepRule> order)
{
    /// <summary>The reason why a group that lacks a copy below a reference folder is left as it is.</summary>
    internal const string NoReference = "no copy is in a reference folder";

    private readonly KeepRule[] _order = [.. rules.Prefer, .. order];

    public KeepChoice Choose(IReadOnlyList<Candidate> candidates)
    {
        Ranked[] ranked = [.. candidates.Select(Rank)];
        Array.Sort(ranked, (left, right) => Compare(left, right, out _));

        if (rules.NeedReference && !candidates.Any(static one => one.ProtectedBy is { IsReference: true }))
        {
            return new KeepChoice(
                [.. ranked.Select(static one => new CopyVerdict(one.Candidate.Copy, true, NoReference))], NoReference);
        }

        // Copies that must be kept are sorted first, so they and the best of the others are always the first ones.
        int forced = ranked.Count(one => one.Standing <= Standing.Kept);
        int staying = Math.Max(forced, Math.Min(rules.Copies, ranked.Length));
        Ranked[] stay = ranked[..staying];
        Ranked[] go = ranked[staying..];
        if (rules.PerFolder)
        {
            (stay, go) = PerFolder(stay, go);
        }

        string reason = Reason(ranked[0], go.Length > 0 ? go : ranked[1..]);
        return new KeepChoice(
            [
                .. stay.Select((one, place) => new CopyVerdict(
                    one.Candidate.Copy, true, WhyStays(one, place, staying, reason))
                {
                    MustStay = one.Standing <= Standing.Kept,
                    CompanionOf = one.Candidate.BelongsTo,
                }),
                .. go.Select(one => new CopyVerdict(
                    one.Candidate.Copy, false,
                    WhyGoes(one, rules.PerFolder ? Sibling(one, stay) : ranked[staying - 1]))),
            ],
            reason);
    }

    // Keeps the best copy of each folder in which none stays yet.
    private static (Ranked[] Stay, Ranked[] Go) PerFolder(Ranked[] first, Ranked[] others)
    {
        List<Ranked> stay = [.. first];
        List<Ranked> go = [];
        HashSet<ReportName> covered = [.. stay.SelectMany(FoldersOf)];
        foreach (Ranked one in others)
        {
            bool hasSibling = FoldersOf(one).All(covered.Contains);
            (hasSibling ? go : stay).Add(one);
            covered.UnionWith(FoldersOf(one));
        }

        return ([.. stay], [.. go]);
    }

    private static Ranked Sibling(Ranked one, Ranked[] stay) =>
        stay.First(other => FoldersOf(other).Intersect(FoldersOf(one)).Any());

    private static IEnumerable<ReportName> FoldersOf(Ranked one) => one.Candidate.Copy.Names.Select(
        static name => new ReportName(name.Bytes[..name.Bytes.LastIndexOf((byte)'/')].ToArray()));

    private Ranked Rank(Candidate candidate)
    {
        if (candidate.ProtectedBy is { } folder)
        {
            return new Ranked(candidate, folder.IsReference ? Standing.Reference : Standing.Protected, null);
        }

        if (!candidate.BelongsTo.IsEmpty)
        {
            return new Ranked(candidate, Standing.Companion, null);
        }

        if ((candidate.KeptBy ?? FirstMatch(candidate, PatternEffect.Keep)) is { } keep)
        {
            return new Ranked(candidate, Standing.Kept, keep);
        }

        KeepPattern? drop = FirstMatch(candidate, PatternEffect.Drop);
        return new Ranked(candidate, drop is null ? Standing.Free : Standing.Unwanted, drop);
    }

    private KeepPattern? FirstMatch(Candidate candidate, PatternEffect effect)
    {
        foreach (KeepPattern pattern in rules.Patterns)
        {
            if (pattern.Effect == effect && Matches(pattern, candidate))
            {
                return pattern;
            }
        }

        return null;
    }

    private static bool Matches(KeepPattern pattern, Candidate candidate)
    {
        for (int i = 0; i < candidate.Copy.Names.Count; i++)
        {
            ReportName root = i < candidate.RootPaths.Count ? candidate.RootPaths[i] : default;
            if (pattern.Matches(candidate.Copy.Names[i], root))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Compares two copies. Returns less than 0 if the left one is the better keeper.</summary>
    /// <param name="left">One copy.</param>
    /// <param name="right">Another copy.</param>
    /// <param name="rule">The rule that decided, or null if patterns or protected folders decided.</param>
    private int Compare(Ranked left, Ranked right, out KeepRule? rule)
    {
        rule = null;
        int order = left.Standing.CompareTo(right.Standing);
        for (int i = 0; order == 0 && i < _order.Length; i++)
        {
            rule = _order[i];
            order = KeepOrder.Compare(_order[i], left.Candidate, right.Candidate);
        }

        return order;
    }

    /// <summary>Lists all rules by which the keeper beat the others.</summary>
    private string Reason(Ranked keeper, IEnumerable<Ranked> others) =>
        string.Join(", ", others.Select(other => Decider(keeper, other)).Distinct());

    private string Decider(Ranked winner, Ranked loser)
    {
        _ = Compare(winner, loser, out KeepRule? rule);
        if (rule is { } decided)
        {
            return KeepRuleText.WordOf(decided);
        }

        return loser.Standing == Standing.Unwanted
            ? $"the others match drop {loser.Pattern!.Text}"
            : Compel(winner);
    }

    private string WhyStays(Ranked one, int place, int staying, string reason)
    {
        if (one.Standing <= Standing.Kept)
        {
            return Compel(one);
        }

        if (place == 0)
        {
            return reason;
        }

        return place < staying ? $"copies {rules.Copies}" : "the best in its folder";
    }

    private string WhyGoes(Ranked loser, Ranked keeper)
    {
        _ = Compare(keeper, loser, out KeepRule? rule);
        if (rule is not { } decided)
        {
            return loser.Standing == Standing.Unwanted
                ? $"drop {loser.Pattern!.Text}"
                : $"another copy is kept: {Compel(keeper)}";
        }

        string seen = KeepRuleText.See(decided, loser.Candidate);
        return KeepRuleText.WordOf(decided)
            + (seen.Length == 0 ? "" : $" ({seen} against {KeepRuleText.See(decided, keeper.Candidate)})");
    }

    private static string Compel(Ranked one) => one.Standing switch
    {
        Standing.Companion => $"companion of {one.Candidate.BelongsTo}",
        Standing.Kept => $"keep {one.Pattern!.Text}",
        _ => $"{KeepRuleText.WordOf(one.Candidate.ProtectedBy!)} {one.Candidate.ProtectedBy!.Path}",
    };

    private sealed record Ranked(Candidate Candidate, Standing Standing, KeepPattern? Pattern);
}

/// <summary>Contains the decisions of the rules about the copies of a group.</summary>
/// <param name="Verdicts">The decision for each copy, best keeper first. Kept copies come before dropped ones.</param>
/// <param name="Reason">A human-readable list of the rules that chose the keeper.</param>
internal sealed record KeepChoice(IReadOnlyList<CopyVerdict> Verdicts, string Reason)
{
    /// <summary>Gets the copies that stay, best keeper first.</summary>
    internal PlanCopy[] Keep => [.. Verdicts.Where(static one => one.Stays).Select(static one => one.Copy)];

    /// <summary>Gets the copies that go.</summary>
    internal PlanCopy[] Drop => [.. Verdicts.Where(static one => !one.Stays).Select(static one => one.Copy)];
}

/// <summary>Ranks a copy by its patterns and protected folders, best keepers first.</summary>
internal enum Standing : byte
{
    /// <summary>The copy is below a reference folder and is kept.</summary>
    Reference,

    /// <summary>The copy is below another protected folder and is kept.</summary>
    Protected,

    /// <summary>The copy is a companion of another file, stays with it and goes with it.</summary>
    Companion,

    /// <summary>The copy matches a keep pattern and is kept.</summary>
    Kept,

    /// <summary>No pattern or protected folder applies.</summary>
    Free,

    /// <summary>The copy matches a drop pattern and is dropped if another copy can be kept.</summary>
    Unwanted,
}
