using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>Where an undo finds what was lost, and what it says where it does not.</summary>
public sealed class UndoTests
{
    [Fact]
    public void Content_is_found_in_another_copy_that_was_kept()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/k1"], ["a/k2"], ["b/drop"]);
        tree.Remember();
        PlanGroup group = tree.Plan()[0];
        tree.Act(
            ActionKind.Delete,
            plan: [group with { Keep = [group.Keep[0], group.Drop[0]], Drop = [group.Drop[1]] }]);
        string path = $"{tree.Files.Folder}/a/k1";
        DateTime time = File.GetLastWriteTimeUtc(path);
        File.WriteAllText(path, "other");
        Assert.True(tree.Undo());
        File.WriteAllText(path, "apple");
        File.SetLastWriteTimeUtc(path, time);
        AssertBack(tree);
    }

    [Fact]
    public void Content_is_found_under_another_name_of_the_keeper()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/k1", "c/k1 again"], ["b/drop"]);
        tree.Remember();
        tree.Act(ActionKind.Delete);
        tree.Files.Remove("a/k1");
        Assert.True(tree.Undo());
        tree.Files.AddHardLink("a/k1", "c/k1 again");
        AssertBack(tree);
    }

    // The keeper was skipped or removed, and another duplicate of the group is still there, as it was.
    [Fact]
    public void Content_is_found_in_a_duplicate_that_was_left()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/k1"], ["b/drop"], ["b/stays"]);
        tree.Remember();
        using (File.Open($"{tree.Files.Folder}/b/stays", FileMode.Open, FileAccess.Write))
        {
            tree.Act(ActionKind.Delete);
        }

        Assert.Equal([ActStatus.Done, ActStatus.Skipped], tree.Results.Select(static result => result.Status));
        Rename(tree, "a/k1", "elsewhere");
        Assert.True(tree.Undo());
        Rename(tree, "elsewhere", "a/k1");
        AssertBack(tree);
    }

    [Theory]
    [InlineData(ActionKind.Delete)]
    [InlineData(ActionKind.SymbolicLink)]
    [InlineData(ActionKind.Move)]
    public void Content_is_found_where_later_runs_have_put_it(ActionKind later)
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/k1"], ["b/drop"]);
        tree.AddGroup("apple", ["a/k2"]);
        tree.AddGroup("apple", ["a/k3"]);
        IReadOnlyList<PlanGroup> plans = tree.Plan();
        FileFacts before = tree.FactsOf("b/drop");
        tree.Act(ActionKind.Delete, plan: [plans[0]]);
        tree.Act(later, plan: [plans[0] with { Keep = plans[1].Keep, Drop = plans[0].Keep }]);
        tree.Act(ActionKind.Move, plan: [plans[0] with { Keep = plans[2].Keep, Drop = plans[1].Keep }]);
        Assert.Equal(ActStatus.Done, Assert.Single(tree.Results).Status);
        tree.Files.Remove("a/k3");
        Assert.Equal(1 + (later == ActionKind.Move ? 1 : 0), Holders(tree));
        Assert.True(tree.Undo());
        Assert.Equal("apple", File.ReadAllText($"{tree.Files.Folder}/b/drop"));
        Assert.Equal(before.Modified, tree.FactsOf("b/drop").Modified);
    }

    [Fact]
    public void A_moved_file_that_was_removed_since_is_rebuilt_from_the_keeper()
    {
        using ActingTree tree = ActingTree.Small();
        tree.Act(ActionKind.Move);
        Directory.Delete($"{tree.Files.Folder}/moved", recursive: true);
        Assert.True(tree.Undo());
        AssertBack(tree);
    }

    [Fact]
    public void Undo_reports_which_names_it_tried_if_the_content_is_gone()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/k1", "a/k1 again"], ["b/drop"]);
        tree.Act(ActionKind.Delete);
        tree.Files.Remove("a/k1 again");
        File.WriteAllText($"{tree.Files.Folder}/a/k1", "grape");
        Assert.False(tree.Undo());
        ActResult result = Assert.Single(tree.Results);
        Assert.Equal(ActStatus.Failed, result.Status);
        Assert.Contains($"{tree.Files.Folder}/a/k1 (it has different content)", result.Reason);
        Assert.Contains($"{tree.Files.Folder}/a/k1 again (", result.Reason);
        Assert.False(File.Exists($"{tree.Files.Folder}/b/drop"));
    }

    [Fact]
    public void Without_a_digest_only_an_unchanged_keeper_is_believed()
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/k1"], ["b/drop"]);
        var volume = new HookedVolume(ActingTree.Volume)
        {
            After = static (_, call) => _ = call == "remove" ? throw new CrashException() : 0,
        };
        Assert.Throws<CrashException>(() => tree.Act(ActionKind.Delete, volume));
        Assert.False(File.Exists($"{tree.Files.Folder}/b/drop"));
        File.SetLastWriteTimeUtc($"{tree.Files.Folder}/a/k1", DateTime.UnixEpoch);
        Assert.False(tree.Undo());
        Assert.Contains("before it recorded", Assert.Single(tree.Results).Reason);
    }

    [Theory]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.Delete)]
    public void Without_room_for_all_nothing_is_changed_and_it_says_how_much_is_missing(ActionKind action)
    {
        using var tree = new ActingTree();
        tree.AddGroup(new string('x', 10_000), ["a/k1"], ["b/1"], ["b/2", "b/2 again"]);
        tree.AddGroup(new string('y', 20_000), ["a/k2"], ["b/3"]);
        tree.Remember();
        long needed = (2 * tree.FactsOf("a/k1").Allocated) + tree.FactsOf("a/k2").Allocated;
        tree.Act(action);
        tree.Remember();
        var volume = new HookedVolume(ActingTree.Volume) { Free = needed - 1 };
        JournalException refused = Assert.Throws<JournalException>(() => tree.Undo(volume));
        Assert.Contains("1 bytes more are needed on /", refused.Message);
        Assert.True(volume.Calls <= 1, "more than the lock was made");
        tree.AssertAsBefore();
        volume.Free = needed;
        Assert.True(tree.Undo(volume));
        Assert.Equal(2u, tree.FactsOf("b/2 again").Links);
    }

    [Fact]
    public void Files_rebuilt_by_an_interrupted_undo_need_no_space_again()
    {
        using var tree = new ActingTree();
        tree.AddGroup(new string('x', 10_000), ["a/k1"], ["b/1"], ["b/2"]);
        tree.Remember();
        tree.Act(ActionKind.Delete);
        int restored = 0;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            After = (_, call) => _ = call == "restore" && ++restored == 2 ? throw new CrashException() : 0,
        };
        Assert.Throws<CrashException>(() => tree.Undo(volume));

        // Both wait for the flush of the file system before they get their names.
        Assert.Equal(2, Directory.EnumerateFiles($"{tree.Files.Folder}/b", ".doppel-*").Count());
        Assert.True(tree.Undo(new HookedVolume(ActingTree.Volume) { Free = 0 }));
        AssertBack(tree);
    }

    private static int Holders(ActingTree tree) =>
        Directory.EnumerateFiles(tree.Files.Folder, "*", SearchOption.AllDirectories)
            .Count(static path => new FileInfo(path).LinkTarget is null);

    private static void Rename(ActingTree tree, string from, string to) =>
        File.Move($"{tree.Files.Folder}/{from}", $"{tree.Files.Folder}/{to}");

    private static void AssertBack(ActingTree tree)
    {
        tree.RemoveMoved();
        tree.AssertAsBefore();
    }
}
