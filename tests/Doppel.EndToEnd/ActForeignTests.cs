using System.Text.RegularExpressions;

namespace Doppel.EndToEnd;

/// <summary>
/// File systems of programs, one file under two identities, and folders in which not everything may be done: nothing
/// is lost, and what cannot be done is said and leaves nothing behind.
/// </summary>
public sealed class ActForeignTests
{
    private const string Content = "precious";

    /// <summary>Every action that may remove or replace a name.</summary>
    public static TheoryData<string, bool> TwoIdentities { get; } = new(
        from action in (string[])["link", "link --symbolic", "delete", "move"]
        from isTurned in (bool[])[false, true]
        select (action, isTurned));

    [Fact]
    public void A_file_system_without_links_refuses_them_and_takes_the_rest()
    {
        using var tree = new TempTree();
        using Mount mount = MountFat(tree);
        string before = Fill(tree);
        foreach (string action in (string[])["link", "link --symbolic"])
        {
            using var state = new TempTree();
            ProcessEnd end = Act(state, action, tree, "m");
            Assert.Equal(1, end.ExitCode);
            Assert.Contains("link", end.ErrorText);
            Assert.Equal(before, Look(tree));
        }

        // This program may give a renamed file the time of now: then it is taken for another one and put back.
        foreach (string action in (string[])["delete", "move"])
        {
            using var state = new TempTree();
            ProcessEnd end = Act(state, action, tree, "m");
            Assert.True(
                end.ExitCode == 0 || Regex.IsMatch(end.ErrorText, "another program (replaced|changed) it"),
                end.ErrorText);
            AssertKept(tree);
            ProcessEnd undone = StateFolder.Run(state.Folder, "undo", "--yes");
            Assert.True(undone.ExitCode == 0 || end.ExitCode != 0, undone.ErrorText);
            Assert.DoesNotContain(".doppel-", Look(tree));
            Assert.Equal(Content, File.ReadAllText($"{tree["m/1"]}"));
            Assert.Equal(Content, File.ReadAllText($"{tree["m/2"]}"));
        }
    }

    [Theory]
    [InlineData("link")]
    [InlineData("link --symbolic")]
    [InlineData("delete")]
    [InlineData("move")]
    public void A_file_system_that_cannot_exchange_names_is_acted_on(string action)
    {
        Needs.Root();
        Needs.Program("ntfs-3g", "ntfs-3g");
        using var tree = new TempTree();
        tree.AddSparseFile("image", 20 << 20);
        Tool.Run("mkfs.ntfs", "-q", "-F", tree["image"]).MustSucceed();
        using Mount mount = MountByProgram(tree, "ntfs-3g", tree["image"], tree["m"]);
        ActsAndUndoes(tree, action, Fill(tree));
    }

    [Theory]
    [MemberData(nameof(TwoIdentities))]
    public void One_file_of_an_overlay_and_of_its_upper_folder_is_never_lost(string action, bool isTurned) =>
        OneFileTwice(action, isTurned, "low/upper", static tree =>
        {
            Mount below = Mount.Make(tree, "low", "-t", "tmpfs", "none");
            tree.AddFile("low/upper/one", Content);
            tree.AddFolder("low/lower");
            tree.AddFolder("low/work");
            ByteName options =
                $"lowerdir={tree["low/lower"]},upperdir={tree["low/upper"]},workdir={tree["low/work"]}";
            return [Mount.Make(tree, "m", "-t", "overlay", "overlay", "-o", options), below];
        });

    // What is below stays there whatever happens above; and what goes from below is seen above.
    [Theory]
    [MemberData(nameof(TwoIdentities))]
    public void One_file_of_an_overlay_and_of_its_lower_folder_is_never_lost(string action, bool isTurned) =>
        OneFileTwice(action, isTurned, "low/lower", static tree =>
        {
            Mount below = Mount.Make(tree, "low", "-t", "tmpfs", "none");
            tree.AddFile("low/lower/one", Content);
            tree.AddFolder("low/upper");
            tree.AddFolder("low/work");
            ByteName options =
                $"lowerdir={tree["low/lower"]},upperdir={tree["low/upper"]},workdir={tree["low/work"]}";
            return [Mount.Make(tree, "m", "-t", "overlay", "overlay", "-o", options), below];
        });

    /// <summary>The program caches names and facts for longer than the test lasts, or not at all.</summary>
    [Theory]
    [InlineData("link", 0), InlineData("link", 900)]
    [InlineData("link --symbolic", 0), InlineData("link --symbolic", 900)]
    [InlineData("delete", 0), InlineData("delete", 900)]
    [InlineData("move", 0), InlineData("move", 900)]
    public void One_file_behind_a_program_and_at_its_source_is_never_lost(string action, int cachedSeconds)
    {
        Needs.Root();
        Needs.Program("bindfs", "bindfs");
        foreach (bool isTurned in (bool[])[false, true])
        {
            OneFileTwice(action, isTurned, "source", tree =>
            {
                tree.AddFile("source/one", Content);
                return [MountByProgram(
                    tree, "bindfs", "-o", $"attr_timeout={cachedSeconds},entry_timeout={cachedSeconds}",
                    tree["source"], tree["m"])];
            });
        }
    }

