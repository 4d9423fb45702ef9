namespace Doppel.Acting.Tests;

/// <summary>Resuming a run that ended anywhere leaves what the whole run would have left.</summary>
public sealed class ResumeTests
{
    public static TheoryData<ActionKind, bool> Ends { get; } = new(
        from action in Enum.GetValues<ActionKind>() from after in (bool[])[false, true] select (action, after));

    [Theory]
    [MemberData(nameof(Ends))]
    public void A_run_that_ended_at_any_call_is_finished(ActionKind action, bool after) =>
        EndAndResume(ActingTree.Small, action, after);

    [Theory]
    [MemberData(nameof(Ends))]
    public void A_run_with_links_that_follow_is_finished(ActionKind action, bool after)
    {
        if (action.RemovesNames())
        {
            EndAndResume(
                ActingTree.Linked, action, after, change: static options => options with { RetargetLinks = true });
        }
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public void A_run_of_media_is_finished(ActionKind action, bool after)
    {
        if (action != ActionKind.Reflink)
        {
            EndAndResume(ActingTree.Media, action, after);
        }
    }

    [Theory]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    public void A_run_is_finished_where_names_cannot_be_exchanged(ActionKind action) =>
        EndAndResume(ActingTree.Small, action, after: false, canExchange: false);

    /// <summary>The run ends, its resuming ends too, and the second one finishes it.</summary>
    [Theory]
    [MemberData(nameof(Ends))]
    public void Resuming_may_be_interrupted_too(ActionKind action, bool after) =>
        EndAndResume(ActingTree.Small, action, after, isResumeEnded: true);

    [Fact]
    public void A_run_that_has_ended_is_not_resumed()
    {
        using ActingTree tree = ActingTree.Small();
        tree.Act(ActionKind.HardLink);
        using JournalFolder journals = tree.Journals();
        string id = Assert.Single(journals.Ids);
        Assert.Empty(journals.Unfinished());
        JournalException refused = Assert.Throws<JournalException>(
            () => ActRun.Continue(ActingTree.Volume, journals, id, "test", TimeProvider.System, static _ => { }));
        Assert.Contains("nothing to resume", refused.Message);
        Assert.Empty(Directory.GetFiles(tree.JournalPath, "*.plan"));
    }

    [Theory]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.Trash)]
    [InlineData(ActionKind.Move)]
    public void Leftovers_of_an_interrupted_run_are_cleared_and_it_can_be_undone(ActionKind action)
    {
        bool ended = true;
        for (int at = FirstOf(action); ended; at += Stride)
        {
            using ActingTree tree = ActingTree.Small();
            ended = Crash.At(volume => tree.Act(action, volume), at, after: true);
            using (JournalFolder journals = tree.Journals())
            {
                foreach (string id in journals.Unfinished().ToArray())
                {
                    using ActRun run = ActRun.Continue(
                        ActingTree.Volume, journals, id, "test", TimeProvider.System, static _ => { });
                    run.Clear();
                }

                Assert.Empty(journals.Unfinished());
            }

            AssertNothingIsLeft(tree);
            tree.UndoIfBegun(ActingTree.Volume);
            tree.AssertAsBefore();
        }
    }

    // In a reduced run each action ends at every seventh call, and each begins at another one.
    private static int Stride => TestRun.Count(7, 1);

    private static int FirstOf(ActionKind action) => 1 + ((int)action % Stride);

    private static void EndAndResume(
        Func<ActingTree> make, ActionKind action, bool after, bool canExchange = true, bool isResumeEnded = false,
        Func<ActOptions, ActOptions>? change = null)
    {
        using ActingTree whole = make();
        whole.Act(action, change: change);
        string expected = whole.Shown();
        bool ended = true;
        for (int at = FirstOf(action); ended; at += Stride)
        {
            using ActingTree tree = make();
            IReadOnlyList<PlanGroup> plan = tree.Plan();
            ended = Crash.At(volume => tree.Act(action, volume, change, plan), at, after, canExchange);
            tree.AssertNothingLost();
            if (isResumeEnded)
            {
                Crash.At(volume => tree.Resume(action, plan, volume, change), at, after, canExchange);
                tree.AssertNothingLost();
            }

            tree.Resume(action, plan, new HookedVolume(ActingTree.Volume), change);
            Assert.Equal($"{at}\n{expected}", $"{at}\n{tree.Shown()}");
            AssertNothingIsLeft(tree);
            tree.UndoIfBegun(new HookedVolume(ActingTree.Volume));
            tree.AssertAsBefore();
        }
    }

    private static void AssertNothingIsLeft(ActingTree tree) => Assert.Empty(
        Directory.EnumerateFiles(tree.Files.Folder, ".doppel-*", SearchOption.AllDirectories));
}
