using Doppel.Acting;
using Doppel.Reports;

namespace Doppel.Web;

/// <summary>
/// Keeps what is planned for each copy, as the planner of <c>doppel trash</c> decides it, and the totals.
/// </summary>
/// <remarks>One thread at a time may change it.</remarks>
internal sealed class PlanBoard
{
    /// <summary>The reason for what was decided by hand.</summary>
    internal const string ByHand = "chosen by hand";

    private readonly GroupStore _store;
    private readonly CopyMark[] _marks;
    private readonly GroupTotals[] _totals;
    private readonly List<string> _reasons = [""];
    private readonly Dictionary<string, int> _reasonIndex = new() { [""] = 0 };
    private readonly Dictionary<int, string> _whySkipped = [];
    private readonly Dictionary<int, CopyCompanions> _companions = [];

    internal PlanBoard(GroupStore store)
    {
        _store = store;
        Parts = new PartGroups(store);
        _marks = new CopyMark[store.Copies];
        _totals = new GroupTotals[store.Groups];
        for (int copy = 0; copy < store.Copies; copy++)
        {
            // Planners never see these: their contents cannot be compared.
            _marks[copy] = store.IsSaved(copy) ? CopyMark.MustStay : CopyMark.Unplanned;
        }
    }

    internal BoardTotals Totals { get; private set; }

    /// <summary>Gets which groups are parts of another one.</summary>
    internal PartGroups Parts { get; }

    /// <summary>Returns what is planned for a copy.</summary>
    internal CopyMark MarkOf(int copy) => _marks[copy];

    /// <summary>Returns what is planned for each copy now.</summary>
    internal IReadOnlyList<CopyMark> AllMarks() => [.. _marks];

    /// <summary>Returns why a copy is left alone, or an empty text.</summary>
    internal string WhySkipped(int copy) => _whySkipped.GetValueOrDefault(copy, "");

    /// <summary>Returns the companions of a copy; null if it has none and is none.</summary>
    internal CopyCompanions? CompanionsOf(int copy) => _companions.GetValueOrDefault(copy);

    /// <summary>Returns how many copies of a group go, by themselves or with their folders.</summary>
    internal int GoingOf(int group) => _totals[group].Going + _totals[group].InFolders;

    /// <summary>Returns the rules that decided about a group, or an empty text.</summary>
    internal string ReasonOf(int group) => _reasons[_totals[group].Reason];

    /// <summary>Returns how many groups each reason decided, the most first.</summary>
    internal IEnumerable<ReasonView> Reasons() => _totals.Where(static one => one.Files > 0)
        .CountBy(static one => one.Reason).OrderByDescending(static one => one.Value)
        .Select(one => new ReasonView(_reasons[one.Key], one.Value));

    /// <summary>
    /// Returns what is planned for a group. Null if fewer than two of its copies are left, or if it is a part of
    /// another group.
    /// </summary>
    internal GroupStanding? StandingOf(int group, bool isByHand)
    {
        if (!IsLeft(group) || (Parts.WholeOf(group) is { } whole && IsLeft(whole)))
        {
            return null;
        }

        GroupStanding standing = GoingOf(group) > 0 ? GroupStanding.Goes : GroupStanding.Stays;
        if (isByHand)
        {
            standing |= GroupStanding.ByHand;
        }

        return standing;
    }

    private bool IsLeft(int group)
    {
        CopyRange copies = _store.CopiesOf(group);
        int left = 0;
        for (int copy = copies.First; copy < copies.EndExcl; copy++)
        {
            left += _marks[copy] == CopyMark.Gone ? 0 : 1;
        }

        return left > 1;
    }

    /// <summary>Records that a run has acted on a copy, or that it is back.</summary>
    internal void SetGone(int copy, bool isGone) => _marks[copy] = isGone ? CopyMark.Gone : CopyMark.Unplanned;

