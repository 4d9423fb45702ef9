using System.Text.RegularExpressions;

namespace Doppel.EndToEnd;

/// <summary>What is said before and after acting: what cannot be done, how safe it is, what came of it.</summary>
public sealed class PromiseTests
{
    private const long MiB = 1 << 20;

    /// <summary>Links are tried out once before anything else is done, so no file is touched in vain.</summary>
    [Theory]
    [InlineData("link", "hard")]
    [InlineData("link --symbolic", "symbolic")]
    public void A_file_system_without_links_is_reported_for_each_file_and_nothing_is_changed(string action, string kind)
    {
        Needs.Root();
        Needs.Program("fusefat", "fusefat");
        Needs.Program("mkfs.vfat", "dosfstools");
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddSparseFile("image", 20 * MiB);
        Tool.Run("mkfs.vfat", tree["image"]).MustSucceed();
        tree.AddFolder("m");
        ProcessEnd mounted = Tool.Run("fusefat", "-o", "rw+", tree["image"], tree["m"]);
        if (mounted.ExitCode != 0)
        {
            Needs.Miss($"needs FUSE: {mounted.ErrorText.Trim()}");
        }

        using Mount mount = Mount.TakeOver(tree["m"]);
        foreach (string name in (string[])["A", "B", "C"])
        {
            File.WriteAllText($"{tree["m"]}/{name}", "same");
        }

        string before = Look(tree["m"]);
        ProcessEnd end = Act(state, [.. Words(action), "--yes", tree["m"]]);
        Assert.Equal(1, end.ExitCode);
        Assert.Equal(2, Regex.Count(end.ErrorText, $"no {kind} links on this file system \\(fuse"));
        Assert.Equal(before, Look(tree["m"]));
    }

