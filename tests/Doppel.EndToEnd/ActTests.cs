using System.Diagnostics;
using System.Security.Cryptography;
using System.Text;

namespace Doppel.EndToEnd;

/// <summary>
/// Files are joined, removed, moved and brought back by the real executable, which may be killed at any time.
/// </summary>
public sealed class ActTests
{
    private const int Killed = 128 + 9;

    public static TheoryData<string> Actions { get; } = ["link", "link --symbolic", "trash", "delete", "move"];

    [Theory]
    [MemberData(nameof(Actions))]
    public void Undo_reverses_every_action_as_seen_by_find(string action)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, groups: 20);
        tree.AddHardLink("0/another name", "0/copy1");
        tree.AddFile(new ByteName([(byte)'b', 0xFF, (byte)'d']), "content 1");
        string before = Look(tree);
        ProcessEnd acted = Run(state, Arguments(action, tree));
        Assert.Equal((0, ""), (acted.ExitCode, acted.OutputText));
        Assert.NotEqual(before, Look(tree));
        Assert.Equal(0, Run(state, [.. Arguments(action, tree)]).ExitCode);
        ProcessEnd undone = Run(state, ["undo", "--yes"]);
        Assert.True(undone.ExitCode == 0, undone.ErrorText);
        Tool.Run("find", tree["moved"], "-depth", "-type", "d", "-empty", "-delete");
        Assert.Equal(before, Look(tree));
    }

    [Fact]
    public void Nothing_is_done_where_nobody_can_be_asked()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, groups: 3);
        string before = Look(tree);
        ProcessEnd end = Run(state, ["delete", tree.Folder]);
        Assert.Equal(2, end.ExitCode);
        Assert.Contains("--yes", end.ErrorText);
        Assert.Equal(before, Look(tree));
    }

    [Fact]
    public void A_person_is_asked_on_a_terminal_and_no_means_no()
    {
        Needs.Program("script", "bsdutils");
        foreach ((string answer, bool acts) in ((string, bool)[])[("n", false), ("y", true)])
        {
            using var tree = new TempTree();
            using var state = new TempTree();
            Fill(tree, groups: 3);
            string before = Look(tree);
            ProcessStart start = Start(state, []) with
            {
                Program = "script",
                Arguments = ["-qec", $"'{DoppelProgram.Path}' delete '{tree.Folder}'", "/dev/null"],
                Input = Encoding.UTF8.GetBytes(answer + "\n"),
            };
            ProcessEnd end = Tool.Run(start);
            Assert.Contains("[y/N", end.OutputText);
            Assert.Equal(acts, before != Look(tree));
        }
    }

    [Fact]
    public void At_the_question_the_plan_can_be_saved_and_acted_on_later()
    {
        Needs.Program("script", "bsdutils");
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, groups: 3);
        string before = Look(tree);
        ProcessStart start = Start(state, []) with
        {
            Program = "script",
            Arguments = ["-qec", $"'{DoppelProgram.Path}' delete '{tree.Folder}'", "/dev/null"],
            Input = "p\nn\n"u8.ToArray(),
            Folder = state.Folder,
        };
        ProcessEnd end = Tool.Run(start);
        string plan = Path.GetFileName(Assert.Single(Directory.GetFiles(state.Folder, "doppel-plan-*.json")));
        Assert.Contains($"saved; act on it with: doppel delete {plan}", end.OutputText, StringComparison.Ordinal);
        Assert.Equal(before, Look(tree));
        Run(state, ["delete", "--yes", state[plan]]).MustSucceed();
        Assert.Equal(3, Directory.GetFiles(tree.Folder, "*", SearchOption.AllDirectories).Length);
    }

    [Fact]
    public void A_dry_run_lists_each_name_and_changes_nothing()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, groups: 3);
        string before = Look(tree);
        ProcessEnd end = Run(state, ["link", "--dry-run", tree.Folder]);
        Assert.Equal(0, end.ExitCode);
        string[] lines = end.OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(6, lines.Length);
        Assert.All(lines, static line => Assert.StartsWith("link '", line, StringComparison.Ordinal));
        Assert.Equal(before, Look(tree));
        Assert.Empty(Directory.GetFileSystemEntries(state.Folder));
    }

    [Fact]
    public void Plans_and_reports_are_acted_on_alike()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, groups: 3);
        string before = Look(tree);
        byte[] report = DoppelProgram.Run("find", "--json", tree.Folder).Output;
        state.AddFile("report", report);
        Assert.Equal(0, Run(state, ["plan", state["report"], "-o", state["plan"]]).ExitCode);
        foreach (ByteName input in (ByteName[])[state["plan"], state["report"]])
        {
            Assert.Equal(0, Run(state, ["link", "--yes", input]).ExitCode);
            Assert.Equal(3, Directory.EnumerateFiles(tree.Folder, "*", SearchOption.AllDirectories)
                .Select(static path => Tool.Run("stat", "-c", "%i", path).OutputText).Distinct().Count());
            Assert.Equal(0, Run(state, ["undo", "--yes"]).ExitCode);
            Assert.Equal(before, Look(tree));
        }
    }

    /// <summary>Killed at random moments, every content has a name, and undo brings all back.</summary>
    [Theory]
    [MemberData(nameof(Actions))]
    public void A_killed_run_loses_nothing_and_is_undone(string action)
    {
        int groups = TestRun.Count(100, 700);
        int kills = TestRun.Count(6, 125);
        var random = new Random(TestRun.SeedOffset + action.Length);
        using var tree = new TempTree();
        Fill(tree, groups);
        string before = Look(tree);
        HashSet<string> contents = Contents(tree.Folder);
        TimeSpan whole = TimeSpan.FromMilliseconds(400);
        int killed = 0;
        for (int i = 0; i < kills; i++)
        {
            using var state = new TempTree();
            var watch = Stopwatch.StartNew();
            using (ChildProcess child = ChildProcess.Start(Start(state, Arguments(action, tree))))
            {
                TimeSpan moment = whole * random.NextDouble();
                SpinWait.SpinUntil(() => watch.Elapsed > moment || !child.Runs);
                if (child.Runs)
                {
                    child.Signal(9);
                }

                ProcessEnd end = child.WaitForEnd();
                killed += end.ExitCode == Killed ? 1 : 0;
                whole = end.ExitCode == Killed ? whole : watch.Elapsed;
            }

            Assert.Subset(Contents(tree.Folder, state.Folder), contents);

            // One that was killed before its first intent was written has done nothing.
            ProcessEnd undone = Run(state, ["undo", "--yes"]);
            Assert.True(
                undone.ExitCode == 0 || undone.ErrorText.Contains("there is no run to undo", StringComparison.Ordinal),
                $"seed {TestRun.SeedOffset}, kill {i}: {undone.ErrorText}");

            Tool.Run("find", tree["moved"], "-depth", "-type", "d", "-empty", "-delete");
            Assert.Equal(before, Look(tree));
        }

        Assert.True(killed > 0, "no run was killed before it ended");
    }

    private static void Fill(TempTree tree, int groups)
    {
        for (int i = 0; i < groups; i++)
        {
            for (int copy = 0; copy < 3; copy++)
            {
                string name = copy == 0 ? "keep" : $"copy{copy}";
                string number = i < 7 ? "" : $"{i}";
                tree.AddFile($"{i % 7}/{name}{number}", $"content {i}");
            }
        }
    }

    private static ByteName[] Arguments(string action, TempTree tree)
    {
        string[] words = action.Split(' ');
        if (action == "move")
        {
            tree.AddFolder("moved");
        }

        ByteName[] to = action == "move" ? ["--to", tree["moved"], "--exclude", tree["moved"] + "/"] : [];
        return [.. words.Select(static word => (ByteName)word), .. to, "--yes", "--quiet", tree.Folder];
    }

    private static ProcessStart Start(TempTree state, IReadOnlyList<ByteName> arguments)
    {
        ProcessStart start = DoppelProgram.Start(arguments);
        return start with
        {
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_STATE_HOME"] = state.Folder,
                ["XDG_DATA_HOME"] = $"{state["data"]}",
            },
        };
    }

    private static ProcessEnd Run(TempTree state, IReadOnlyList<ByteName> arguments) =>
        Tool.Run(Start(state, arguments));

    // Which names are one file, with times to the nanosecond, owners, modes and link counts.
    private static string Look(TempTree tree)
    {
        string[] lines = Tool.Run(
            "find", tree.Folder, "-type", "f", "-printf", "%i %P %s %T@ %U:%G %m %n\\n", "-o", "-type", "l", "-printf",
            "link %P %l\\n").MustSucceed().OutputText.Split('\n');
        Dictionary<string, string> first = [];
        foreach (string line in lines.Order(StringComparer.Ordinal).Where(static line => line.Length > 0))
        {
            string[] parts = line.Split(' ', 2);
            first[parts[0]] = first.TryGetValue(parts[0], out string? names) ? names + "\n" + parts[1] : parts[1];
        }

        return string.Join("\n\n", first.Values.Order(StringComparer.Ordinal));
    }

    private static HashSet<string> Contents(params string[] folders) =>
    [
        .. folders.SelectMany(static folder => Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
            .Where(static path => new FileInfo(path).LinkTarget is null)
            .Select(static path => Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(path)))),
    ];
}
