using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>What comes of each action, and that undo brings back what was.</summary>
public sealed class ActTests
{
    public static TheoryData<ActionKind> Actions => [.. Enum.GetValues<ActionKind>()];

    [Fact]
    public void Hard_links_join_all_names_of_all_copies_with_the_keeper()
    {
        using ActingTree tree = ActingTree.Small();
        tree.Act(ActionKind.HardLink);
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        Assert.Equal(6, tree.Results.Count);
        Assert.Equal(tree.InodeOf("a/keep"), tree.InodeOf("a/drop"));
        Assert.Equal(tree.InodeOf("a/keep"), tree.InodeOf("b/drop one"));
        Assert.All((string[])["b/n1", "b/n2", "a/n3"], name => Assert.Equal(tree.InodeOf("a/k2"), tree.InodeOf(name)));
        Assert.Equal(4u, tree.FactsOf("a/k2").Links);
        tree.AssertNothingLost();
    }

    [Fact]
    public void A_second_run_does_nothing()
    {
        using ActingTree tree = ActingTree.Small();
        IReadOnlyList<PlanGroup> plan = tree.Plan();
        tree.Act(ActionKind.HardLink, plan: plan);
        tree.Remember();
        tree.Act(ActionKind.HardLink, plan: plan);
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Idle, result.Status));
        tree.AssertAsBefore();
    }

    [Fact]
    public void Symbolic_links_are_relative_and_lead_to_the_keeper()
    {
        using ActingTree tree = ActingTree.Small();
        tree.Act(ActionKind.SymbolicLink);
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        Assert.Equal("keep", new FileInfo($"{tree.Files.Folder}/a/drop").LinkTarget);
        Assert.Equal("../a/keep", new FileInfo($"{tree.Files.Folder}/b/drop one").LinkTarget);
        Assert.Equal("apple", File.ReadAllText($"{tree.Files.Folder}/b/drop one"));
    }

    [Fact]
    public void Deleting_leaves_the_keeper_and_tells_what_came_free()
    {
        using ActingTree tree = ActingTree.Small();
        tree.Act(ActionKind.Delete);
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        Assert.False(File.Exists($"{tree.Files.Folder}/b/n2"));
        Assert.Equal("pear", File.ReadAllText($"{tree.Files.Folder}/a/k2"));
        Assert.True(tree.Results.Sum(static result => result.FreedBytes) > 0);
        tree.AssertNothingLost();
    }

    [Fact]
    public void Moving_keeps_the_whole_path_below_the_other_folder()
    {
        using ActingTree tree = ActingTree.Small();
        tree.Act(ActionKind.Move);
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        string moved = $"{tree.Files.Folder}/moved{tree.Files.Folder}/b/n2";
        Assert.Equal("pear", File.ReadAllText(moved));
        Assert.False(File.Exists($"{tree.Files.Folder}/b/n2"));
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void Undo_brings_back_names_contents_times_modes_links_and_attributes(ActionKind action)
    {
        using var tree = new ActingTree();
        tree.AddGroup("apple", ["a/keep"], ["a/drop"], ["b/drop one"]);
        tree.AddGroup("pear", ["a/k2"], ["b/n1", "b/n2", "a/n3"]);
        tree.AddGroup("plum", ["a/k4"], ["b/open"]);
        tree.Files.ChangeMode("b/open", 0x1ED);
        Tool.Run(
            "setfattr", "-n", "user.note", "-v", "dear", $"{tree.Files.Folder}/a/drop").MustSucceed();
        Tool.Run("setfacl", "-m", "u:1234:r", $"{tree.Files.Folder}/b/open").MustSucceed();
        tree.Remember();
        tree.Act(action, change: static options => options with { IgnoreMode = true });
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        Assert.True(tree.Undo());
        tree.RemoveMoved();
        tree.AssertAsBefore();
        Assert.True(tree.Undo());
        Assert.All(tree.Results, static result => Assert.NotEqual(ActStatus.Done, result.Status));
        tree.AssertAsBefore();
    }

    [Fact]
    public void Holes_come_back_as_holes()
    {
        using var tree = new ActingTree();
        tree.Files.AddSparseFile("keep", 10 << 20, 1, 2, 3);
        tree.Files.AddSparseFile("drop", 10 << 20, 1, 2, 3);
        tree.AddKnown(["keep"], ["drop"]);
        long before = tree.FactsOf("drop").Allocated;
        tree.Act(ActionKind.Delete);
        Assert.True(tree.Undo());
        Assert.Equal(before, tree.FactsOf("drop").Allocated);
    }

    [Fact]
    public void A_file_of_another_content_is_left_whatever_the_plan_says()
    {
        using ActingTree tree = ActingTree.Small();
        IReadOnlyList<PlanGroup> plan = tree.Plan();
        FileTime modified = tree.FactsOf("a/drop").Modified;
        string path = $"{tree.Files.Folder}/a/drop";
        File.WriteAllText(path, "grape");
        File.SetLastWriteTimeUtc(
            path, DateTime.UnixEpoch.AddSeconds(modified.Seconds).AddTicks(modified.Nanoseconds / 100));
        Assert.Equal(modified, tree.FactsOf("a/drop").Modified);
        foreach (ActionKind action in Enum.GetValues<ActionKind>())
        {
            tree.Act(action, plan: [plan[0] with { Drop = [plan[0].Drop[0]] }]);
            ActResult result = Assert.Single(tree.Results);
            Assert.Equal((ActStatus.Skipped, "its content differs from the keeper's"), (result.Status, result.Reason));
            Assert.Equal("grape", File.ReadAllText(path));
        }
    }

    [Fact]
    public void A_group_of_more_copies_than_folders_may_be_open_is_joined()
    {
        using var tree = new ActingTree();
        tree.AddGroup("many", [.. Enumerable.Range(0, 1500).Select(static i => (string[])[$"{i}/copy"])]);
        tree.Remember();
        tree.Act(ActionKind.HardLink);
        Assert.Equal(1499, tree.Results.Count(static result => result.Status == ActStatus.Done));
        Assert.Equal(1500u, tree.FactsOf("0/copy").Links);
        Assert.True(tree.Undo());
        tree.RemoveMoved();
        tree.AssertAsBefore();
    }

    [Fact]
    public void Where_the_first_copy_that_stays_is_gone_the_next_one_is_the_keeper()
    {
        using ActingTree tree = ActingTree.Small();
        PlanGroup group = tree.Plan()[0];
        group = group with { Keep = [group.Keep[0], group.Drop[0]], Drop = [group.Drop[1]] };
        tree.Files.Remove("a/keep");
        tree.Act(ActionKind.HardLink, plan: [group]);
        Assert.Equal(ActStatus.Done, Assert.Single(tree.Results).Status);
        Assert.Equal(tree.InodeOf("a/drop"), tree.InodeOf("b/drop one"));
    }

    [Fact]
    public void Files_of_other_modes_are_joined_only_if_asked()
    {
        using ActingTree tree = ActingTree.Small();
        tree.Files.ChangeMode("a/drop", 0x1C0);
        tree.Act(ActionKind.HardLink);
        Assert.Contains("--ignore-mode", tree.Results[0].Reason);
        Assert.NotEqual(tree.InodeOf("a/keep"), tree.InodeOf("a/drop"));
        tree.Act(ActionKind.HardLink, change: static options => options with { IgnoreMode = true });
        Assert.Equal(tree.InodeOf("a/keep"), tree.InodeOf("a/drop"));
    }

    [Fact]
    public void Files_of_other_owners_are_joined_only_if_asked()
    {
        using ActingTree tree = ActingTree.Small();
        Tool.Run("chown", "1234", $"{tree.Files.Folder}/a/drop").MustSucceed();
        foreach (ActionKind action in (ActionKind[])[ActionKind.HardLink, ActionKind.SymbolicLink, ActionKind.Delete])
        {
            tree.Act(action, plan: [tree.Plan()[0]]);
            Assert.Contains("--across-owners", tree.Results[0].Reason);
            Assert.Equal(1234u, tree.FactsOf("a/drop").Owner);
            tree.Undo();
        }

        tree.Act(ActionKind.HardLink, change: static options => options with { AcrossOwners = true });
        Assert.Equal(tree.InodeOf("a/keep"), tree.InodeOf("a/drop"));
    }

    [Theory]
    [InlineData("+i", "a/drop")]
    [InlineData("+a", "a/drop")]
    [InlineData("+i", "a/keep")]
    [InlineData("+a", "a")]
    public void What_may_not_be_changed_is_told_before_anything_is_made(string attribute, string what)
    {
        using ActingTree tree = ActingTree.Small();
        string path = $"{tree.Files.Folder}/{what}";
        Tool.Run("chattr", attribute, path).MustSucceed();
        try
        {
            var volume = new HookedVolume(ActingTree.Volume);
            List<string> calls = [];
            volume.Before = (_, call) =>
            {
                calls.Add(call);
                return null;
            };
            tree.Act(ActionKind.HardLink, volume, plan: [tree.Plan()[0] with { Drop = [tree.Plan()[0].Drop[0]] }]);
            Assert.Contains("immutable or append-only", tree.Results[0].Reason);
            Assert.DoesNotContain("link", calls);
        }
        finally
        {
            Tool.Run("chattr", attribute.Replace('+', '-'), path).MustSucceed();
        }
    }
}
