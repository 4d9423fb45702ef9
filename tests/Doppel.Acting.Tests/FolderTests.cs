using System.Text;
using Doppel.Reports;

namespace Doppel.Acting.Tests;

/// <summary>What becomes of folders that another one has all of.</summary>
public sealed class FolderTests
{
    public static TheoryData<ActionKind> Actions => [.. Enum.GetValues<ActionKind>()];

    [Fact]
    public void A_folder_is_deleted_with_everything_in_it()
    {
        using FolderTree tree = FolderTree.Equal();
        tree.Act(ActionKind.Delete, tree.PlanEqual());
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        Assert.False(Directory.Exists($"{tree.Files.Folder}/two"));
        Assert.Equal("apple", File.ReadAllText($"{tree.Files.Folder}/one/apple"));
        tree.AssertNothingLost();
    }

    [Theory]
    [MemberData(nameof(Actions))]
    public void Undo_brings_back_folders_links_and_their_times(ActionKind action)
    {
        if (action == ActionKind.Reflink)
        {
            return; // Undo has nothing to do then, and few file systems can.
        }

        using FolderTree tree = FolderTree.Equal();
        Tool.Run("setfattr", "-n", "user.note", "-v", "dear", $"{tree.Files.Folder}/two/sub").MustSucceed();
        tree.Act(action, tree.PlanEqual());
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        bool leaves = action is ActionKind.Delete or ActionKind.Move or ActionKind.Trash;
        Assert.Equal(!leaves, Directory.Exists($"{tree.Files.Folder}/two"));
        Assert.True(tree.Undo());
        Assert.Equal(
            "user.note=\"dear\"",
            Tool.Run("getfattr", "--absolute-names", "-d", $"{tree.Files.Folder}/two/sub").OutputText.Split('\n')[1]);
        AssertBack(tree, leaves);
        Assert.True(tree.Undo());
        Assert.All(tree.Results, static result => Assert.NotEqual(ActStatus.Done, result.Status));
        AssertBack(tree, leaves);
    }

    [Fact]
    public void Symbolic_links_are_trashed_with_their_folder()
    {
        using FolderTree tree = FolderTree.Equal();
        tree.Act(ActionKind.Trash, tree.PlanEqual());
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        string trash = tree.Files.Folder + "/moved/Trash";
        Assert.Equal("../apple", new FileInfo(trash + "/files/to apple").LinkTarget);
        Assert.Contains(
            $"Path={tree.Files.Folder}/two/sub/to%20apple\n", File.ReadAllText(trash + "/info/to apple.trashinfo"));
        Assert.False(Directory.Exists(tree.Files.Folder + "/two"));
    }

    [Fact]
    public void Undo_restores_a_link_that_was_deleted_from_the_trash()
    {
        using FolderTree tree = FolderTree.Equal();
        tree.Act(ActionKind.Trash, tree.PlanEqual());
        File.Delete(tree.Files.Folder + "/moved/Trash/files/to apple");
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
    }

    [Theory]
    [InlineData("two/new")]
    [InlineData("two/sub/new")]
    [InlineData("two/sub/deep/new")]
    public void An_entry_that_the_plan_does_not_know_keeps_the_whole_folder(string name)
    {
        using FolderTree tree = FolderTree.Equal();
        IReadOnlyList<PlanFolder> plan = tree.PlanEqual();
        tree.Files.AddFile(name, "new");
        tree.Remember();
        tree.Act(ActionKind.Delete, plan);
        Assert.Contains("has changed since the plan", Assert.Single(tree.Results).Reason);
        tree.AssertAsBefore();
    }

    [Theory]
    [InlineData("one/apple")]
    [InlineData("one/sub/pear")]
    [InlineData("one/sub/to apple")]
    public void An_entry_that_the_folder_that_stays_has_lost_keeps_the_whole_folder(string name)
    {
        using FolderTree tree = FolderTree.Equal();
        IReadOnlyList<PlanFolder> plan = tree.PlanEqual();
        tree.Files.Remove(name);
        tree.Remember();
        tree.Act(ActionKind.Delete, plan);
        Assert.Contains("in it differs from the one in", Assert.Single(tree.Results).Reason);
        tree.AssertAsBefore();
    }

