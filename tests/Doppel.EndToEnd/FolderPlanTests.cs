using System.Text;

namespace Doppel.EndToEnd;

/// <summary>Reports of folders are planned and acted on by the real executable, and undone.</summary>
public sealed class FolderPlanTests
{
    [Theory]
    [InlineData("delete")]
    [InlineData("move")]
    [InlineData("trash")]
    public void One_of_equal_folders_is_kept_and_undo_restores_the_others_with_their_times(string action)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, links: action != "trash");
        tree.AddFolder("moved");
        string before = Look(tree);
        state.AddFile("report", DoppelProgram.Run(
            "find", "--folders", "--json", "--exclude", tree["moved"] + "/", tree.Folder).Output);
        ByteName[] to = action == "move" ? ["--to", tree["moved"]] : [];
        ProcessEnd acted = Run(state, [action, "--yes", .. to, state["report"]]);
        Assert.True(acted.ExitCode == 0, acted.ErrorText);
        Assert.False(Directory.Exists($"{tree["two"]}"));
        Assert.Equal("apple", File.ReadAllText($"{tree["one/apple"]}"));
        Assert.True(Directory.Exists($"{tree["none"]}"));
        ProcessEnd undone = Run(state, ["undo", "--yes"]);
        Assert.True(undone.ExitCode == 0, undone.ErrorText);
        Tool.Run("find", tree["moved"], "-mindepth", "1", "-depth", "-type", "d", "-empty", "-delete");
        Assert.Equal(before, Look(tree));
    }

    [Fact]
    public void A_plan_from_a_folder_report_is_acted_on_alike_and_a_dry_run_lists_all_of_it()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, links: true);
        string before = Look(tree);
        state.AddFile("report", DoppelProgram.Run("find", "--folders", "--json", tree.Folder).Output);
        ProcessEnd planned = Run(state, ["plan", "--empty-folders", state["report"], "-o", state["plan"]]);
        Assert.True(planned.ExitCode == 0, planned.ErrorText);
        ProcessEnd told = Run(state, ["delete", "--dry-run", state["plan"]]);
        Assert.Equal(
            [
                $"delete '{tree["two/apple"]}'  keeper '{tree["one/apple"]}'",
                $"delete '{tree["two/sub/pear"]}'  keeper '{tree["one/sub/pear"]}'",
                $"delete '{tree["two/sub/to apple"]}'",
                $"rmdir '{tree["none"]}'",
                $"rmdir '{tree["none/below"]}'",
                $"rmdir '{tree["two"]}'",
                $"rmdir '{tree["two/sub"]}'",
            ],
            told.OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries).Order(StringComparer.Ordinal));
        Assert.Equal(before, Look(tree));
        Assert.Equal(0, Run(state, ["delete", "--yes", state["plan"]]).ExitCode);
        Assert.False(Directory.Exists($"{tree["two"]}"));
        Assert.False(Directory.Exists($"{tree["none"]}"));
        Assert.Equal(0, Run(state, ["undo", "--yes"]).ExitCode);
        Assert.Equal(before, Look(tree));
    }

    [Fact]
    public void Linking_equal_folders_links_only_their_files()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, links: true);
        state.AddFile("report", DoppelProgram.Run("find", "--folders", "--json", tree.Folder).Output);
        Assert.Equal(0, Run(state, ["link", "--yes", state["report"]]).ExitCode);
        Assert.Equal(
            Tool.Run("stat", "-c", "%i", tree["one/sub/pear"]).OutputText,
            Tool.Run("stat", "-c", "%i", tree["two/sub/pear"]).OutputText);
        Assert.True(Directory.Exists($"{tree["two"]}"));
    }

    [Fact]
    public void A_folder_that_gained_a_file_since_the_report_is_kept_whole()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, links: true);
        state.AddFile("report", DoppelProgram.Run("find", "--folders", "--json", tree.Folder).Output);
        tree.AddFile("two/sub/new", "new");
        string before = Look(tree);
        ProcessEnd end = Run(state, ["delete", "--yes", state["report"]]);
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("are not those in the report", end.ErrorText);
        Assert.Equal(before, Look(tree));
    }

    [Theory]
    [InlineData("ext4", "e2fsprogs")]
    [InlineData("btrfs", "btrfs-progs")]
    [InlineData("xfs", "xfsprogs")]
    public void Folders_of_an_image_are_deleted_and_restored(string fileSystem, string package)
    {
        Needs.Root();
        Needs.Program("mkfs." + fileSystem, package);
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddSparseFile("image", 400L << 20);
        Tool.Run("mkfs." + fileSystem, "-q", tree["image"]).MustSucceed();
        using Mount mount = Mount.Make(tree, "m", "-o", "loop", tree["image"]);
        foreach (string folder in (string[])["m/one", "m/two"])
        {
            tree.AddFile(folder + "/apple", "apple");
            tree.AddFile(folder + "/sub/pear", Encoding.ASCII.GetBytes(new string('x', 300_000)));
            Tool.Run("setfattr", "-n", "user.note", "-v", "dear", tree[folder + "/sub"]).MustSucceed();
            Tool.Run("setfacl", "-d", "-m", "u:1234:r", tree[folder + "/sub"]).MustSucceed();
            Tool.Run("chown", "1234:99", tree[folder + "/sub"]).MustSucceed();
            Tool.Run("chmod", "2750", tree[folder + "/sub"]).MustSucceed();
        }

        string before = Look(tree) + Tool.Run("getfacl", tree["m/two/sub"]).OutputText;
        state.AddFile("report", DoppelProgram.Run("find", "--folders", "--json", tree["m"]).Output);
        ProcessEnd acted = Run(state, ["delete", "--yes", state["report"]]);
        Assert.True(acted.ExitCode == 0, acted.ErrorText);
        Assert.False(Directory.Exists($"{tree["m/two"]}"));
        ProcessEnd undone = Run(state, ["undo", "--yes"]);
        Assert.True(undone.ExitCode == 0, undone.ErrorText);
        Assert.Equal(before, Look(tree) + Tool.Run("getfacl", tree["m/two/sub"]).OutputText);
    }

    private static void Fill(TempTree tree, bool links)
    {
        foreach (string folder in (string[])["one", "two"])
        {
            tree.AddFile(folder + "/apple", "apple");
            tree.AddFile(folder + "/sub/pear", "pear");
            if (links)
            {
                tree.AddSymbolicLink(folder + "/sub/to apple", "../apple");
            }
        }

        tree.AddFolder("none/below");
    }

    private static ProcessEnd Run(TempTree state, IReadOnlyList<ByteName> arguments)
    {
        ProcessStart start = DoppelProgram.Start(arguments);
        return Tool.Run(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_STATE_HOME"] = state.Folder,
                ["XDG_DATA_HOME"] = state.Folder,
            },
        });
    }

    // Everything but what changes for whatever is below the top folder itself.
    private static string Look(TempTree tree) => string.Join('\n', Tool.Run(
        "find", tree.Folder, "-mindepth", "1", "-not", "-name", "moved", "-not", "-name", "m", "-not", "-name", "image",
        "-printf", "%P %y %s %T@ %U:%G %m %n %l\\n")
        .MustSucceed().OutputText.Split('\n').Order(StringComparer.Ordinal));
}
