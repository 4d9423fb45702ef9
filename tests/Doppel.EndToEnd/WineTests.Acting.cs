namespace Doppel.EndToEnd;

/// <content>The Windows build changes files, and brings back what was there.</content>
public sealed partial class WineTests
{
    [Theory]
    [InlineData("link")]
    [InlineData("delete")]
    [InlineData("move --to")]
    [InlineData("trash")]
    public void Actions_on_Windows_are_undone(string action)
    {
        using var tree = new TempTree(Disk);
        using var elsewhere = new TempTree(Disk);
        Fill(tree);
        string before = Look(tree, withInodes: false);
        string[] words = action.Split(' ');
        string[] target = words.Length > 1 ? [words[1], Windows(elsewhere, "")] : [];
        ProcessEnd end = _wine.Run([words[0], .. target, "--yes", Windows(tree, "")]);
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.DoesNotContain("skipped", end.ErrorText);
        AssertDone(tree, words[0], elsewhere);

        end = _wine.Run("undo", "--yes");
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.Equal(before, Look(tree, withInodes: false));
    }

    // The same over again does nothing: they are names of one file by then.
    [Fact]
    public void A_second_run_on_Windows_has_nothing_to_do()
    {
        using var tree = new TempTree(Disk);
        Fill(tree);
        _wine.Run("link", "--yes", Windows(tree, "")).MustSucceed();
        string linked = Look(tree, withInodes: true);
        _wine.Run("link", "--yes", Windows(tree, "")).MustSucceed();
        Assert.Equal(linked, Look(tree, withInodes: true));
    }

    // Wine 8 has no symbolic links of Windows and says of every one that it was made.
    [Fact]
    public void Symbolic_links_that_are_not_to_be_had_change_nothing()
    {
        using var tree = new TempTree(Disk);
        Fill(tree);
        string before = Look(tree, withInodes: true);
        ProcessEnd end = _wine.Run("link", "--symbolic", "--yes", Windows(tree, ""));
        if (end.ExitCode == 0)
        {
            Assert.Equal(new FileInfo($"{tree["old"]}").FullName,
                File.ResolveLinkTarget($"{tree["sub/new"]}", returnFinalTarget: true)!.FullName);
            return;
        }

        Assert.Equal(1, end.ExitCode);
        Assert.Equal(before, Look(tree, withInodes: true));
    }

    // Without a place for its trash Wine's shell removes for good, as that of Windows does on some drives.
    [Fact]
    public void Files_that_the_shell_would_delete_permanently_are_left_alone()
    {
        using var tree = new TempTree(Disk);
        Fill(tree);
        string before = Look(tree, withInodes: true);
        ProcessEnd end = _wine.Run(
            new Dictionary<string, string?> { ["XDG_DATA_HOME"] = "/dev/null" }, "trash", "--yes", Windows(tree, ""));
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("recycle bin", end.ErrorText);
        Assert.Equal(before, Look(tree, withInodes: true));
    }

    [Fact]
    public void Paths_beyond_the_limit_of_Windows_and_names_that_it_would_clean_are_acted_on()
    {
        using var tree = new TempTree(Disk);
        string deep = string.Join('/', Enumerable.Repeat(new string('d', 60), 6));
        tree.AddFile("old", "content");
        File.SetLastWriteTimeUtc($"{tree["old"]}", new DateTime(2001, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        tree.AddFile($"{deep}/new", "content");
        tree.AddFile($"{deep}/ends in a dot.", "content");
        ProcessEnd end = _wine.Run("link", "--yes", Windows(tree, ""));
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.Single(InodesOf(tree).Distinct());
        end = _wine.Run("undo", "--yes");
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.Equal("content", File.ReadAllText($"{tree[$"{deep}/new"]}"));
    }

    private void AssertDone(TempTree tree, string action, TempTree elsewhere)
    {
        if (action == "link")
        {
            string[] inodes = InodesOf(tree);
            Assert.Equal((4, 1), (inodes.Length, inodes.Distinct().Count()));
            return;
        }

        Assert.Equal(["old"], Directory.EnumerateFiles(tree.Folder, "*", SearchOption.AllDirectories)
            .Select(Path.GetFileName));
        if (action == "move")
        {
            Assert.Equal("content", File.ReadAllText($"{elsewhere.Folder}/Z{tree.Folder}/sub/new"));
        }
        else if (action == "trash")
        {
            Assert.Equal("content", File.ReadAllText($"{_wine.Trash}/files/new"));
            Assert.True(File.Exists($"{_wine.Trash}/info/new.trashinfo"));
        }
    }

    // One keeper, since it is the oldest; one duplicate, and another with two names.
    private static void Fill(TempTree tree)
    {
        tree.AddFile("old", "content");
        tree.AddFile("sub/new", "content");
        tree.AddFile("two", "content");
        tree.AddHardLink("sub/names", "two");
        var time = new DateTime(2001, 2, 3, 4, 5, 6, DateTimeKind.Utc);
        foreach ((string name, int days) in ((string, int)[])[("old", 0), ("sub/new", 1), ("two", 2)])
        {
            // In 100 ns, as Windows has it.
            File.SetLastWriteTimeUtc($"{tree[name]}", time.AddDays(days).AddTicks(1_234_567));
        }
    }

    private static string[] InodesOf(TempTree tree) =>
    [
        .. Look(tree, withInodes: true).Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(static line => line.Split(' ')[0]),
    ];

    private static string Look(TempTree tree, bool withInodes)
    {
        string format = (withInodes ? "%i" : "-") + " %n %y %m %p %s";
        return Tool.Run("sh", "-c", $"cd '{tree.Folder}' && find . -type f -printf '{format} %T@\\n' | sort -k 5")
            .MustSucceed().OutputText;
    }
}