    [Fact]
    public void A_file_whose_content_differs_stays_and_so_does_its_folder()
    {
        using FolderTree tree = FolderTree.Equal();
        string path = $"{tree.Files.Folder}/one/sub/pear";
        DateTime time = File.GetLastWriteTimeUtc(path);
        File.WriteAllText(path, "plum");
        File.SetLastWriteTimeUtc(path, time);
        tree.Act(ActionKind.Delete, tree.PlanEqual());
        Assert.Equal("pear", File.ReadAllText($"{tree.Files.Folder}/two/sub/pear"));
        Assert.False(File.Exists($"{tree.Files.Folder}/two/apple"));
        Assert.Contains(tree.Results, static result => result.Reason.Contains("not empty", StringComparison.Ordinal));
    }

    [Fact]
    public void Nothing_but_what_is_empty_is_ever_removed()
    {
        using FolderTree tree = FolderTree.Equal();
        var volume = new HookedVolume(ActingTree.Volume);
        volume.Before = (_, call) =>
        {
            if (call == "rmdir" && !File.Exists($"{tree.Files.Folder}/two/sub/late"))
            {
                tree.Files.AddFile("two/sub/late", "late");
            }

            return null;
        };
        tree.Act(ActionKind.Delete, tree.PlanEqual(), volume);
        Assert.Equal("late", File.ReadAllText($"{tree.Files.Folder}/two/sub/late"));
        Assert.False(Directory.Exists($"{tree.Files.Folder}/two/sub/empty"));
        Assert.True(tree.Undo());
        Assert.Equal("late", File.ReadAllText($"{tree.Files.Folder}/two/sub/late"));
        Assert.Equal("pear", File.ReadAllText($"{tree.Files.Folder}/two/sub/pear"));
    }

    [Fact]
    public void A_folder_that_has_taken_the_name_since_is_not_touched()
    {
        using FolderTree tree = FolderTree.Equal();
        tree.Act(ActionKind.Delete, tree.PlanEqual());
        tree.Files.AddFolder("two");
        tree.Files.ChangeMode("two", 0x1C9);
        tree.Undo();
        Assert.Contains(tree.Results, static result => result.Reason == "another folder has its name");
        Assert.Equal(
            "711", Tool.Run("stat", "-c", "%a", $"{tree.Files.Folder}/two").OutputText.Trim());
        Assert.Equal("pear", File.ReadAllText($"{tree.Files.Folder}/two/sub/pear"));
    }

    [Fact]
    public void A_hard_link_of_a_file_that_stays_keeps_its_folder()
    {
        using FolderTree tree = FolderTree.Equal();
        tree.Files.Remove("two/apple");
        tree.Files.AddHardLink("two/apple", "one/apple");
        IReadOnlyList<PlanFolder> plan = tree.PlanEqual();
        tree.Remember();
        tree.Act(ActionKind.Delete, plan);
        Assert.Contains("is a hard link to a file in the folder that stays", Assert.Single(tree.Results).Reason);
        tree.AssertAsBefore();
    }