    /// <summary>Plans a group again.</summary>
    /// <param name="group">The number of the group.</param>
    /// <param name="planner">The planner with the rules.</param>
    /// <param name="stay">The copies that stay by hand; null if rules decide.</param>
    /// <returns>The plan of the group, and what goes along with its files. None if nothing goes.</returns>
    internal IReadOnlyList<PlanGroup> Plan(int group, Planner planner, IReadOnlyList<int>? stay)
    {
        CopyRange copies = _store.CopiesOf(group);
        PlanOutcome? outcome = OutcomeOf(group, planner);
        Dictionary<ReportName, int> numbers = NumbersOf(copies);
        int[] onDisks = [.. _store.OnDisks(group)];

        // The only copy on a disk can be seen beside those on saved volumes, but not be chosen.
        CopyMark alone = onDisks.Length < copies.Count ? CopyMark.MustStay : CopyMark.Stays;
        foreach (int copy in onDisks.Where(copy => _marks[copy] != CopyMark.Gone))
        {
            _marks[copy] = outcome is null ? alone : CopyMark.Skipped;
            _whySkipped.Remove(copy);
        }

        foreach (PlanRefusal refusal in outcome?.Refusals ?? [])
        {
            if (!refusal.IsProblem || !numbers.TryGetValue(refusal.Path, out int skipped))
            {
                continue;
            }

            if (refusal.Reason == PlanRefusal.InFolder)
            {
                _marks[skipped] = CopyMark.InFolder;
            }
            else
            {
                _whySkipped.TryAdd(skipped, refusal.Message);
            }
        }

        foreach (CopyVerdict verdict in outcome?.Verdicts ?? [])
        {
            Mark(verdict.Copy, numbers, verdict.MustStay ? CopyMark.MustStay : MarkFor(verdict.Stays));
        }

        int namesInFolders = outcome?.Refusals.Count(static one => one.Reason == PlanRefusal.InFolder) ?? 0;
        outcome = outcome?.Group is { } made && stay is not null
            ? Rechosen(made, outcome, planner, stay, numbers)
            : outcome;
        Count(group, outcome, namesInFolders);
        NoteCompanions(group, outcome, numbers);
        return [.. outcome?.Groups ?? []];
    }

    /// <summary>Returns what becomes of the tags of the copies of a group that go; null if none goes.</summary>
    /// <param name="group">The number of a group of media.</param>
    /// <param name="planner">The planner with the rules.</param>
    /// <param name="stay">The copies that stay by hand; null if rules decide.</param>
    internal PlannedTags? TagsOf(int group, Planner planner, IReadOnlyList<int>? stay)
    {
        Dictionary<ReportName, int> numbers = NumbersOf(_store.CopiesOf(group));
        PlanGroup? plan = OutcomeOf(group, planner)?.Group;
        PlanCopy[] keep = plan is null || stay is null ? [] : ChosenOf(plan, stay, numbers);
        plan = plan is null || keep.Length == 0 ? plan : planner.Rechoose(plan, keep, ByHand).Group;
        if (plan is null)
        {
            return null;
        }

        ReportName sidecar = plan.IsMerging ? default : plan.TagsTo;
        return new PlannedTags(
            NumberOf(plan.Keep[0]), sidecar, [.. plan.Drop.Select(copy => (NumberOf(copy), copy))]);

        int NumberOf(PlanCopy copy) => numbers.GetValueOrDefault(copy.Names[0], -1);
    }

    private PlanOutcome? OutcomeOf(int group, Planner planner)
    {
        bool IsThere(int copy) => _marks[copy] != CopyMark.Gone && !_store.IsSaved(copy);
        if (_store.CopiesOf(group).All().Count(IsThere) < 2)
        {
            return null;
        }

        return _store.ToMediaReport(group, IsThere) is { } media
            ? planner.Plan(media)
            : planner.Plan(_store.ToReport(group, IsThere));
    }

    private PlanOutcome Rechosen(
        PlanGroup made, PlanOutcome outcome, Planner planner, IReadOnlyList<int> stay,
        Dictionary<ReportName, int> numbers)
    {
        // All copies that were chosen to stay have vanished since: the rules decide.
        PlanCopy[] keep = ChosenOf(made, stay, numbers);
        if (keep.Length == 0)
        {
            return outcome;
        }

        PlanOutcome chosen = planner.Rechoose(made, keep, ByHand);
        foreach (PlanCopy copy in made.Keep.Concat(made.Drop))
        {
            bool goes = chosen.Group is { } left && left.Drop.Any(one => one.Names[0] == copy.Names[0]);
            foreach (int number in copy.Names.Where(numbers.ContainsKey).Select(name => numbers[name]))
            {
                _marks[number] = _marks[number] == CopyMark.MustStay ? CopyMark.MustStay : MarkFor(!goes);
                _whySkipped.Remove(number);
            }
        }

        foreach (PlanRefusal refusal in chosen.Refusals.Where(refusal => numbers.ContainsKey(refusal.Path)))
        {
            _whySkipped.TryAdd(numbers[refusal.Path], refusal.Message);
        }

        return chosen with { Verdicts = outcome.Verdicts };
    }

    // A copy that stays because of its companions or tags can be chosen to go if another one stays.
    private PlanCopy[] ChosenOf(PlanGroup made, IReadOnlyList<int> stay, Dictionary<ReportName, int> numbers) =>
    [
        .. made.Keep.Concat(made.Drop).Where(copy => copy.Names.Any(name =>
            numbers.TryGetValue(name, out int number)
            && (stay.Contains(number) || _marks[number] == CopyMark.MustStay))),
    ];

