namespace Doppel.Acting.Tests;

/// <summary>
/// Wherever a run on media, or its undo, ends or is refused: each payload that was there has a name, and undo makes
/// every file anew with its tags.
/// </summary>
public sealed class MediaCrashTests
{
    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in Enum.GetValues<ActionKind>().Where(static action => action != ActionKind.Reflink)
        from after in (bool[])[false, true]
        select (action, after));

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_before_and_after_every_call(ActionKind action, bool after) =>
        Acting(action).End(after);

    [Theory]
    [MemberData(nameof(CrashTests.Exchanges), MemberType = typeof(CrashTests))]
    public void The_process_may_end_where_names_cannot_be_exchanged(ActionKind action, bool after) =>
        (Acting(action) with { CanExchange = false }).End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void The_process_may_end_during_the_undo_too(ActionKind action, bool after) =>
        (Acting(action) with
        {
            Before = (tree, volume) =>
            {
                tree.Act(action, volume);
                Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
            },
            Step = static (tree, volume) => tree.Undo(volume),
        }).End(after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void Any_call_may_be_refused_once_or_from_then_on(ActionKind action, bool once) =>
        Acting(action).Refuse(once, Refusals.Of);

    /// <summary>What could not be flushed to disk is not relied on.</summary>
    [Theory]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    public void Nothing_is_removed_for_good_before_its_tags_are_on_the_disk(ActionKind action)
    {
        using ActingTree tree = ActingTree.Media();
        int syncs = 0;
        bool isKept = false;
        List<string> early = [];
        var volume = new HookedVolume(ActingTree.Volume)
        {
            CanExchange = false,
            Before = (_, call) =>
            {
                if (call == "remove" && !isKept)
                {
                    early.Add(call);
                }

                return null;
            },
            After = (_, call) =>
            {
                // The journal's head and its intents, then the recipes and the folder in which they have come.
                syncs += call == "sync" ? 1 : 0;
                isKept |= call == "sync folder" && syncs >= 3;
            },
        };
        tree.Act(action, volume, plan: [tree.Plan()[0]]);
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        Assert.True(isKept);
        Assert.Empty(early);
    }

    private static CrashTrial<ActingTree> Acting(ActionKind action) =>
        new(ActingTree.Media, (tree, volume) => tree.Act(action, volume));
}
