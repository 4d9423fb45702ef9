using System.Text;

namespace Doppel.EndToEnd;

/// <summary>
/// Duplicates go into the trash that the FreeDesktop.org specification tells of; trash-cli is the judge.
/// </summary>
public sealed class TrashTests
{
    [Fact]
    public void The_trash_of_the_home_folder_lists_and_restores_what_was_trashed()
    {
        Needs.Program("trash-list", "trash-cli");
        using var tree = new TempTree();
        using var home = new TempTree();
        string[] names = ["plain", "with space", "per%41cent", "ümläut.tar.gz", "#?&+=:"];
        tree.AddFile("keep/it", "same");
        foreach (string name in names)
        {
            tree.AddFile("drop/" + name, "same");
            Age(tree["drop/" + name]);
        }

        string before = Look(tree.Folder);
        Succeeds(Run(home, "trash", "--yes", "--keep", "**/keep/**", tree.Folder));
        Assert.Empty(Directory.GetFileSystemEntries($"{tree["drop"]}"));
        string listed = Judge(home, home.Folder, "trash-list").OutputText;
        Assert.All(names, name => Assert.Contains($" {tree.Folder}/drop/{name}\n", listed));
        Assert.Equal(names.Length, listed.Count(static one => one == '\n'));
        foreach (string name in names)
        {
            Judge(home, home.Folder, "trash-restore", tree["drop/" + name]);
        }

        Assert.Equal(before, Look(tree.Folder));
        ProcessEnd undone = Run(home, "undo", "--yes");
        Assert.Equal(0, undone.ExitCode);
        Assert.Equal(before, Look(tree.Folder));
    }

    [Fact]
    public void Files_of_one_name_coexist_in_the_trash_and_each_is_restored_to_its_own_place()
    {
        using var tree = new TempTree();
        using var home = new TempTree();
        byte[] broken = [(byte)'b', 0xFF, (byte)'.', (byte)'j'];
        string longest = new string('n', 247) + ".jpg\u00e9";
        for (int i = 0; i < 12; i++)
        {
            tree.AddFile($"{i}/photo.jpg", "same");
            tree.AddFile(new ByteName([.. Encoding.ASCII.GetBytes($"{i}/"), .. broken]), "other");
            tree.AddFile($"{i}/{longest}", "long");
            Age(tree[$"{i}/photo.jpg"], i);
        }

        string before = Look(tree.Folder);
        Succeeds(Run(home, "trash", "--yes", tree.Folder));
        string[] files = Directory.GetFiles($"{home["data/Trash/files"]}", "photo*");
        Assert.Equal(11, files.Length);
        Assert.Contains($"{home["data/Trash/files/photo.11.jpg"]}", files);
        Assert.Equal(33, Directory.GetFiles($"{home["data/Trash/info"]}").Length);
        Succeeds(Run(home, "undo", "--yes"));
        Assert.Equal(before, Look(tree.Folder));
        Assert.Empty(Directory.GetFileSystemEntries($"{home["data/Trash/info"]}"));
        Assert.Empty(Directory.GetFileSystemEntries($"{home["data/Trash/files"]}"));
    }

    [Fact]
    public void Files_emptied_from_the_trash_are_rebuilt_from_the_copy_that_stayed()
    {
        Needs.Program("trash-empty", "trash-cli");
        using var tree = new TempTree();
        using var home = new TempTree();
        tree.AddFile("keep", "same");
        tree.AddFile("drop/one", "same");
        tree.AddHardLink("drop/two", "drop/one");
        Age(tree["drop/one"]);
        string before = Look(tree.Folder);
        Succeeds(Run(home, "trash", "--yes", "--keep", "**/keep", tree.Folder));
        Judge(home, home.Folder, "trash-empty");
        Succeeds(Run(home, "undo", "--yes"));
        Assert.Equal(before, Look(tree.Folder));
    }

