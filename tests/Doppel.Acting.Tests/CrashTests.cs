namespace Doppel.Acting.Tests;

/// <summary>
/// Wherever a run, or an undo, ends or is refused: each content that was there has a name, and undo brings all back.
/// </summary>
public sealed class CrashTests
{
    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in Enum.GetValues<ActionKind>() from after in (bool[])[false, true] select (action, after));

    // Other actions exchange no names, and neither do their undos: what can be exchanged changes nothing for them.
    public static TheoryData<ActionKind, bool> Exchanges { get; } = new(
        from action in Enum.GetValues<ActionKind>()
        where TestRun.IsFull || action is ActionKind.HardLink or ActionKind.SymbolicLink
        from after in (bool[])[false, true]
        select (action, after));

    public static TheoryData<ActionKind, bool> Removals { get; } = new(
        from action in Enum.GetValues<ActionKind>().Where(static action => action.RemovesNames())
        from after in (bool[])[false, true]
        select (action, after));

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_before_and_after_every_call(ActionKind action, bool after) =>
        Acting(action).End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_during_the_undo_too(ActionKind action, bool after) =>
        (Undoing(action) with { Last = NothingIsSkipped }).End(after);

    [Theory]
    [MemberData(nameof(Exchanges))]
    public void The_process_may_end_where_names_cannot_be_exchanged(ActionKind action, bool after) =>
        (Acting(action) with { CanExchange = false }).End(after);

    // Every error at every call in a full run; in a reduced one each call is refused for one reason, another from
    // call to call.
    [Theory]
    [MemberData(nameof(Ends))]
    public void Any_call_may_be_refused_once_or_from_then_on(ActionKind action, bool once)
    {
        for (int i = 0; i < TestRun.Count(1, Refusals.Count); i++)
        {
            int first = i;
            Acting(action).Refuse(once, at => Refusals.Of(at + first));
        }
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void Any_call_of_an_undo_may_be_refused_and_the_next_undo_brings_back_the_rest(
        ActionKind action, bool once) =>
        (Undoing(action) with { Stride = TestRun.Count(3, 1) }).Refuse(once, Refusals.Of);

    /// <summary>And at every instant each link leads to its content.</summary>
    [Theory]
    [MemberData(nameof(Removals))]
    public void Symbolic_links_follow_to_the_keeper_and_back_wherever_the_process_ends(ActionKind action, bool after) =>
        (Retargeting(action) with { Check = LinksLead }).End(after);

    [Theory]
    [MemberData(nameof(Removals))]
    public void Symbolic_links_are_restored_even_if_the_undo_is_interrupted_too(ActionKind action, bool after) =>
        (Retargeting(action) with
        {
            Before = (tree, volume) => tree.Act(action, volume, Retargeting),
            Step = static (tree, volume) => tree.Undo(volume),
            Check = LinksLead,
        }).End(after);

    [Theory]
    [MemberData(nameof(Removals))]
    public void Symbolic_links_are_restored_where_names_cannot_be_exchanged(ActionKind action, bool after) =>
        (Retargeting(action) with
        {
            CanExchange = false,
            Then = static (tree, volume) => tree.UndoIfBegun(volume),
        }).End(after);

    [Theory]
    [MemberData(nameof(Removals))]
    public void A_symbolic_link_never_leads_to_nothing_though_any_call_may_be_refused(ActionKind action, bool once) =>
        (Retargeting(action) with { Check = LinksLead }).Refuse(once, Refusals.Of);

    private static CrashTrial<ActingTree> Acting(ActionKind action) =>
        new(ActingTree.Small, (tree, volume) => tree.Act(action, volume)) { First = FirstOf(action) };

    private static CrashTrial<ActingTree> Undoing(ActionKind action) =>
        new(ActingTree.Small, static (tree, volume) => tree.Undo(volume))
        {
            Before = (tree, volume) => tree.Act(action, volume),
            First = FirstOf(action),
        };

    private static int FirstOf(ActionKind action) => 1 + ((int)action % TestRun.Count(4, 1));

    // In a reduced run every state of one action only; the links are handled alike in all.
    private static CrashTrial<ActingTree> Retargeting(ActionKind action) =>
        new(ActingTree.Linked, (tree, volume) => tree.Act(action, volume, Retargeting))
        {
            Stride = TestRun.Count(action == ActionKind.Delete ? 2 : 8, 1),
        };

    // What an undo restored, but could not note before its end, is not taken for a change by somebody else.
    private static void NothingIsSkipped(ActingTree tree) => Assert.All(
        tree.Results, static result => Assert.True(
            result.Status is ActStatus.Done or ActStatus.Idle, $"{result.Status}: {result.Reason}"));

    private static ActOptions Retargeting(ActOptions options) => options with { RetargetLinks = true };

    private static void LinksLead(ActingTree tree) => tree.AssertLinksLead();
}
