using System.Diagnostics;

namespace Doppel.EndToEnd;

/// <summary>
/// Files of one sound under other tags, acted on by the real executable, which may be killed at any time.
/// </summary>
public sealed class MediaActTests
{
    private const int Killed = 128 + 9;

    public static TheoryData<string> Actions { get; } = ["link", "link --symbolic", "trash", "delete", "move"];

    [Theory]
    [MemberData(nameof(Actions))]
    public void Actions_on_media_are_undone_byte_for_byte(string action)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, sounds: 20);
        tree.AddHardLink("0/another name", "0/some0.wav");
        string before = Look(tree);
        ProcessEnd acted = Run(state, Arguments(action, tree));
        Assert.Equal((0, ""), (acted.ExitCode, acted.OutputText));
        Assert.NotEqual(before, Look(tree));
        Assert.All(Enumerable.Range(0, 20), number => Assert.Equal(
            action.StartsWith("link", StringComparison.Ordinal) ? 3 : 1,
            Directory.EnumerateFiles($"{tree[$"{number % 7}"]}", $"*{number}.wav")
                .Count(path => WaveFile.Make(number, "a title", "somebody").AsSpan().SequenceEqual(
                    File.ReadAllBytes(path)))));
        ProcessEnd undone = Run(state, ["undo", "--yes"]);
        Assert.True(undone.ExitCode == 0, undone.ErrorText);
        Tool.Run("find", tree["moved"], "-depth", "-type", "d", "-empty", "-delete");
        Assert.Equal(before, Look(tree));
    }

    [Theory]
    [InlineData("delete", true)]
    [InlineData("move", false)]
    public void A_journal_says_that_tags_are_stored_beside_it_and_pruning_it_removes_them(string action, bool keeps)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, sounds: 1);
        Assert.Equal(0, Run(state, Arguments(action, tree)).ExitCode);
        string id = Run(state, ["journal"]).OutputText.Split('\t')[0];
        string[] recipes = Directory.GetFiles(state.Folder, "*.recipes", SearchOption.AllDirectories);
        string last = Run(state, ["journal", "show", id]).OutputText
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)[^1];
        if (keeps)
        {
            Assert.Equal(id, Path.GetFileNameWithoutExtension(Assert.Single(recipes)));
            long bytes = new FileInfo(recipes[0]).Length;
            Assert.InRange(bytes, 1, 1023);
            Assert.Equal($"tags of media files are stored in {id}.recipes next to the journal, {bytes} B", last);
        }
        else
        {
            Assert.Empty(recipes);
            Assert.StartsWith("done ", last, StringComparison.Ordinal);
        }

        Assert.Equal(0, Run(state, ["journal", "--prune", id]).ExitCode);
        Assert.Empty(Directory.GetFiles(state.Folder, $"{id}*", SearchOption.AllDirectories));
    }

    [Fact]
    public void Media_groups_are_skipped_with_a_notice_unless_requested()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, sounds: 3);
        string before = Look(tree);
        string report = $"{state["report"]}";
        string plan = $"{state["plan"]}";
        Assert.Equal(0, Run(state, ["find", "--media", "--json", "-q", "-o", report, tree.Folder]).ExitCode);
        ProcessEnd planned = Run(state, ["plan", report, "-o", plan]);
        Assert.Contains("3 media groups skipped: use --media to include them", planned.ErrorText);
        Assert.DoesNotContain("media-group", File.ReadAllText(plan));
        planned = Run(state, ["plan", "--media", report, "-o", plan]);
        Assert.Contains("3 groups of media that differ only in tags: ", planned.ErrorText);
        foreach (string operand in (string[])[report, plan])
        {
            ProcessEnd left = Run(state, ["delete", "--yes", operand]);
            Assert.Contains("3 media groups skipped", left.ErrorText);
            Assert.Equal(before, Look(tree));
        }

        ProcessEnd explained = Run(state, ["plan", "--media", "--explain", report]);
        Assert.Contains("        loses title: other 1\n", explained.OutputText);
        ProcessEnd dry = Run(state, ["trash", "--media", "--dry-run", plan]);
        Assert.Contains("  loses title\n", dry.OutputText);
        Assert.Equal(before, Look(tree));
    }

    [Theory]
    [InlineData("reflink --media", "differ in their tags, and only identical files can share blocks")]
    [InlineData("delete --script --media", "--script cannot be used with --media")]
    public void Actions_that_do_not_support_media_are_refused(string words, string why)
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, sounds: 1);
        ProcessEnd end = Run(state, [.. words.Split(' ').Select(static word => (ByteName)word), tree.Folder]);
        Assert.Equal((2, ""), (end.ExitCode, end.OutputText));
        Assert.Contains(why, end.ErrorText);
        Assert.Contains("doppel trash --media", end.ErrorText);
    }

    /// <summary>Of each sound, one file has other tags and one has none.</summary>
    [Theory]
    [InlineData("", 5)]
    [InlineData("--if-tags-lost=ask", 5)]
    [InlineData("--if-tags-lost=skip", 5)]
    [InlineData("--if-tags-lost=remove", 0)]
    public void A_file_whose_tags_would_be_lost_stays_where_nobody_is_asked(string option, int staying)
    {
        const int Sounds = 5;
        using var tree = new TempTree();
        using var state = new TempTree();
        Fill(tree, Sounds);
        ByteName[] options = option.Length > 0 ? [option] : [];
        ProcessEnd acted = Run(state, ["trash", "--media", "--yes", .. options, tree.Folder]);
        Assert.Equal(staying > 0 ? 1 : 0, acted.ExitCode);
        Assert.Equal(
            (Sounds, staying, 0), (Count(tree, "most*"), Count(tree, "some*"), Count(tree, "none*")));
        for (int i = 0; i < staying; i++)
        {
            Assert.Contains(
                $"some{i}.wav': it has tags that the keeper lacks (title)", acted.ErrorText, StringComparison.Ordinal);
        }

        Assert.Equal(
            staying > 0, acted.ErrorText.Contains("--if-tags-lost", StringComparison.Ordinal));
    }

    /// <summary>Killed at random moments, every sound has a name, and undo brings all files back.</summary>
    [Theory]
    [MemberData(nameof(Actions))]
    public void A_killed_run_loses_no_sound_and_is_undone_with_all_tags(string action)
    {
        int sounds = TestRun.Count(60, 400);
        int kills = TestRun.Count(5, 100);
        var random = new Random(TestRun.SeedOffset + action.Length);
        using var tree = new TempTree();
        Fill(tree, sounds);
        string before = Look(tree);
        TimeSpan whole = TimeSpan.FromMilliseconds(600);
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

            AssertAllSounds(sounds, tree.Folder, state.Folder);
            ProcessEnd undone = Run(state, ["undo", "--yes"]);
            Assert.True(
                undone.ExitCode == 0 || undone.ErrorText.Contains("there is no run to undo", StringComparison.Ordinal),
                $"seed {TestRun.SeedOffset}, kill {i}: {undone.ErrorText}");

            Tool.Run("find", tree["moved"], "-depth", "-type", "d", "-empty", "-delete");
            Assert.Equal(before, Look(tree));
        }

        Assert.True(killed > 0, "no run was killed before it ended");
    }

    private static int Count(TempTree tree, string pattern) =>
        Directory.EnumerateFiles(tree.Folder, pattern, SearchOption.AllDirectories).Count();

    private static void Fill(TempTree tree, int sounds)
    {
        for (int i = 0; i < sounds; i++)
        {
            tree.AddFile($"{i % 7}/most{i}.wav", WaveFile.Make(i, "a title", "somebody"));
            tree.AddFile($"{i % 7}/some{i}.wav", WaveFile.Make(i, $"other {i}"));
            tree.AddFile($"{i % 7}/none{i}.wav", WaveFile.Make(i));
        }
    }

    private static void AssertAllSounds(int sounds, params string[] folders)
    {
        byte[][] files =
        [
            .. folders.SelectMany(static folder => Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories))
                .Where(static path => new FileInfo(path) is { LinkTarget: null, Length: > 300 and < 1000 })
                .Select(File.ReadAllBytes),
        ];
        HashSet<string> found =
        [
            .. Enumerable.Range(0, sounds).Select(WaveFile.Samples)
                .Where(samples => Array.Exists(files, file => file.AsSpan().IndexOf(samples) >= 0))
                .Select(Convert.ToHexString),
        ];
        Assert.Equal(sounds, found.Count);
    }

    private static ByteName[] Arguments(string action, TempTree tree)
    {
        string[] words = action.Split(' ');
        if (action == "move")
        {
            tree.AddFolder("moved");
        }

        ByteName[] to = action == "move" ? ["--to", tree["moved"], "--exclude", tree["moved"] + "/"] : [];
        return
        [
            .. words.Select(static word => (ByteName)word), "--media", .. to, "--yes", "--quiet",
            "--if-tags-lost=remove", tree.Folder,
        ];
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

    // Names, times to the nanosecond, owners, modes, link counts and contents.
    private static string Look(TempTree tree)
    {
        string names = Tool.Run(
            "find", tree.Folder, "-type", "f", "-printf", "%P %s %T@ %U:%G %m %n\\n", "-o", "-type", "l", "-printf",
            "link %P %l\\n").MustSucceed().OutputText;
        string contents = Tool.Run("find", tree.Folder, "-type", "f", "-exec", "sha256sum", "{}", "+")
            .MustSucceed().OutputText;
        return string.Join('\n', (names + contents).Split('\n').Order(StringComparer.Ordinal));
    }
}
