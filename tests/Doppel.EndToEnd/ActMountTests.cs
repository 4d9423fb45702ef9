using System.Text;

namespace Doppel.EndToEnd;

/// <summary>
/// What acting comes to on the file systems that people have, and that it says clearly where it cannot.
/// </summary>
public sealed class ActMountTests
{
    [Theory]
    [InlineData("ext2", "e2fsprogs")]
    [InlineData("ext3", "e2fsprogs")]
    [InlineData("ext4", "e2fsprogs")]
    [InlineData("xfs", "xfsprogs")]
    [InlineData("btrfs", "btrfs-progs")]
    public void Files_of_an_image_are_linked_deleted_and_brought_back(string fileSystem, string package)
    {
        Needs.Root();
        Needs.Program("mkfs." + fileSystem, package);
        using var tree = new TempTree();
        tree.AddSparseFile("image", 400L << 20);
        Tool.Run("mkfs." + fileSystem, "-q", tree["image"]).MustSucceed();
        using Mount mount = Mount.Make(tree, "m", "-o", "loop", tree["image"]);
        ActsAndUndoes(tree, "m");
    }

    [Fact]
    public void Files_in_memory_are_linked_deleted_and_brought_back()
    {
        using var tree = new TempTree();
        using Mount mount = Mount.Make(tree, "m", "-t", "tmpfs", "none");
        ActsAndUndoes(tree, "m");
    }

    [Fact]
    public void Files_of_an_overlay_are_linked_deleted_and_brought_back()
    {
        using var tree = new TempTree();
        using Mount below = Mount.Make(tree, "l", "-t", "tmpfs", "none");
        tree.AddFolder("l/upper");
        tree.AddFolder("l/work");
        tree.AddFile("l/lower/low one", "low");
        tree.AddFile("l/lower/low other", "low");
        ByteName options = $"lowerdir={tree["l/lower"]},upperdir={tree["l/upper"]},workdir={tree["l/work"]}";
        using Mount mount = Mount.Make(tree, "m", "-t", "overlay", "overlay", "-o", options);
        ActsAndUndoes(tree, "m");
    }

    // Links, but no exchange of names and no rename that replaces nothing.
    [Fact]
    public void Files_behind_FUSE_are_linked_deleted_and_brought_back()
    {
        Needs.Program("bindfs", "bindfs");
        Needs.Root();
        using var tree = new TempTree();
        tree.AddFolder("source");
        tree.AddFolder("m");
        ProcessEnd end = Tool.Run(
            "bindfs", "-o", "attr_timeout=0,entry_timeout=0", tree["source"], tree["m"]);
        if (end.ExitCode != 0)
        {
            Needs.Miss($"needs FUSE: {end.ErrorText.Trim()}");
        }

        using Mount mount = Mount.TakeOver(tree["m"]);

        ActsAndUndoes(tree, "m");
    }

    [Fact]
    public void Nothing_is_done_on_a_mount_for_reading_only()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        using Mount mount = Mount.Make(tree, "m", "-t", "tmpfs", "none");
        Fill(tree, "m");
        Tool.Run("mount", "-o", "remount,ro", tree["m"]).MustSucceed();
        ProcessEnd end = Act(state, "link", "--yes", tree["m"]);
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("read-only", end.ErrorText, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public void Hard_links_never_lead_to_another_mount_and_nothing_weaker_is_made()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        using Mount one = Mount.Make(tree, "one", "-t", "tmpfs", "none");
        using Mount other = Mount.Make(tree, "other", "-t", "tmpfs", "none");
        tree.AddFile("one/a", "same");
        tree.AddFile("other/a", "same");
        ProcessEnd end = Act(state, "link", "--yes", tree.Folder);
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("the copies that stay are on another file system", end.ErrorText);
        Assert.Null(new FileInfo($"{tree["other/a"]}").LinkTarget);
        Assert.Equal(0, Act(state, "link", "--symbolic", "--yes", tree.Folder).ExitCode);
        Assert.Equal("../one/a", new FileInfo($"{tree["other/a"]}").LinkTarget);
        Assert.Equal(0, Act(state, "undo", "--yes").ExitCode);
        Assert.Null(new FileInfo($"{tree["other/a"]}").LinkTarget);
    }

