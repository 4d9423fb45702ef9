using System.Text;
using System.Text.Json;

namespace Doppel.Lab.Tests.Session;

/// <summary>Whole measurements, each run by the real executable, and all that can go wrong in them.</summary>
public sealed class SessionTests
{
    private static readonly string s_program = Path.Combine(AppContext.BaseDirectory, "doppel");

    private static CancellationToken None => TestContext.Current.CancellationToken;

    [Fact]
    public void Every_cell_gets_its_repeats_and_sets_are_recorded_as_they_are()
    {
        using var tree = new LabTree(1, Sizes());
        LabReport report = LabSession.Run(Options(tree.Folder, "engine,pread-2,mmap-2"), null, None);
        Assert.True(report.IsComplete);
        Assert.Empty(report.LeftOut);
        Assert.All(report.Cells, cell => Assert.Equal((RunStatus.Done, ""), (cell.Status, cell.Detail)));

        // The best of each set has run again, in turn with the engine that knows the answer.
        string tuned = $"engine-{report.Advice!.Width}";
        foreach (IGrouping<(FileSetFacts, Temperature), LabCell> group in
            report.Cells.GroupBy(cell => (cell.Set, cell.Temperature)))
        {
            Assert.Equal(
                ["engine", tuned, "pread-2", "mmap-2"], group.Select(cell => cell.Strategy.Name));
            Assert.Equal([2, 2, 2, 4], group.Select(cell => cell.Runs.Count).Order());
            Assert.Equal(2, group.Single(cell => cell.Strategy.Name == tuned).Runs.Count);
        }

        Assert.Equal(2 * 2, report.Cells.Count(cell => cell.Strategy.Name == tuned));
        Assert.All(report.Cells, cell => Assert.True(cell.Throughput.Mean > 0));
        Assert.Equal(
            [new SizeClass(2, 1000), new SizeClass(1000, long.MaxValue)], report.Sets.Select(set => set.Sizes));
        foreach (FileSetFacts set in report.Sets)
        {
            int[] sizes = [.. Sizes().Where(size => set.Sizes.Has(size))];
            Assert.Equal(
                (sizes.Length, sizes.Sum(size => (long)size), sizes.Min(), sizes.Max(), sizes.Average()),
                (set.Count, set.Bytes, set.Least, set.Greatest, set.Mean));
        }

        Assert.InRange(report.Advice.TunedEngineBehind!.Value, 0, 1);
        Assert.Contains(
            report.Advice.Reasons, static reason => reason.StartsWith("Started with ", StringComparison.Ordinal));
    }

    [Fact]
    public void Each_run_has_samples_that_begin_and_end_with_it()
    {
        using var tree = new LabTree(2, Sizes());
        LabReport report = LabSession.Run(Options(tree.Folder, "pread-2"), null, None);
        Assert.All(report.Cells.SelectMany(cell => cell.Runs), run =>
        {
            Assert.Equal(0, run.SamplesLeftOut);
            Assert.True(run.Samples.Count >= 2);
            Assert.Equal(0, run.Samples[0].Seconds);
            Assert.True(run.Samples[^1].Seconds >= run.Seconds);
            Assert.True(run.Samples[^1][Counter.CpuSeconds] >= 0);
            Assert.True(run.Samples[^1][Counter.ResidentBytes] > 0);
            Assert.InRange(run.Samples[^1][Counter.Threads], 1, 1000);
            Assert.True(double.IsNaN(run.Samples[^1][Counter.DiskSplit]));
        });
    }

    [Fact]
    public void The_same_seed_chooses_the_same_files_and_the_order_of_runs_differs_by_round()
    {
        using var tree = new LabTree(3, Sizes());
        LabOptions options = Options(tree.Folder, "pread-1,pread-2,pread-4,inode-1") with { FilesMax = 10 };
        List<string> one = Orders(options);
        List<string> again = Orders(options);
        Assert.Equal(one, again);
        Assert.NotEqual(one, Orders(options with { Seed = 2 }));
        Assert.NotEqual(one[..(one.Count / 2)], one[(one.Count / 2)..]);

        static List<string> Orders(LabOptions options)
        {
            var heard = new List<string>();
            var runner = new RecordingRunner(heard);
            LabSession.Run(options, runner, new LabProgress(), None);
            return heard;
        }
    }