    [Fact]
    public void A_read_only_mount_is_reported_without_an_attempt()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        using Mount mount = Mount.Make(tree, "m", "-t", "tmpfs", "none");
        tree.AddFile("m/a", "same");
        tree.AddFile("m/b", "same");
        Tool.Run("mount", "-o", "remount,ro", tree["m"]).MustSucceed();
        foreach (string action in (string[])["link", "delete"])
        {
            ProcessEnd end = Act(state, action, "--yes", tree["m"]);
            Assert.Equal(1, end.ExitCode);
            Assert.Contains($"1 name on '{tree["m"]}' (tmpfs) will be skipped: it is read-only", end.ErrorText);
            Assert.EndsWith("nothing can be done\n", end.ErrorText);
        }
    }

    [Fact]
    public void Missing_support_for_leases_and_name_exchange_is_reported_before_anything_is_done()
    {
        Needs.Program("bindfs", "bindfs");
        Needs.Root();
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFile("source/a", "same");
        tree.AddFile("source/b", "same");
        tree.AddFolder("m");
        ProcessEnd bound = Tool.Run("bindfs", tree["source"], tree["m"]);
        if (bound.ExitCode != 0)
        {
            Needs.Miss($"needs FUSE: {bound.ErrorText.Trim()}");
        }

        using Mount mount = Mount.TakeOver(tree["m"]);
        string said = $"doppel: weaker guarantees on '{tree["m"]}' (fuse): other programs can "
            + "write to a file while it is compared";
        string missing = said + ", and a name is missing for a moment while it is replaced by a link\n";
        Assert.Contains(missing, Act(state, "link", "--dry-run", tree["m"]).ErrorText);
        Assert.Contains(said + "\n", Act(state, "delete", "--dry-run", tree["m"]).ErrorText);
        DoppelProgram.Run("find", "--json", "-o", tree["report"], tree["m"]).MustSucceed();
        Assert.Contains(missing, Act(state, "plan", "-o", tree["plan"], tree["report"]).ErrorText);
        Assert.DoesNotContain("weaker", Act(state, "link", "--dry-run", tree["source"]).ErrorText);
    }

    [Fact]
    public void An_overlay_exchanges_names_and_keeps_no_writer_out()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        using Mount below = Mount.Make(tree, "l", "-t", "tmpfs", "none");
        tree.AddFolder("l/upper");
        tree.AddFolder("l/work");
        tree.AddFolder("l/lower");
        ByteName options = $"lowerdir={tree["l/lower"]},upperdir={tree["l/upper"]},workdir={tree["l/work"]}";
        using Mount mount = Mount.Make(tree, "m", "-t", "overlay", "overlay", "-o", options);
        tree.AddFile("m/a", "same");
        tree.AddFile("m/b", "same");
        Assert.Contains(
            $"doppel: weaker guarantees on '{tree["m"]}' (overlay): other programs can write to "
            + "a file while it is compared\n",
            Act(state, "link", "--dry-run", tree["m"]).ErrorText);
    }

    /// <summary>Four copies of 4 MiB: twelve are promised, and twelve come free.</summary>
    [Theory]
    [InlineData("ext4", "e2fsprogs", "delete")]
    [InlineData("ext4", "e2fsprogs", "link")]
    [InlineData("btrfs", "btrfs-progs", "link")]
    [InlineData("btrfs", "btrfs-progs", "reflink")]
    public void The_space_freed_is_what_was_promised(string fileSystem, string package, string action)
    {
        using TempTree tree = Image(fileSystem, package);
        using Mount mount = Mount.Make(tree, "m", "-o", "loop", tree["image"]);
        using var state = new TempTree();
        Fill(tree);
        long before = FreeBytes(tree["m"]);
        ProcessEnd end = Act(state, action, "--yes", tree["m"]);
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.InRange(FreeBytes(tree["m"]) - before, 11 * MiB, 13 * MiB);
        Assert.Contains("12.0 MiB freed", end.ErrorText);
        Assert.DoesNotContain("free space", end.ErrorText);
    }

    /// <summary>A snapshot that the search does not see holds the blocks of all.</summary>
    [Fact]
    public void Room_that_a_snapshot_holds_is_promised_and_not_measured_and_that_is_said()
    {
        using TempTree tree = Image("btrfs", "btrfs-progs");
        using Mount mount = Mount.Make(tree, "m", "-o", "loop", tree["image"]);
        using var state = new TempTree();
        Tool.Run("btrfs", "subvolume", "create", tree["m/sub"]).MustSucceed();
        Fill(tree, "m/sub");
        Tool.Run("btrfs", "subvolume", "snapshot", tree["m/sub"], tree["m/shot"]).MustSucceed();
        long before = FreeBytes(tree["m"]);
        ProcessEnd end = Act(state, "delete", "--yes", tree["m/sub"]);
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.InRange(FreeBytes(tree["m"]) - before, -2 * MiB, 2 * MiB);
        Assert.Matches("12.0 MiB expected, but free space (did not grow|grew by only [0-9.]+ [KM]?i?B): "
            + "clones, snapshots or other programs use the rest; doppel undo ", end.ErrorText);
    }

    private static TempTree Image(string fileSystem, string package)
    {
        Needs.Root();
        Needs.Program("mkfs." + fileSystem, package);
        var tree = new TempTree();
        tree.AddSparseFile("image", 300 * MiB);
        Tool.Run("mkfs." + fileSystem, "-q", tree["image"]).MustSucceed();
        return tree;
    }

    private static void Fill(TempTree tree, string folder = "m")
    {
        byte[] content = new byte[4 * MiB];
        new Random(7).NextBytes(content);
        for (int i = 0; i < 4; i++)
        {
            tree.AddFile($"{folder}/{i}", content);
        }

        // What is not on the disk yet takes no room.
        Tool.Run("sync", "-f", tree[folder]).MustSucceed();
    }

    private static long FreeBytes(ByteName folder)
    {
        Tool.Run("sync", "-f", folder).MustSucceed();
        return new DriveInfo(folder.ToString()).AvailableFreeSpace;
    }

    private static IEnumerable<ByteName> Words(string action) =>
        action.Split(' ').Select(static word => (ByteName)word);

    private static ProcessEnd Act(TempTree state, params IReadOnlyList<ByteName> arguments)
    {
        ProcessStart start = DoppelProgram.Start(arguments);
        return Tool.Run(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment) { ["XDG_STATE_HOME"] = state.Folder },
        });
    }

    private static string Look(ByteName folder) => string.Join('\n', Tool.Run(
        "find", folder, "-type", "f", "-printf", "%P %s %T@\\n").MustSucceed().OutputText.Split('\n')
        .Order(StringComparer.Ordinal));
}
