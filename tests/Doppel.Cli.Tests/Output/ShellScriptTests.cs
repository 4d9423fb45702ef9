using System.Text;
using Doppel.Testing;
using Doppel.Testing.Processes;
using Doppel.Testing.Trees;

namespace Doppel.Cli.Tests.Output;

/// <summary>What <c>--script</c> writes does what the command itself would do, by any shell.</summary>
public sealed class ShellScriptTests
{
    // Whatever a shell, a program or printf could take for something else.
    private static readonly ByteName[] s_names =
    [
        "plain", " ", "-rf", "--", "a'b", "''", "\"$HOME\"", "`id`", "$(id)", "a\nb", "\n", "tab\t", "back\\slash",
        "*", "?", "[a]", "~", "#", ";", "&", "%s%n", "!", "{}", "é😀", "\u202E",
        new([(byte)'b', 0xFF, 0xFE, (byte)'d']), new([0x80]), new([(byte)'n', (byte)'\n', 0xE9, (byte)'\n']),
    ];

    public static TheoryData<string, string> Actions { get; } = new(
        from action in (string[])["link", "link --symbolic", "link --symbolic --absolute", "delete", "move",
            "delete --retarget-links", "move --retarget-links"]
        from shell in (string[])["dash", "bash"]
        select (action, shell));

    [Theory]
    [MemberData(nameof(Actions))]
    public void It_gives_the_same_tree_as_the_command(string action, string shell)
    {
        Need(shell);
        for (int i = 0; i < TestRun.Count(2, 30); i++)
        {
            int seed = (100 * i) + action.Length + TestRun.SeedOffset;
            using var tree = new TempTree();
            Fill(tree, seed);
            Tool.Run("cp", "-a", tree["one"], tree["two"]).MustSucceed();
            using var acting = new TestHost();
            int expected = Run(acting, tree, action, "one", "--yes");
            using var writing = new TestHost();
            Assert.Equal(expected, Run(writing, tree, action, "two", "--script"));
            tree.AddFile("script", writing.OutputBytes);
            Tool.Run(shell, "-n", tree["script"]).MustSucceed();
            ProcessEnd end = Tool.Run(shell, tree["script"]);
            Assert.True((end.ExitCode, end.ErrorText, end.OutputText) == (0, "", ""), $"seed {seed}: {end.ErrorText}");
            (string one, string two) = (Look(tree, "one"), Look(tree, "two"));
            Assert.True(one == two, $"seed {seed}: {one}\n\n{two}\n\n{writing.Output}");
        }
    }

    [Theory]
    [InlineData("link")]
    [InlineData("link --symbolic")]
    [InlineData("delete")]
    [InlineData("move")]
    [InlineData("reflink")]
    [InlineData("trash")]
    [InlineData("delete --retarget-links")]
    public void What_changed_since_it_was_written_is_left_alone_and_told_with_exit_status_1(string action)
    {
        using var tree = new TempTree();
        tree.AddFile("one/a", "same");
        tree.AddFile("one/b", "same");
        tree.AddSymbolicLink("one/to b", "b");
        tree.AddFolder("moved");
        using var host = new TestHost();
        bool retargets = action.EndsWith("links", StringComparison.Ordinal);
        Assert.Equal(0, Run(host, tree, action + (retargets ? " --prefer first-name" : ""), "one", "--script"));
        tree.AddFile("script", host.OutputBytes);
        bool isA = host.Output.Contains($"{tree.Folder}/one/b' '{tree.Folder}/one/a'", StringComparison.Ordinal);
        string changed = $"{tree.Folder}/one/{(isA ? "a" : "b")}";
        File.AppendAllText(changed, "!");
        string before = Look(tree, "one");
        Tool.Run("sh", "-n", tree["script"]).MustSucceed();
        ProcessEnd end = Tool.Run("sh", tree["script"]);
        Assert.Equal((1, $"skipped: {changed}: it differs from its keeper\n"), (end.ExitCode, end.ErrorText));
        Assert.Equal(before, Look(tree, "one"));
    }