    private void NoteCompanions(int group, PlanOutcome? outcome, Dictionary<ReportName, int> numbers)
    {
        foreach (int copy in _store.CopiesOf(group).All())
        {
            _companions.Remove(copy);
        }

        IReadOnlyList<CopyVerdict> verdicts = outcome?.Verdicts ?? [];
        Dictionary<ReportName, ReportName> going = (outcome?.Companions ?? [])
            .DistinctBy(static one => one.Drop[0].Names[0]).ToDictionary(
                static one => one.Drop[0].Names[0],
                static one => one.IsMoved ? one.Keep[0].Names[0] : default);
        foreach (CopyVerdict verdict in verdicts.Where(static one =>
            !one.CompanionOf.IsEmpty || one.Companions.Count > 0))
        {
            if (numbers.TryGetValue(verdict.Copy.Names[0], out int copy))
            {
                _companions[copy] = new CopyCompanions(
                    verdict.CompanionOf,
                    [
                        .. verdict.Companions.Select(name => new PlannedCompanion(
                            name, going.ContainsKey(name), going.GetValueOrDefault(name))),
                    ]);
            }
        }

        Parts.Set(
            group,
            verdicts.All(static one => !one.CompanionOf.IsEmpty) ? verdicts.Select(static one => one.CompanionOf) : []);
    }

    private void Count(int group, PlanOutcome? outcome, int namesInFolders)
    {
        PlanGroup? planned = outcome?.Group;
        PlanSummary going = (outcome?.Groups ?? []).Aggregate(
            new PlanSummary(), static (sum, one) => sum.Add(one));
        GroupTotals before = _totals[group];
        var now = new GroupTotals(
            outcome?.Group?.Drop.Count ?? 0, (int)going.Files, (int)going.Names, going.FreedBytes,
            ReasonIndex(planned?.Reason ?? ""),
            _store.CopiesOf(group).All().Count(_whySkipped.ContainsKey),
            _store.CopiesOf(group).All().Count(copy => _marks[copy] == CopyMark.InFolder), namesInFolders);
        _totals[group] = now;
        Totals = new BoardTotals(
            Totals.Groups + Math.Sign(now.Files) - Math.Sign(before.Files), Totals.Files + now.Files - before.Files,
            Totals.Names + now.Names - before.Names, Totals.FreedBytes + now.FreedBytes - before.FreedBytes,
            Totals.Skipped + now.Skipped - before.Skipped,
            Totals.InFolders + now.NamesInFolders - before.NamesInFolders);
    }

    private int ReasonIndex(string reason)
    {
        if (!_reasonIndex.TryGetValue(reason, out int index))
        {
            index = _reasons.Count;
            _reasons.Add(reason);
            _reasonIndex.Add(reason, index);
        }

        return index;
    }

    /// <summary>Returns the copies of a group by their names.</summary>
    internal Dictionary<ReportName, int> NumbersOf(CopyRange copies)
    {
        var numbers = new Dictionary<ReportName, int>();
        foreach (int copy in copies.All())
        {
            foreach (int name in _store.NamesOf(copy).All())
            {
                numbers.TryAdd(_store.Names.PathOf(name), copy);
            }
        }

        return numbers;
    }

    private void Mark(PlanCopy copy, Dictionary<ReportName, int> numbers, CopyMark mark)
    {
        foreach (ReportName name in copy.Names)
        {
            if (numbers.TryGetValue(name, out int number))
            {
                _marks[number] = mark;
            }
        }
    }

    private static CopyMark MarkFor(bool stays) => stays ? CopyMark.Stays : CopyMark.Goes;

    // Companions that go along are counted by all numbers but the first.
    private readonly record struct GroupTotals(
        int Going, int Files, int Names, long FreedBytes, int Reason, int Skipped, int InFolders, int NamesInFolders);
}

/// <summary>The totals of a plan.</summary>
/// <param name="Groups">The number of groups in which a copy goes.</param>
/// <param name="Files">The number of copies that go.</param>
/// <param name="Names">The number of their names.</param>
/// <param name="FreedBytes">The number of bytes on the devices that they take alone.</param>
/// <param name="Skipped">The number of copies that are left alone because they changed or cannot be examined.</param>
/// <param name="InFolders">
/// The number of names that go with the folder that they are in, which the other numbers leave out.
/// </param>
internal readonly record struct BoardTotals(
    long Groups, long Files, long Names, long FreedBytes, long Skipped, long InFolders);
