namespace Doppel.Acting.Tests;

/// <summary>The undo of a move removes the folders that the move made, and no others.</summary>
public sealed class MoveFolderTests
{
    private static readonly string[] s_folders = ["a", "a/deep", "a/deep/er", "b", "c/d"];

    public static TheoryData<int> Seeds { get; } = [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(20, 300))];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Folders_are_as_before_whatever_was_there(int seed)
    {
        var random = new Random(seed);
        using var tree = new ActingTree();
        int names = 0;
        for (int group = 0; group < random.Next(1, 6); group++)
        {
            tree.AddGroup(
                $"content {group}",
                [.. Enumerable.Range(0, random.Next(2, 5)).Select(
                    _ => (string[])[$"{s_folders[random.Next(s_folders.Length)]}/{names++}"])]);
        }

        // Some of the folders that the move needs exist already.
        foreach (string folder in s_folders.Where(_ => random.Next(4) == 0).Append(""))
        {
            tree.Files.AddFolder($"moved{tree.Files.Folder}/{folder}".TrimEnd('/'));
        }

        tree.Remember();
        string[] before = Folders(tree);
        tree.Act(ActionKind.Move, change: options => options with { BatchNames = random.Next(1, 8) });
        if (random.Next(2) == 0)
        {
            string part = s_folders[random.Next(s_folders.Length)];
            Assert.True(tree.Undo(only: part));
            Assert.Empty(Folders(tree).Where(
                folder => folder.StartsWith($"{Below(tree)}/{part}/", StringComparison.Ordinal)).Except(before));
        }

        Assert.True(tree.Undo());
        Assert.Equal(before, Folders(tree));
        tree.AssertAsBefore();
    }

    [Fact]
    public void The_target_stays_and_so_do_folders_that_hold_something_else_or_are_others_by_now()
    {
        using ActingTree tree = ActingTree.Small();
        tree.Act(ActionKind.Move);
        string moved = Below(tree);
        tree.Files.AddFile($"{moved}/a/note", "of somebody");
        Directory.Move($"{tree.Files.Folder}/{moved}/c", $"{tree.Files.Folder}/elsewhere");
        tree.Files.AddFolder($"{moved}/c");
        Assert.True(tree.Undo());
        string[] folders = Folders(tree);
        Assert.Contains("moved", folders);
        Assert.Contains($"{moved}/a", folders);
        Assert.Contains($"{moved}/c", folders);
        Assert.DoesNotContain($"{moved}/b", folders);
        Assert.Equal("of somebody", File.ReadAllText($"{tree.Files.Folder}/{moved}/a/note"));
        Assert.True(File.Exists($"{tree.Files.Folder}/c/sparse"));

        // Another undo removes nothing more.
        tree.Undo();
        Assert.Equal(folders, Folders(tree));
    }

    [Fact]
    public void An_empty_target_stays()
    {
        using ActingTree tree = ActingTree.Small();
        tree.Act(ActionKind.Move);
        Assert.True(tree.Undo());
        Assert.Equal(["a", "b", "c", "moved"], Folders(tree));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_folder_that_was_there_before_stays_wherever_run_and_undo_end(bool after) =>
        new CrashTrial<ActingTree>(MadeBefore, static (tree, volume) => tree.Act(ActionKind.Move, volume))
        {
            Then = static (tree, volume) => tree.UndoIfBegun(volume),
            Check = static tree =>
            {
                tree.UndoIfBegun(new HookedVolume(ActingTree.Volume));
                Assert.True(Directory.Exists($"{tree.Files.Folder}/{Below(tree)}/b"));
            },
            Stride = TestRun.Count(5, 1),
        }.End(after);

    [Fact]
    public void Links_in_folders_that_were_moved_leave_no_folders_either()
    {
        using FolderTree tree = FolderTree.Equal();
        tree.Act(ActionKind.Move, tree.PlanEqual());
        Assert.NotEmpty(Directory.GetDirectories($"{tree.Files["moved"]}"));
        Assert.True(tree.Undo());
        Assert.Empty(Directory.GetFileSystemEntries($"{tree.Files["moved"]}"));
        tree.AssertAsBefore();
    }

    private static ActingTree MadeBefore()
    {
        ActingTree tree = ActingTree.Small();
        tree.Files.AddFolder($"{Below(tree)}/b");
        return tree;
    }

    private static string Below(ActingTree tree) => $"moved{tree.Files.Folder}";

    private static string[] Folders(ActingTree tree) =>
    [
        .. Directory.EnumerateDirectories(tree.Files.Folder, "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(tree.Files.Folder, path)).Order(StringComparer.Ordinal),
    ];
}