    [Theory]
    [InlineData(0, "there are no files to read below it")]
    [InlineData(5, "there are too few files below it: 5, and 8 are needed")]
    public void A_folder_with_too_little_in_it_is_refused(int files, string expected)
    {
        using var tree = new LabTree(4, Enumerable.Repeat(100, files));
        LabException refused = Assert.Throws<LabException>(
            () => LabSession.Run(Options(tree.Folder, "pread-1"), null, None));
        Assert.Equal(expected, refused.Message);
    }

    [Fact]
    public void A_size_with_too_few_files_is_reported_and_the_others_are_measured()
    {
        using var tree = new LabTree(5, Enumerable.Repeat(100, 20).Append(5000));
        LabReport report = LabSession.Run(Options(tree.Folder, "pread-1"), null, None);
        Assert.Equal([2L], report.Sets.Select(set => set.Sizes.From));
        Assert.Contains("too few files of 1,000 B and more: 1, and 8 are needed", report.Notes);
    }

    [Fact]
    public void A_file_deleted_during_a_run_is_named_and_the_run_repeated_without_it()
    {
        using var tree = new LabTree(6, Sizes());
        string gone = tree.Contents[7].Path;
        LabReport report = Measure(tree, "pread-2,random-access-2", run =>
        {
            if (run == 3)
            {
                File.Delete(gone);
            }
        });
        LeftOutFile left = Assert.Single(report.LeftOut);
        Assert.Equal(gone, Encoding.UTF8.GetString(left.Path.Span));
        Assert.Equal("No such file or directory", left.Reason);
        Assert.All(report.Cells, cell => Assert.True(cell.IsGood, cell.Detail));
    }

    [Fact]
    public void A_file_that_changes_and_stays_as_long_as_it_was_is_found_out()
    {
        using var tree = new LabTree(7, Sizes());
        string changed = tree.Contents[3].Path;
        LabReport report = Measure(tree, "pread-2", run =>
        {
            if (run == 2)
            {
                File.WriteAllBytes(changed, new byte[tree.Contents[3].Content.Length]);
            }
        });
        Assert.Equal("it changed while the lab worked", Assert.Single(report.LeftOut).Reason);
        Assert.All(report.Cells, cell => Assert.True(cell.IsGood, cell.Detail));
    }

    [Fact]
    public void A_child_that_dies_is_a_result()
    {
        using var tree = new LabTree(8, Sizes());
        LabOptions options =
            Options(tree.Folder, "pread-2") with { Executable = "/bin/sh", Arguments = ["-c", "exit 9"] };
        LabReport report = LabSession.Run(options, null, None);
        Assert.All(report.Cells, cell =>
            Assert.Equal((RunStatus.Died, "ended with exit code 9", 1), (cell.Status, cell.Detail, cell.Runs.Count)));
        Assert.Null(report.Advice);
    }

    [Fact]
    public void A_child_that_hangs_is_ended_and_that_is_a_result()
    {
        using var tree = new LabTree(9, Sizes());
        LabOptions options = Options(tree.Folder, "pread-2") with
        {
            Executable = "/bin/sleep",
            Arguments = ["1000"],
            RunLimit = TimeSpan.FromMilliseconds(100),
            Temperatures = [Temperature.Warm],
        };
        LabReport report = LabSession.Run(options, null, None);
        Assert.All(report.Cells, cell =>
            Assert.Equal((RunStatus.TimedOut, "took longer than 0.1 s"), (cell.Status, cell.Detail)));
    }

    [Fact]
    public void A_program_that_cannot_be_started_is_reported()
    {
        using var tree = new LabTree(10, Sizes());
        LabOptions options = Options(tree.Folder, "pread-2") with { Executable = "/nowhere/doppel" };
        LabReport report = LabSession.Run(options, null, None);
        Assert.All(
            report.Cells,
            cell => Assert.StartsWith("cannot start /nowhere/doppel", cell.Detail, StringComparison.Ordinal));
    }

    [Fact]
    public void Interrupted_it_keeps_what_was_measured()
    {
        using var tree = new LabTree(11, Sizes());
        using var stop = new CancellationTokenSource();
        var runner = new ChangingRunner(new ProcessRunner(s_program, ["tune-run"]), run =>
        {
            if (run == 3)
            {
                stop.Cancel();
            }
        });
        LabReport report = LabSession.Run(
            Options(tree.Folder, "pread-1,pread-2,pread-4"), runner, new LabProgress(), stop.Token);
        Assert.False(report.IsComplete);
        Assert.Equal(3, report.Cells.Sum(cell => cell.Runs.Count));
        Assert.Contains("interrupted after 3 of 24 runs", report.Notes);
    }