    [Theory]
    [MemberData(nameof(TwoIdentities))]
    public void One_file_of_two_mounts_is_never_lost(string action, bool isTurned) =>
        OneFileTwice(action, isTurned, "first", static tree =>
        {
            Needs.Program("mkfs.ext4", "e2fsprogs");
            tree.AddSparseFile("image", 40 << 20);
            Tool.Run("mkfs.ext4", "-q", tree["image"]).MustSucceed();
            Mount first = Mount.Make(tree, "first", "-o", "loop", tree["image"]);
            tree.AddFile("first/one", Content);
            return [Mount.Make(tree, "m", "--bind", tree["first"]), first];
        });

    [Theory]
    [InlineData("link")]
    [InlineData("link --symbolic")]
    [InlineData("delete")]
    [InlineData("move")]
    public void Files_of_others_in_a_sticky_folder_are_left_alone_and_nothing_is_left_over(string action)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        using var program = new TempTree();
        Fill(tree);
        tree.ChangeMode("m", 0x3FF); // rwxrwxrwt
        tree.AddFolder("to");
        Tool.Run("chmod", "777", tree["to"], state.Folder).MustSucceed();
        string before = Look(tree);
        ProcessEnd end = Tool.Run(AsNobody(program, state, tree, action, "--across-owners", tree["m"]));
        Assert.True(end.ExitCode == 1, end.ErrorText);
        Assert.Contains("skipped", end.ErrorText);
        Assert.Equal(before, Look(tree));

