using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>What comes of each action, and that undo brings back what was.</summary>
public sealed class ActTests
{
    // Blocks are shared on some file systems only; the real executable does it on them.
    public static TheoryData<ActionKind> Actions =>
        [.. Enum.GetValues<ActionKind>().Where(static action => action != ActionKind.Reflink)];

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
    public void Deleting_leaves_the_keeper_and_reports_the_freed_space()
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
    [InlineData(ActionKind.HardLink, "link", "no hard links on this file system")]
    [InlineData(ActionKind.SymbolicLink, "symlink", "no symbolic links on this file system")]
    public void Whether_a_mount_has_links_is_tried_once_for_all_names(ActionKind action, string call, string why)
    {
        using ActingTree tree = ActingTree.Small();
        int tries = 0;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            Before = (_, name) =>
            {
                tries += name == call ? 1 : 0;
                return name == call ? new VolumeError(VolumeErrorKind.Unsupported) : null;
            },
        };
        tree.Act(action, volume);
        Assert.Equal(1, tries);
        Assert.Equal(6, tree.Results.Count);
        Assert.All(tree.Results, result => Assert.Equal(ActStatus.Skipped, result.Status));
        Assert.All(tree.Results, result => Assert.StartsWith(why, result.Reason, StringComparison.Ordinal));
        tree.AssertAsBefore();
    }

    [Fact]
    public void Runs_are_listed_in_creation_order_even_if_the_clock_does_not_advance()
    {
        using var tree = new ActingTree();
        var clock = new StandingClock();
        List<string> made = [];
        for (int i = 0; i < 20; i++)
        {
            using JournalFolder journals = tree.Journals();
            var options = new ActOptions { Action = ActionKind.Delete, Version = "test", Time = clock };
            using var run = new ActRun(ActingTree.Volume, journals, options, static _ => { });
            made.Add(run.Id);
        }

        using JournalFolder all = tree.Journals();
        Assert.Equal(made, all.Ids);
    }

    // Such as of fs.protected_hardlinks: that says nothing of other files.
    [Fact]
    public void A_permission_that_is_missing_for_one_keeper_ends_nothing_for_others()
    {
        using ActingTree tree = ActingTree.Small();
        int tries = 0;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            Before = (_, name) => name == "link" && ++tries is <= 2 or 4
                ? new VolumeError(VolumeErrorKind.AccessDenied, 1)
                : null,
        };
        tree.Act(ActionKind.HardLink, volume);
        Assert.Equal(ActStatus.Failed, tree.Results[0].Status);
        Assert.Equal(5, tree.Results.Count(static result => result.Status == ActStatus.Done));
    }

    [Fact]
    public void Symbolic_links_are_made_to_lead_to_the_keeper_relative_ones_relative_and_absolute_ones_absolute()
    {
        using ActingTree tree = ActingTree.Linked();
        tree.Act(ActionKind.Delete, change: static options => options with { RetargetLinks = true });
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        Assert.Equal(3, tree.Results.Count(static result => result.IsLink));
        Assert.Equal("a/keep", tree.TargetOf("to drop"));
        Assert.Equal("../to drop", tree.TargetOf("b/next"));
        Assert.Equal(tree.Files.Folder + "/a/k2", tree.TargetOf("c/deep/absolute"));
        Assert.Equal("a/k2", tree.TargetOf("through"));
        Assert.Equal("../b/n2", tree.TargetOf("ref/stays"));
        tree.AssertLinksLead();
    }

    [Fact]
    public void Symbolic_links_stay_as_they_are_unless_asked_and_where_their_files_stay()
    {
        using ActingTree tree = ActingTree.Linked();
        IReadOnlyList<PlanGroup> plan = tree.Plan();
        File.AppendAllText($"{tree.Files.Folder}/a/drop", "!");
        tree.Act(ActionKind.Delete, change: static options => options with { RetargetLinks = true }, plan: plan);
        Assert.Equal("a/drop", tree.TargetOf("to drop"));
        using ActingTree other = ActingTree.Linked();
        other.Act(ActionKind.Delete);
        Assert.Equal("a/drop", other.TargetOf("to drop"));
        Assert.Throws<FileNotFoundException>(() => File.ReadAllText($"{other.Files.Folder}/to drop"));
    }

    [Fact]
    public void A_link_is_pointed_back_at_a_file_that_stays_at_the_last_moment()
    {
        using ActingTree tree = ActingTree.Linked();
        string dropped = $"{tree.Files.Folder}/a/drop";
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (_, call) =>
        {
            if (call == "move" && File.Exists(dropped))
            {
                File.Delete(dropped);
                File.WriteAllText(dropped, "another");
            }

            return null;
        };
        tree.Act(ActionKind.Delete, volume, static options => options with { RetargetLinks = true });
        Assert.Equal("another", File.ReadAllText(dropped));
        Assert.Equal("a/drop", tree.TargetOf("to drop"));
        Assert.Equal("a/k2", tree.TargetOf("through"));
    }

    [Fact]
    public void A_link_that_has_changed_since_the_plan_is_left_alone()
    {
        using ActingTree tree = ActingTree.Linked();
        IReadOnlyList<PlanGroup> plan = tree.Plan();
        File.Delete($"{tree.Files.Folder}/through");
        File.CreateSymbolicLink($"{tree.Files.Folder}/through", "elsewhere");
        tree.Act(ActionKind.Delete, change: static options => options with { RetargetLinks = true }, plan: plan);
        Assert.Equal("elsewhere", tree.TargetOf("through"));
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

    // As after the machine was started anew, or a stick was put in again.
    [Theory]
    [MemberData(nameof(Actions))]
    public void Undo_knows_files_whose_devices_have_other_numbers_since(ActionKind action)
    {
        using ActingTree tree = ActingTree.Small();
        tree.Act(action);
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        Assert.True(tree.Undo(new HookedVolume(ActingTree.Volume) { DeviceAs = static device => device + 4711 }));
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        tree.RemoveMoved();
        tree.AssertAsBefore();
    }

    [Fact]
    public void Undo_restores_holes_as_holes()
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
        foreach (ActionKind action in Actions)
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
    public void The_next_kept_copy_becomes_the_keeper_if_the_first_one_is_gone()
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
    public void Immutable_and_append_only_entries_are_reported_before_anything_is_created(string attribute, string what)
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

    private sealed class StandingClock : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);
    }
}
