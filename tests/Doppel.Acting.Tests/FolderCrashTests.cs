namespace Doppel.Acting.Tests;

/// <summary>Wherever a run over folders, or its undo, ends or is refused: nothing is lost, and undo brings all back.
/// </summary>
public sealed class FolderCrashTests
{
    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in (ActionKind[])[ActionKind.Delete, ActionKind.Move, ActionKind.Trash]
        from after in (bool[])[false, true]
        select (action, after));

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_before_and_after_every_call(ActionKind action, bool after) =>
        Acting(action).End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_during_the_undo_too(ActionKind action, bool after) =>
        (Acting(action) with
        {
            Before = (tree, volume) => tree.Act(action, tree.PlanEqual(), volume),
            Step = static (tree, volume) => tree.Undo(volume),
        }).End(after);

    // Another error from call to call; a run that cannot write its journal has done nothing that it does not tell of.
    [Theory]
    [InlineData(ActionKind.Delete, true)]
    [InlineData(ActionKind.Delete, false)]
    [InlineData(ActionKind.Move, true)]
    [InlineData(ActionKind.Move, false)]
    public void Any_call_may_be_refused_once_or_from_then_on(ActionKind action, bool once) =>
        Acting(action).Refuse(once, Refusals.Of);

    private static CrashTrial<FolderTree> Acting(ActionKind action) => new(
        FolderTree.Equal, (tree, volume) => tree.Act(action, tree.PlanEqual(), volume));
}