    [Fact]
    public void A_bind_mount_is_another_mount_though_it_has_the_same_device()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFile("one/a", "same");
        tree.AddFile("two/b", "same");
        using Mount mount = Mount.Make(tree, "shown", "--bind", tree["two"]);
        ProcessEnd end = Act(state, "link", "--yes", tree["one"], tree["shown"]);
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("different file system or mount", end.ErrorText);
    }

    [Fact]
    public void Moving_to_another_file_system_keeps_all_that_belongs_to_a_file()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        using Mount other = Mount.Make(tree, "other", "-t", "tmpfs", "none");
        Fill(tree, "here");
        Tool.Run("chown", "1234:99", tree["here/2"]).MustSucceed();
        Tool.Run("chmod", "4711", tree["here/2"]).MustSucceed();
        Tool.Run("touch", "-d", "2003-04-05 06:07:08.123456789", tree["here/2"]).MustSucceed();
        string before = Look(tree["here"]);
        ProcessEnd end = Act(state, "move", "--yes", "--to", tree["other"], "--prefer", "newest", tree["here"]);
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.Equal(
            "4711 1234:99 1049522828.1234567890\n",
            Tool.Run("find", tree["other"], "-name", "2", "-printf", "%m %U:%G %T@\\n").OutputText);
        ProcessEnd undone = Act(state, "undo", "--yes");
        Assert.True(undone.ExitCode == 0, undone.ErrorText);
        Assert.Equal(before, Look(tree["here"]));
    }

    /// <summary>64,999 links and one more copy: that one stays, and the rest is joined with it.</summary>
    [Fact]
    public void A_full_inode_hands_over_to_a_further_keeper()
    {
        Needs.Root();
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddSparseFile("image", 400L << 20);
        Tool.Run("mkfs.ext4", "-q", tree["image"]).MustSucceed();
        using Mount mount = Mount.Make(tree, "m", "-o", "loop", tree["image"]);
        tree.AddFile("m/keep", "same");
        for (int i = 0; i < 64_998; i++)
        {
            tree.AddHardLink($"m/links/{i}", "m/keep");
        }

        foreach (string name in (string[])["a", "b", "c"])
        {
            tree.AddFile($"m/{name}", "same");
        }

        string before = Look(tree["m"]);
        ProcessEnd end = Act(state, "link", "--yes", "--prefer", "most-links", tree["m"]);
        Assert.True(end.ExitCode == 0, end.ErrorText);
        string[] counts = [.. Tool.Run("find", tree["m"], "-maxdepth", "1", "-type", "f", "-printf", "%n\\n")
            .OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries).Order(StringComparer.Ordinal)];
        Assert.Equal(["2", "2", "65000", "65000"], counts);

        // All are joined as far as the file system allows, so no work is left.
        using var again = new TempTree();
        Assert.Equal(0, Act(again, "link", "--yes", "--prefer", "most-links", tree["m"]).ExitCode);
        Assert.Equal(0, Act(state, "undo", "--yes").ExitCode);
        Assert.Equal(before, Look(tree["m"]));
    }

    private static void ActsAndUndoes(TempTree tree, string folder)
    {
        Fill(tree, folder);
        tree.AddHardLink($"{folder}/1 again", $"{folder}/1");
        string before = Look(tree[folder]);
        foreach (string[] action in (string[][])[["link"], ["link", "--symbolic"], ["delete"]])
        {
            using var state = new TempTree();
            ProcessEnd end = Act(
                state, [.. action.Select(static word => (ByteName)word), "--yes", tree[folder]]);
            Assert.True(end.ExitCode == 0, end.ErrorText);
            Assert.NotEqual(before, Look(tree[folder]));
            ProcessEnd undone = Act(state, "undo", "--yes");
            Assert.True(undone.ExitCode == 0, undone.ErrorText);
            Assert.Equal(before, Look(tree[folder]));
        }
    }

    private static void Fill(TempTree tree, string folder)
    {
        for (int i = 0; i < 4; i++)
        {
            tree.AddFile($"{folder}/{i}", i < 3 ? "three of a kind" : "alone");
        }

        tree.AddFile($"{folder}/sub/big", Encoding.ASCII.GetBytes(new string('x', 300_000)));
        tree.AddFile($"{folder}/big", Encoding.ASCII.GetBytes(new string('x', 300_000)));
    }

    private static ProcessEnd Act(TempTree state, params IReadOnlyList<ByteName> arguments)
    {
        ProcessStart start = DoppelProgram.Start(arguments);
        return Tool.Run(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment) { ["XDG_STATE_HOME"] = state.Folder },
        });
    }

    private static string Look(ByteName folder) => string.Join('\n', Tool.Run(
        "find", folder, "-type", "f", "-printf", "%P %s %T@ %U:%G %m %n\\n", "-o", "-type", "l", "-printf", "%P %l\\n")
        .MustSucceed().OutputText.Split('\n').Order(StringComparer.Ordinal));
}