    [Fact]
    public void Its_head_says_what_it_lacks_and_it_begins_nothing_itself()
    {
        using var tree = new TempTree();
        tree.AddFile("one/a", "same");
        tree.AddFile("one/b", "same");
        using var host = new TestHost();
        Assert.Equal(0, Run(host, tree, "delete", "one", "--script"));
        Assert.StartsWith("#!/bin/sh\n# Made by doppel ", host.Output, StringComparison.Ordinal);
        Assert.Contains("weaker than doppel itself", host.Output, StringComparison.Ordinal);
        Assert.Contains("doppel undo knows nothing of it", host.Output, StringComparison.Ordinal);
        Assert.Equal(["one"], Directory.EnumerateFileSystemEntries(tree.Folder).Select(Path.GetFileName));
    }

    [Fact]
    public void Names_that_are_left_alone_are_told_when_it_is_written()
    {
        using var tree = new TempTree();
        tree.AddFile("one/a", "same");
        tree.AddFile("one/b", "same");
        tree.ChangeMode("one/b", 0x1C0);
        using var host = new TestHost();
        Assert.Equal(1, Run(host, tree, "link", "one", "--script"));
        Assert.Contains("left alone: ", host.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("\nact '", host.Output, StringComparison.Ordinal);
    }

    private static void Fill(TempTree tree, int seed)
    {
        var random = new Random(seed);
        tree.AddFolder("one");
        tree.AddFolder("moved");
        for (int i = 0; i < 25; i++)
        {
            ByteName name = Name(random, i);
            tree.AddFile("one/" + name, $"content {random.Next(6)}");
            if (random.Next(4) == 0)
            {
                tree.AddHardLink("one/" + name + "again", "one/" + name);
            }

            if (random.Next(3) == 0)
            {
                tree.AddSymbolicLink("one/" + name + "link", name.Components.Last());
            }
        }
    }

    private static ByteName Name(Random random, int number)
    {
        ByteName folder = random.Next(2) == 0 ? s_names[random.Next(s_names.Length)] + "d/" : "";
        return folder + s_names[random.Next(s_names.Length)] + $"{number}";
    }

    private static int Run(TestHost host, TempTree tree, string action, string root, string how)
    {
        host.Environment["XDG_STATE_HOME"] = tree.Folder + "/state";
        host.Environment["HOME"] = tree.Folder;
        string[] to = action.StartsWith("move", StringComparison.Ordinal) ? ["--to", tree.Folder + "/moved"] : [];
        return host.Run([.. action.Split(' '), how, .. to, $"{tree.Folder}/{root}"]);
    }

    // Names, links and contents, and which names are one file; what was moved has its whole path below its folder.
    private static string Look(TempTree tree, string root)
    {
        string moved = $"{tree.Folder}/moved{tree.Folder}/{root}";
        string[] folders = [$"{tree.Folder}/{root}", .. Directory.Exists(moved) ? [moved] : Array.Empty<string>()];
        var seen = new Dictionary<string, int>();
        var text = new StringBuilder();
        foreach (string folder in folders)
        {
            byte[] found = Tool.Run("find", folder, "!", "-type", "d", "-printf", "%P\\001%i\\001%y %s %l\\0")
                .MustSucceed().Output;
            foreach (string entry in Encoding.Latin1.GetString(found).Split('\0').Order(StringComparer.Ordinal))
            {
                string[] parts = entry.Split('\u0001');
                int inode = parts.Length < 3 ? 0
                    : seen.TryGetValue(parts[1], out int known) ? known : seen[parts[1]] = seen.Count;
                text.Append(entry.Length == 0 ? "" : $"{parts[0]} = {inode} {parts[2]}\n");
            }

            byte[] sums = Tool.Run(
                "find", folder, "-type", "f", "-exec", "sh", "-c", "cd \"$1\"; shift; sha256sum -z -- \"$@\"", "sh",
                folder, "{}", "+").MustSucceed().Output;
            text.AppendJoin('\n', Encoding.Latin1.GetString(sums).Replace(folder, "", StringComparison.Ordinal)
                .Split('\0').Order(StringComparer.Ordinal));
        }

        return text.ToString().Replace($"{tree.Folder}/{root}", "", StringComparison.Ordinal);
    }

    private static void Need(string program)
    {
        if (Tool.Find(program) is null)
        {
            Assert.SkipUnless(TestRun.IsBuildServer, $"needs {program}");
            Assert.Fail($"needs {program}");
        }
    }
}
