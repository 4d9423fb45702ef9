using System.Diagnostics;
using System.Globalization;
using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary>A run that is interrupted at any moment can be finished, or taken back as a whole.</summary>
public sealed class InterruptedTests
{
    private const int Pairs = 400;
    private const int HangUp = 1;

    /// <summary>Interrupted are the run, then its resuming or its undo; the last of them is left to end.</summary>
    [Theory]
    [InlineData("link", Interruption.Kill)]
    [InlineData("link", HangUp)]
    [InlineData("link --symbolic", Interruption.Kill)]
    [InlineData("delete", Interruption.Kill)]
    public void Resume_finishes_it_and_undo_takes_it_back(string action, int signal)
    {
        var random = new Random(TestRun.SeedOffset + action.Length + signal);
        TimeSpan whole = TimeSpan.FromMilliseconds(60);
        int rounds = TestRun.Count(8, 125);
        int interrupted = 0;
        for (int round = 0; round < rounds; round++)
        {
            using var tree = new TempTree();
            using var state = new TempTree();
            Make(tree);
            ByteName[] act = [.. action.Split(' ').Select(static word => (ByteName)word), "--yes", "-q", tree.Folder];
            interrupted += Interrupt(state, signal, whole * random.NextDouble(), act) ? 1 : 0;
            bool isResumed = round % 2 == 0;
            string journals = $"{state.Folder}/doppel/journal";
            bool hadPlan = Directory.Exists(journals) && Directory.GetFiles(journals, "*.plan").Length > 0;
            if (hadPlan)
            {
                ByteName then = isResumed ? "resume" : "undo";
                Interrupt(state, signal, whole * random.NextDouble(), then, "--yes", "-q");
                StateFolder.Run(state.Folder, then, "--yes", "-q");
            }

            // Of a run that was interrupted before it had a plan there is nothing to finish.
            string seed = $"seed {TestRun.SeedOffset}, round {round}";
            Assert.Empty(Directory.EnumerateFiles(tree.Folder, ".doppel-*"));
            int files = FilesIn(tree);
            Assert.True(files == Pairs || (files == 2 * Pairs && (!isResumed || !hadPlan)), $"{seed}: {files} files");
            if (files == Pairs)
            {
                StateFolder.Run(state.Folder, "undo", "--yes", "-q").MustSucceed();
            }

            Assert.True(FilesIn(tree) == 2 * Pairs, $"{seed}: {FilesIn(tree)} files");
            for (int i = 0; i < 2 * Pairs; i++)
            {
                Assert.Equal(ContentOf(i / 2), File.ReadAllText($"{tree[Name(i)]}"));
            }

            Assert.True(!isResumed || !hadPlan || Directory.GetFiles(journals, "*.plan").Length == 0, seed);
        }

        Assert.True(interrupted > 0, "No run was interrupted.");
    }

    [Fact]
    public void Leftovers_are_not_copies_and_the_next_run_reports_and_removes_them()
    {
        using var tree = new TempTree();
        using var state = new TempTree();
        string[] left = [];
        for (int round = 0; left.Length == 0 && round < 200; round++)
        {
            // A run that came to its end has left nothing for the next one to do.
            Array.ForEach(Directory.GetFiles(tree.Folder), File.Delete);
            Make(tree);
            Interrupt(
                state, Interruption.Kill, () => Directory.EnumerateFiles(tree.Folder, ".doppel-*").Any(), "link",
                "--yes", "-q", tree.Folder);
            left = Directory.GetFiles(tree.Folder, ".doppel-*");
        }

        Assert.NotEmpty(left);
        ProcessEnd found = StateFolder.Run(state.Folder, "find", tree.Folder);
        Assert.Equal(1, found.ExitCode);
        Assert.DoesNotContain(".doppel-", found.OutputText);
        string problem = Assert.Single(
            found.ErrorText.Split('\n'), static line => line.Contains("doppel resume", StringComparison.Ordinal));
        Assert.Contains("doppel undo", problem);
        ProcessEnd dry = StateFolder.Run(state.Folder, "link", "--dry-run", tree.Folder);
        Assert.Contains("was interrupted: finish it with doppel resume", dry.ErrorText);
        Assert.Equal(left.Length, Directory.GetFiles(tree.Folder, ".doppel-*").Length);
        ProcessEnd next = StateFolder.Run(state.Folder, "link", "--yes", tree.Folder).MustSucceed();
        Assert.Contains("reversed the half-finished steps of run", next.ErrorText);
        Assert.Empty(Directory.EnumerateFiles(tree.Folder, ".doppel-*"));
        Assert.Equal(Pairs, FilesIn(tree));
        Assert.Equal(2, StateFolder.Run(state.Folder, "resume", "--yes").ExitCode);
    }

    [Fact]
    public void Json_says_that_a_run_was_interrupted_and_resume_counts_the_rest()
    {
        const int Copies = 8;
        byte[] content = new byte[16 << 20];
        for (int round = 0; round < 20; round++)
        {
            using var tree = new TempTree();
            using var state = new TempTree();
            for (int i = 0; i < 2 * Copies; i++)
            {
                content[0] = (byte)(i / 2);
                tree.AddFile(Name(i), content);
            }

            using var child = ChildProcess.Start(
                DoppelProgram.Start("link", "--yes", "-q", "--json", tree.Folder).WithState(state.Folder));
            SpinWait.SpinUntil(() => FilesIn(tree) < 2 * Copies || !child.Runs);
            child.Signal(2);
            ProcessEnd end = child.WaitForEnd();
            (long done, bool isInterrupted) = Totals(end);
            Assert.Equal(isInterrupted ? 130 : 0, end.ExitCode);
            Assert.Equal(2 * Copies - FilesIn(tree), done);
            if (isInterrupted)
            {
                Assert.InRange(done, 1, Copies - 1);
                ProcessEnd rest = StateFolder.Run(state.Folder, "resume", "--yes", "-q", "--json").MustSucceed();
                Assert.Equal((Copies - done, false), Totals(rest));
                return;
            }
        }

        Assert.Fail("No run was interrupted.");

        static (long Done, bool IsInterrupted) Totals(ProcessEnd end)
        {
            using JsonDocument line = JsonDocument.Parse(end.OutputText);
            JsonElement root = line.RootElement;
            return (root.GetProperty("done").GetInt64(), root.GetProperty("interrupted").GetBoolean());
        }
    }

    private static bool Interrupt(TempTree state, int signal, TimeSpan after, params IReadOnlyList<ByteName> arguments)
    {
        var watch = Stopwatch.StartNew();
        return Interrupt(state, signal, () => watch.Elapsed >= after, arguments);
    }

    private static bool Interrupt(
        TempTree state, int signal, Func<bool> isTime, params IReadOnlyList<ByteName> arguments) =>
        DoppelProgram.Start(arguments).WithState(state.Folder).Interrupt(signal, isTime);

    private static void Make(TempTree tree)
    {
        for (int i = 0; i < 2 * Pairs; i++)
        {
            tree.AddFile(Name(i), ContentOf(i / 2));
        }
    }

    private static string Name(int index) => index.ToString("D4", CultureInfo.InvariantCulture);

    private static string ContentOf(int pair) => $"content {pair} {new string('x', 500)}";

    private static int FilesIn(TempTree tree) =>
        Directory.EnumerateFiles(tree.Folder).Where(static path => new FileInfo(path).LinkTarget is null)
            .Select(static path => FileLook.Inode(FileLook.Terminated(path))).Distinct().Count();
}