    [Theory]
    [InlineData("", ".Trash-0")]
    [InlineData("sticky", ".Trash/0")]
    [InlineData("not sticky", ".Trash-0")]
    [InlineData("link", ".Trash-0")]
    public void Another_file_system_has_a_trash_of_its_own_at_its_top(string made, string expected)
    {
        Needs.Program("trash-list", "trash-cli");
        using var tree = new TempTree();
        using var home = new TempTree();
        tree.AddSparseFile("image", 64L << 20);
        Tool.Run("mkfs.ext4", "-q", tree["image"]).MustSucceed();
        using Mount mount = Mount.Make(tree, "m", "-o", "loop", tree["image"]);
        if (made == "link")
        {
            tree.AddFolder("elsewhere");
            tree.AddSymbolicLink("m/.Trash", tree["elsewhere"]);
        }
        else if (made.Length > 0)
        {
            tree.AddFolder("m/.Trash");
            Tool.Run("chmod", made == "sticky" ? "1777" : "0777", tree["m/.Trash"]).MustSucceed();
        }

        tree.AddFile("m/a/keep", "same");
        tree.AddFile("m/b/c/drop it", "same");
        Succeeds(Run(home, "trash", "--yes", "--keep", "**/keep", tree["m"]));
        Assert.Equal("same", File.ReadAllText($"{tree["m"]}/{expected}/files/drop it"));
        string info = File.ReadAllText($"{tree["m"]}/{expected}/info/drop it.trashinfo");
        Assert.StartsWith("[Trash Info]\nPath=b/c/drop%20it\nDeletionDate=20", info, StringComparison.Ordinal);
        Assert.False(Directory.Exists($"{home["data/Trash"]}"));
        string modes = Tool.Run(
            "find", $"{tree["m"]}/{expected}", "-type", "d", "-printf", "%m ").MustSucceed().OutputText;
        Assert.Equal("700 700 700 ", modes);
        if (made != "link")
        {
            string listed = Judge(home, tree["m"], "trash-list").OutputText;
            Assert.Contains($" {tree["m/b/c/drop it"]}\n", listed);
        }

        Succeeds(Run(home, "undo", "--yes"));
        Assert.Equal("same", File.ReadAllText($"{tree["m/b/c/drop it"]}"));
    }

    [Fact]
    public void Nothing_is_done_where_no_trash_can_be_created()
    {
        Needs.Root();
        using var tree = new TempTree();
        using var home = new TempTree();
        using Mount mount = Mount.Make(tree, "m", "-t", "tmpfs", "none");
        tree.AddFile("m/mine/keep", "same");
        tree.AddFile("m/mine/drop", "same");
        tree.AddFolder("state");
        Tool.Run("chown", "-R", "65534:65534", tree["m/mine"], tree["state"]).MustSucceed();
        Tool.Run("chmod", "755", tree.Folder, tree["m"]).MustSucceed();
        string before = Look(tree["m/mine"]);
        ProcessStart start = Start(home, DoppelProgram.Path, ["trash", "--yes", tree["m/mine"]]);
        ProcessEnd end = Tool.Run(start with
        {
            Program = "setpriv",
            Arguments = ["--reuid=65534", "--regid=65534", "--clear-groups", start.Program, .. start.Arguments],
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_STATE_HOME"] = $"{tree["state"]}",
                ["XDG_DATA_HOME"] = $"{tree["state"]}",
            },
        });
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("there is no trash, and you cannot create one there", end.ErrorText);
        Assert.Equal(before, Look(tree["m/mine"]));
    }

    [Fact]
    public void A_home_folder_that_is_reached_by_a_link_has_its_trash_too()
    {
        using var tree = new TempTree();
        using var home = new TempTree();
        home.AddFolder("real");
        home.AddSymbolicLink("data", home["real"]);
        tree.AddFile("keep", "same");
        tree.AddFile("sub/drop", "same");
        string before = Look(tree.Folder);
        Succeeds(Run(home, "trash", "--yes", tree.Folder));
        Assert.True(File.Exists($"{home["real/Trash/files/drop"]}"));
        Succeeds(Run(home, "undo", "--yes"));
        Assert.Equal(before, Look(tree.Folder));
    }

    private static void Age(ByteName path, int days = 0) => Tool.Run(
        "touch", "-d", $"2004-05-{6 + days:00} 07:08:09.123456789", path).MustSucceed();

    private static ProcessEnd Run(TempTree home, params ByteName[] arguments) =>
        Tool.Run(Start(home, DoppelProgram.Path, arguments));

    private static ProcessStart Start(TempTree home, string program, ByteName[] arguments)
    {
        ProcessStart start = DoppelProgram.Start(arguments);
        return start with
        {
            Program = program,
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_STATE_HOME"] = $"{home["state"]}",
                ["XDG_DATA_HOME"] = $"{home["data"]}",
                ["LC_ALL"] = "C.UTF-8",
            },
        };
    }

    // trash-cli visits every mount of the machine, those too that other tests make and take away: it sees but one.
    private static ProcessEnd Judge(TempTree home, ByteName mount, string program, params ByteName[] arguments)
    {
        Needs.Root();
        File.WriteAllText($"{home["mounts"]}", $"none {mount} none rw 0 0\n");
        ProcessStart start = Start(home, "unshare", []);
        return Tool.Run(start with
        {
            Arguments =
            [
                "--mount", "sh", "-c", "mount --bind \"$0\" /proc/$$/mounts && exec \"$@\"", home["mounts"], program,
                .. arguments,
            ],
            Input = "0\n"u8.ToArray(),
        }).MustSucceed();
    }

    private static void Succeeds(ProcessEnd end) => Assert.True(end.ExitCode == 0, end.ErrorText);

    private static string Look(ByteName folder) => string.Join('\n', Tool.Run(
        "find", folder, "-type", "f", "-printf", "%P %s %T@ %U:%G %m %n\\n")
        .MustSucceed().OutputText.Split('\n').Order(StringComparer.Ordinal));
}