    [Fact]
    public void Folders_of_equal_content_are_paired_whatever_the_names_are()
    {
        using var tree = new FolderTree();
        tree.Files.AddFile("one/a", "apple");
        tree.Files.AddFile("one/b", "grape");
        tree.Files.AddFile("one/sub/c", "melon");
        tree.Files.AddSymbolicLink("one/l", "b");
        tree.Files.AddFile("two/b", "apple");
        tree.Files.AddFile("two/c", "grape");
        tree.Files.AddFile("two/other/a", "melon");
        tree.Files.AddSymbolicLink("two/other link", "b");
        tree.Remember();
        PlanOutcome outcome = tree.Plan(planner => planner.Plan(tree.Group(FolderMatch.Content, "one", "two")));
        Assert.Empty(outcome.Refusals);
        tree.Act(ActionKind.Delete, outcome.Folders);
        Assert.All(tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        Assert.False(Directory.Exists($"{tree.Files.Folder}/two"));
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
    }

    [Fact]
    public void A_contained_folder_is_removed_and_the_other_stays_whatever_the_rules_prefer()
    {
        using FolderTree tree = FolderTree.Equal();
        tree.Files.AddFile("one/more", "more");
        var rules = new KeepRules { Prefer = [KeepRule.ShortestPath, KeepRule.Newest] };
        PlanOutcome outcome = tree.Plan(planner => planner.Plan(Contained(tree)), rules);
        PlanFolder folder = Assert.Single(outcome.Folders);
        Assert.EndsWith("/two", folder.Name.ToString(), StringComparison.Ordinal);
        tree.Act(ActionKind.Delete, outcome.Folders);
        Assert.False(Directory.Exists($"{tree.Files.Folder}/two"));
        Assert.True(Directory.Exists($"{tree.Files.Folder}/one"));
    }

    [Fact]
    public void Empty_folders_are_removed_bottom_up_and_restored()
    {
        using var tree = new FolderTree();
        tree.Files.AddFolder("empty/a/b");
        tree.Files.AddFolder("empty/c");
        tree.Files.AddFile("file", "file");
        tree.Remember();
        PlanOutcome outcome = tree.Plan(planner => planner.PlanEmpty(tree.ToReport("empty")));
        tree.Act(ActionKind.Move, outcome.Folders);
        Assert.Equal(ActStatus.Idle, Assert.Single(tree.Results).Status);
        tree.AssertAsBefore();
        using var other = new FolderTree();
        other.Files.AddFolder("empty/a/b");
        other.Files.AddFolder("empty/c");
        other.Remember();
        other.Act(ActionKind.Delete, other.Plan(planner => planner.PlanEmpty(other.ToReport("empty"))).Folders);
        Assert.False(Directory.Exists($"{other.Files.Folder}/empty"));
        Assert.True(other.Undo());
        other.AssertAsBefore();
    }

    [Theory]
    [InlineData("one")]
    [InlineData("two")]
    [InlineData("two/sub")]
    [InlineData("two/sub/deep")]
    public void A_reference_folder_keeps_the_folder_that_it_lies_in(string never)
    {
        using FolderTree tree = FolderTree.Equal();
        Assert.False(ProtectedFolder.Look(
            ActingTree.Volume, Encoding.UTF8.GetBytes($"{tree.Files.Folder}/{never}"), out ProtectedFolder? reference)
            .Failed);
        PlanOutcome outcome = tree.Plan(
            planner => planner.Plan(tree.Group(FolderMatch.Name, "one", "two")),
            new KeepRules { Protected = [reference!] });
        PlanFolder going = Assert.Single(outcome.Folders);
        Assert.EndsWith(never == "one" ? "/two" : "/one", going.Name.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_pattern_to_keep_that_a_file_matches_keeps_its_folder()
    {
        using FolderTree tree = FolderTree.Equal();
        var pattern = new KeepPattern(
            PatternEffect.Keep, "two/sub/pear", static (below, _) => below.SequenceEqual("two/sub/pear"u8));
        PlanOutcome outcome = tree.Plan(
            planner => planner.Plan(tree.Group(FolderMatch.Name, "one", "two")),
            new KeepRules { Patterns = [pattern] });
        Assert.EndsWith("/one", Assert.Single(outcome.Folders).Name.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("fifo")]
    [InlineData("trash")]
    [InlineData("left")]
    [InlineData("more")]
    public void A_folder_that_is_not_seen_whole_takes_no_part(string what)
    {
        using FolderTree tree = FolderTree.Equal();
        ReportFolderGroup group = tree.Group(FolderMatch.Name, "one", "two");
        _ = what switch
        {
            "fifo" => tree.Files.AddFifo("two/sub/fifo"),
            "trash" => tree.Files.AddFolder("two/sub/.Trash-1000"),
            "left" => tree.Files.AddFile("two/.doppel-0123456789abcdef0123456789abcdef", "left"),
            _ => tree.Files.AddFile("two/more", "more"),
        };
        PlanOutcome outcome = tree.Plan(planner => planner.Plan(group));
        Assert.Empty(outcome.Folders);
        PlanRefusal refusal = outcome.Refusals[0];
        Assert.EndsWith("/two", refusal.Path.ToString(), StringComparison.Ordinal);
        Assert.Equal(what == "more" ? PlanRefusal.Changed : PlanRefusal.NotComparable, refusal.Reason);
    }

    [Fact]
    public void Files_in_a_dropped_folder_are_left_alone_in_other_groups()
    {
        using FolderTree tree = FolderTree.Equal();
        tree.Files.AddFile("elsewhere", "apple");
        PlanOutcome outcome = tree.Plan(planner =>
        {
            planner.Plan(tree.Group(FolderMatch.Name, "one", "two"));
            return planner.Plan(new ReportGroup
            {
                Size = 5,
                Proof = Proof.Bytes,
                RedundantBytes = 5,
                Copies =
                [
                    .. ((string[])["two/apple", "elsewhere"]).Select(name => new ReportCopy
                    {
                        Names = [new ReportName($"{tree.Files.Folder}/{name}")],
                        Roots = [0],
                    }),
                ],
            });
        });
        Assert.Null(outcome.Group);
        Assert.Equal(PlanRefusal.InFolder, outcome.Refusals[0].Reason);
    }

    [Fact]
    public void Symbolic_links_from_elsewhere_into_a_dropped_folder_are_known_and_can_be_retargeted()
    {
        using FolderTree tree = FolderTree.Equal();
        tree.Files.AddSymbolicLink("to pear", "two/sub/pear");
        tree.Remember();
        PlanFolder folder = tree.Plan(
            planner => planner.Plan(tree.Group(FolderMatch.Name, "one", "two")),
            links:
            [
                LinkTo(tree, "to pear", "two/sub/pear", "two/sub/pear"),
                LinkTo(tree, "two/sub/to apple", "../apple", "two/apple"),
            ]).Folders[0];
        Assert.EndsWith("/to pear", Assert.Single(folder.SymbolicLinks).Name.ToString(), StringComparison.Ordinal);
        tree.Act(ActionKind.Delete, [folder], retarget: true);
        Assert.Equal("one/sub/pear", new FileInfo($"{tree.Files.Folder}/to pear").LinkTarget);
        Assert.False(Directory.Exists($"{tree.Files.Folder}/two"));
        Assert.True(tree.Undo());
        tree.AssertAsBefore();
    }

    [Fact]
    public void A_plan_reads_back_the_folders_that_it_was_written_with()
    {
        using FolderTree tree = FolderTree.Equal();
        tree.Files.AddFolder("none");
        PlanFolder equal = tree.PlanEqual()[0] with
        {
            SymbolicLinks =
            [
                new PlanLink { Name = new("/l"), Target = new("two/apple"), Final = new("/two/apple") },
            ],
        };
        PlanFolder empty = tree.Plan(planner => planner.PlanEmpty(tree.ToReport("none"))).Folders[0];
        using var stream = new MemoryStream();
        var writer = new PlanWriter(
            stream, new PlanBegin { Version = "1", Rules = [], Roots = [], Made = default });
        writer.Write(equal);
        writer.Write(empty);
        writer.End(new PlanSummary().Add(equal).Add(empty));
        stream.Position = 0;
        PlanReader reader = PlanReader.Open(stream);
        Assert.True(reader.Read());
        Assert.Equal(equal with { SymbolicLinks = reader.Folder.SymbolicLinks }, reader.Folder);
        PlanLink link = Assert.Single(reader.Folder.SymbolicLinks);
        Assert.Equal(equal.SymbolicLinks[0], link);
        Assert.True(reader.Read());
        Assert.Equal(empty with { SymbolicLinks = reader.Folder.SymbolicLinks }, reader.Folder);
        Assert.False(reader.Read());
        Assert.Equal(2, reader.Summary!.Folders);
        Assert.Equal(3, reader.Summary.Files);
    }

    private static PlanLink LinkTo(FolderTree tree, string name, string target, string final) => new()
    {
        Name = new ReportName($"{tree.Files.Folder}/{name}"),
        Target = new ReportName(target),
        Final = new ReportName($"{tree.Files.Folder}/{final}"),
    };

    private static ReportContainedFolder Contained(FolderTree tree) => new()
    {
        Folder = tree.ToReport("two"),
        Container = tree.ToReport("one"),
        Content = tree.ContentOf("two"),
        RedundantBytes = 0,
    };

    // An action that leaves the folder in place changes its time by the exchange of names, which is not restored.
    private static void AssertBack(FolderTree tree, bool leaves)
    {
        if (leaves)
        {
            tree.AssertAsBefore();
        }
    }
}