        // Where the file is the user's own, he may.
        Tool.Run("chown", "nobody", tree["m/2"]).MustSucceed();
        end = Tool.Run(AsNobody(program, state, tree, action, "--across-owners", tree["m"]));
        Assert.True(end.ExitCode == 1, end.ErrorText);
        Assert.NotEqual(before, Look(tree));
        Assert.DoesNotContain(".doppel-", Look(tree));
        AssertKept(tree);
    }

    [Theory]
    [InlineData("link")]
    [InlineData("link --symbolic")]
    [InlineData("delete")]
    public void Files_of_another_user_are_not_joined_or_removed_unless_it_is_asked_for(string action)
    {
        Needs.Root();
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree);
        Tool.Run("chown", "nobody", tree["m/2"]).MustSucceed();
        string look = Inode(tree, "m/2");
        ProcessEnd end = Act(state, action, tree, "m");
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("different owners", end.ErrorText);
        Assert.Equal(look, Inode(tree, "m/2"));
        end = Act(state, action, tree, "m", "--across-owners");
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.NotEqual(look, Inode(tree, "m/2"));
        AssertKept(tree);
    }

    /// <summary>A user may not touch what lies in the folders of others, and nothing is left over.</summary>
    [Fact]
    public void In_folders_of_others_a_user_changes_nothing()
    {
        foreach (string action in (string[])["link", "link --symbolic", "delete", "move"])
        {
            using var tree = new TempTree();
            using var state = new TempTree();
            using var program = new TempTree();
            tree.AddFolder("to");
            Fill(tree);
            Tool.Run("chmod", "777", state.Folder, tree["to"]).MustSucceed();
            string before = Look(tree);
            ProcessEnd end = Tool.Run(AsNobody(program, state, tree, action, "--across-owners", tree["m"]));
            Assert.True(end.ExitCode == 1, end.ErrorText);
            Assert.Contains("skipped", end.ErrorText);
            Assert.Equal(before, Look(tree));
        }
    }

    /// <summary>The attribute is the folder's, the file's, or that of the keeper, which gets no further name.</summary>
    [Theory]
    [InlineData("+i", "m")]
    [InlineData("+a", "m")]
    [InlineData("+i", "m/2")]
    [InlineData("+a", "m/2")]
    [InlineData("+i", "m/0")]
    [InlineData("+a", "m/0")]
    public void Immutable_and_append_only_entries_are_left_alone_without_leftovers(string attribute, string on)
    {
        Needs.Root();
        foreach (string action in (string[])["link", "link --symbolic", "delete", "move"])
        {
            using var tree = new TempTree();
            using var state = new TempTree();
            tree.AddFolder("to");
            Fill(tree);
            string before = Look(tree);
            ProcessEnd set = Tool.Run("chattr", attribute, tree[on]);
            if (set.ExitCode != 0)
            {
                Needs.Miss($"needs a file system with attributes: {set.ErrorText.Trim()}");
            }

            try
            {
                ProcessEnd end = Act(state, action, tree, "m");
                bool isKeeper = on == "m/0" && action != "link";
                Assert.True(end.ExitCode == (isKeeper ? 0 : 1), end.ErrorText);
                Assert.True(isKeeper || end.ErrorText.Contains("immutable or append-only"), end.ErrorText);
                Assert.DoesNotContain(".doppel-", Look(tree));
                Assert.True(on != "m" || before == Look(tree), "Nothing in the folder may have changed.");
                AssertKept(tree);
            }
            finally
            {
                Tool.Run("chattr", attribute.Replace('+', '-'), tree[on]).MustSucceed();
            }
        }
    }

    private static void OneFileTwice(string action, bool isTurned, string other, Func<TempTree, Mount[]> mount)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFolder("to");
        Mount[] mounts = mount(tree);
        try
        {
            // What is cached from now on is what was there before.
            Tool.Run("ls", "-l", tree["m"]).MustSucceed();
            Act(state, action, tree, isTurned ? [other, "m"] : ["m", other]);

            // A content that was not there twice is still reached by a name; a link that leads in a circle is none.
            Assert.Contains(
                Tool.Run("timeout", "9", "find", tree[other], tree["m"], tree["to"], "-type", "f").OutputText.Split(
                    '\n', StringSplitOptions.RemoveEmptyEntries),
                static path => File.ReadAllText(path) == Content);
            Assert.DoesNotContain(".doppel-", Tool.Run("find", tree[other]).OutputText);
            ProcessEnd again = Tool.Run("cat", tree[other] / "one");
            Assert.True(
                again.OutputText == Content || action == "move" || (isTurned && other == "low/lower"),
                again.ErrorText);
        }
        finally
        {
            mounts.ToList().ForEach(static one => one.Dispose());
        }
    }

    private static void ActsAndUndoes(TempTree tree, string action, string before)
    {
        using var state = new TempTree();
        tree.AddFolder("to");
        ProcessEnd end = Act(state, action, tree, "m");
        Assert.True(end.ExitCode == 0, end.ErrorText);
        Assert.NotEqual(before, Look(tree));
        AssertKept(tree);
        ProcessEnd undone = StateFolder.Run(state.Folder, "undo", "--yes");
        Assert.True(undone.ExitCode == 0, undone.ErrorText);
        Tool.Run("find", tree["to"], "-depth", "-mindepth", "1", "-type", "d", "-empty", "-delete");
        Assert.Equal(before, Look(tree));
    }

    // Three of a kind, of which 0 is the keeper, and one alone.
    private static string Fill(TempTree tree)
    {
        for (int i = 0; i < 4; i++)
        {
            tree.AddFile($"m/{i}", i < 3 ? Content : "alone");
        }

        tree.AddFolder("to");
        return Look(tree);
    }

    private static void AssertKept(TempTree tree)
    {
        Assert.Equal(Content, File.ReadAllText($"{tree["m/0"]}"));
        Assert.Equal("alone", File.ReadAllText($"{tree["m/3"]}"));
    }

    private static ProcessEnd Act(TempTree state, string action, TempTree tree, params string[] folders) =>
        StateFolder.Run(state.Folder, [.. Words(action, tree), .. folders.Select(one => Operand(tree, one))]);

    private static ByteName[] Words(string action, TempTree tree)
    {
        ByteName[] to = action == "move" ? ["--to", tree["to"]] : [];
        return [.. action.Split(' ').Select(static word => (ByteName)word), .. to, "--yes", "-v"];
    }

    private static ByteName Operand(TempTree tree, string one) =>
        one.StartsWith("--", StringComparison.Ordinal) ? one : tree[one];

    private static ProcessStart AsNobody(
        TempTree program, TempTree state, TempTree tree, string action, params ByteName[] more)
    {
        Needs.Root();
        Needs.Program("setpriv", "util-linux");
        Tool.Run("chmod", "755", program.Folder, tree.Folder).MustSucceed();
        Tool.Run("cp", DoppelProgram.Path, program["doppel"]).MustSucceed();
        ProcessStart start = DoppelProgram.Start().WithState(state.Folder);
        return start with
        {
            Program = "setpriv",
            Arguments =
            [
                "--reuid=65534", "--regid=65534", "--clear-groups", "--", program["doppel"], .. Words(action, tree),
                .. more,
            ],
            Folder = "/",
        };
    }

    private static Mount MountFat(TempTree tree)
    {
        Needs.Root();
        Needs.Program("fusefat", "fusefat");
        Needs.Program("mkfs.fat", "dosfstools");
        tree.AddSparseFile("image", 40 << 20);
        Tool.Run("mkfs.fat", "-F", "32", tree["image"]).MustSucceed();
        return MountByProgram(tree, "fusefat", "-o", "rw+", tree["image"], tree["m"]);
    }

    private static Mount MountByProgram(TempTree tree, string program, params ByteName[] arguments)
    {
        tree.AddFolder("m");
        ProcessEnd end = Tool.Run(program, arguments);
        if (end.ExitCode != 0)
        {
            Needs.Miss($"needs FUSE: {end.ErrorText.Trim()}");
        }

        return Mount.TakeOver(tree["m"]);
    }

    private static string Inode(TempTree tree, string path) =>
        Tool.Run("stat", "-c", "%i %h %F", tree[path]).OutputText;

    private static string Look(TempTree tree) => string.Join('\n', Tool.Run(
        "find", tree["m"], tree["to"], "-type", "f", "-printf", "%P %s %T@ %U:%G %m %n\\n", "-o", "-type", "l",
        "-printf", "%P %l\\n").OutputText.Split('\n').Order(StringComparer.Ordinal));
}