    [Fact]
    public void Interrupted_before_the_first_run_it_has_nothing_and_says_so()
    {
        using var tree = new LabTree(15, Sizes());
        LabReport report = LabSession.Run(Options(tree.Folder, "pread-1"), null, new CancellationToken(canceled: true));
        Assert.False(report.IsComplete);
        Assert.Empty(report.LeftOut);
        Assert.Null(report.Advice);
        Assert.Contains("No recommendation", LabHtml.Render(report), StringComparison.Ordinal);
    }

    [Fact]
    public void When_the_time_is_up_no_run_begins()
    {
        using var tree = new LabTree(12, Sizes());
        LabReport report = LabSession.Run(
            Options(tree.Folder, "pread-1") with { TimeMax = TimeSpan.FromTicks(1) }, null, None);
        Assert.False(report.IsComplete);
        Assert.All(report.Cells, cell => Assert.Empty(cell.Runs));
        Assert.Equal(
            ["there was no time to look at files of 1,000 B and more", "the time was up after 0 of 4 runs"],
            report.Notes);
    }

    [Fact]
    public void The_heap_has_the_limit_that_is_stated_and_to_reach_it_is_a_result()
    {
        // One block of the first is more.
        using var tree = new LabTree(13, Sizes());
        LabOptions options = Options(tree.Folder, "pread-2-16m,pread-2") with
        {
            HeapBytesMax = 16 << 20,
            Temperatures = [Temperature.Warm],
        };
        LabReport report = LabSession.Run(options, null, None);
        Assert.All(report.Cells, cell => Assert.Equal(
            cell.Strategy.Name == "pread-2" ? RunStatus.Done : RunStatus.OutOfMemory, cell.Status));
        Assert.Equal(["pread-2-16m", "pread-2"], report.Cells.Select(cell => cell.Strategy.Name).Distinct());
    }

    [Fact]
    public void Json_carries_every_run_and_the_page_needs_nothing_else()
    {
        using var tree = new LabTree(14, Sizes());
        LabReport report = LabSession.Run(Options(tree.Folder, "engine,pread-1,pread-2"), null, None);
        JsonElement json = JsonSerializer.Deserialize<JsonElement>(LabJson.Render(report));
        Assert.Equal(report.Cells.Count, json.GetProperty("cells").GetArrayLength());
        Assert.Equal(
            report.Cells.SelectMany(cell => cell.Runs).Select(run => run.Total.Bytes),
            json.GetProperty("cells").EnumerateArray().SelectMany(cell => cell.GetProperty("runs").EnumerateArray())
                .Select(run => run.GetProperty("bytes").GetInt64()));
        Assert.Equal(report.Advice!.Strategy.Name, json.GetProperty("advice").GetProperty("strategy").GetString());

        string page = LabHtml.Render(report);
        Assert.DoesNotContain("<script", page, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotMatch("(src|href)=|url\\(|@import|https?:", page);
        Assert.Equal(page.Split("<svg").Length, page.Split("</svg>").Length);
        Assert.Contains("(the knee)", page, StringComparison.Ordinal);
        Assert.All(report.Cells, cell => Assert.Contains(cell.Strategy.Name, page, StringComparison.Ordinal));
    }

    private static IEnumerable<int> Sizes() => Enumerable.Range(0, 40).Select(i => 3 + (i * 71));

    private static LabReport Measure(LabTree tree, string strategies, Action<int> before) => LabSession.Run(
        Options(tree.Folder, strategies), new ChangingRunner(new ProcessRunner(s_program, ["tune-run"]), before),
        new LabProgress(), None);

    private static LabOptions Options(string folder, string strategies) => new()
    {
        Volume = new PortableOrNative().Volume,
        Root = Encoding.UTF8.GetBytes(folder),
        Executable = s_program,
        Arguments = ["tune-run"],
        Strategies = StrategyTable.Parse(strategies, out _)!,
        SizeStarts = [2, 1000],
        Repeats = 2,
    };
}
