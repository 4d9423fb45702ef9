using Doppel.Testing;
using Doppel.Volumes;

namespace Doppel.Lab.Tests.Session;

/// <summary>What the lab recommends: on simulated devices what is known to be best, else by the figures.</summary>
public sealed class AdvisorTests
{
    private const int Small = 20_000;

    private static readonly string[] s_all =
    [
        "engine", "pread-1", "pread-2", "pread-4", "pread-8", "pread-12", "pread-16", "pread-32", "pread-64", "inode-1",
        "inode-8", "extent-1", "extent-8",
    ];

    private static readonly FileSetFacts s_one = new(new SizeClass(1, 1000), 10, 5000, 500, 500);
    private static readonly FileSetFacts s_other = new(new SizeClass(1000, 9000), 10, 50_000, 5000, 5000);

    [Fact]
    public void A_rotating_disk_is_to_be_read_in_its_own_order_by_one_reader()
    {
        LabReport report = new SimulatedLab().Measure(
            static (files, time) => new RotatingVolume(files, time, new RotatingOptions()), 600, Small, s_all);
        LabAdvice advice = report.Advice!;
        Assert.Equal((ReadOrder.Extent, 1), (advice.Order, advice.Width));
        Assert.True(advice.Matters || advice.NextBest!.Name is "engine" or "extent-1");

        // A search finds that out by itself, by some dozens of reads here and there.
        Assert.InRange(SecondsOf(report, "engine") - SecondsOf(report, "extent-1"), -1, 1);
        Assert.InRange(ThroughputOf(report, "extent-1") / ThroughputOf(report, "pread-8"), 4, 100);
    }

    [Fact]
    public void A_server_is_to_be_read_by_as_many_as_serve_it_best()
    {
        ServiceOptions options = ServiceOptions.Network with { Contention = 0.02 };
        LabReport report = new SimulatedLab().Measure(
            (files, time) => new NetworkVolume(files, time, options), 3000, Small, s_all);
        LabAdvice advice = report.Advice!;
        Assert.Equal(ReadOrder.Listed, advice.Order);
        Assert.InRange(advice.Width, 8, 16);
        AssertNearBest(report, advice);
        Assert.Contains(
            advice.Reasons, reason => reason.StartsWith("extent-1 is excluded: unsupported", StringComparison.Ordinal));
    }

    [Fact]
    public void The_engine_that_knows_the_answer_has_no_width_to_find_where_there_are_few_files()
    {
        string[] names = ["engine", "engine-8", "pread-1", "pread-8"];
        ServiceOptions lying = ServiceOptions.Solid with { Kind = DeviceKind.Rotating };
        LabReport report = new SimulatedLab().Measure(
            (files, time) => new SolidVolume(files, time, lying), 300, Small, names);
        Assert.InRange(ThroughputOf(report, "engine-8") / ThroughputOf(report, "engine"), 0.9, 10);
        Assert.InRange(report.Advice!.TunedEngineBehind!.Value, 0, 0.1);
        Assert.Contains(
            report.Advice.Reasons, reason => reason.StartsWith("Started with 8 readers,", StringComparison.Ordinal));
    }

    [Fact]
    public void A_solid_disk_is_to_be_read_by_several_whatever_it_says()
    {
        ServiceOptions lying = ServiceOptions.Solid with { Kind = DeviceKind.Rotating };
        LabReport report = new SimulatedLab().Measure(
            (files, time) => new SolidVolume(files, time, lying), 3000, Small, s_all);
        LabAdvice advice = report.Advice!;
        Assert.Equal(ReadOrder.Listed, advice.Order);
        Assert.InRange(advice.Width, 4, 32);
        AssertNearBest(report, advice);
    }

    [Fact]
    public void Less_than_a_tenth_does_not_matter_and_that_is_said()
    {
        LabAdvice near = Judge((s_one, "pread-4", [1.0]), (s_one, "uring-32", [1.05]));
        Assert.Equal(("pread-4", "uring-32", false), (near.Strategy.Name, near.NextBest!.Name, near.Matters));
        Assert.Contains(
            near.Reasons, reason => reason.EndsWith("both are equally good.", StringComparison.Ordinal));

        LabAdvice far = Judge((s_one, "pread-4", [1.0]), (s_one, "uring-32", [1.25]));
        Assert.Equal(0.2, far.NextBehind, 9);
        Assert.True(far.Matters);
    }

    [Fact]
    public void The_tuned_engine_is_reported_for_the_advised_number_of_readers_only()
    {
        LabAdvice other = Judge((s_one, "pread-4", [1.0]), (s_one, "engine-8", [1.25]));
        Assert.Equal(4, other.Width);
        Assert.Null(other.TunedEngineBehind);
        Assert.DoesNotContain(
            other.Reasons, reason => reason.Contains("from now on", StringComparison.Ordinal));

        LabAdvice advised = Judge((s_one, "pread-4", [1.0]), (s_one, "engine-4", [1.25]), (s_one, "engine-8", [1.25]));
        Assert.Equal(0.2, advised.TunedEngineBehind!.Value, 9);
        Assert.Contains(
            advised.Reasons,
            reason => reason.StartsWith("Started with 4 readers, as doppel", StringComparison.Ordinal));
    }

    [Fact]
    public void The_narrowest_of_nearly_equal_widths_is_advised()
    {
        LabAdvice advice = Judge(
            (s_one, "pread-1", [3]), (s_one, "pread-4", [1.06]), (s_one, "pread-8", [1.01]), (s_one, "pread-32", [1]));
        Assert.Equal(("pread-4", 4), (advice.Strategy.Name, advice.Width));
    }

    [Fact]
    public void A_width_has_to_be_near_the_best_in_every_set()
    {
        LabAdvice advice = Judge(
            (s_one, "pread-2", [1]), (s_one, "pread-8", [1]), (s_other, "pread-2", [2]), (s_other, "pread-8", [1]));
        Assert.Equal("pread-8", advice.Strategy.Name);
    }

    [Fact]
    public void A_strategy_that_failed_in_one_set_is_excluded_and_reported()
    {
        LabReport report = Report((s_one, "uring-8", [1]), (s_one, "pread-1", [2]), (s_other, "pread-1", [2]));
        var failed = new LabCell(StrategyTable.Find("uring-8")!, s_other, Temperature.Cold);
        failed.Add(new RunOutcome { Status = RunStatus.Refused, Detail = "refused at 9 files in flight" });
        LabAdvice advice = Advisor.Judge(report with { Cells = [.. report.Cells, failed] })!;
        Assert.Equal("pread-1", advice.Strategy.Name);
        Assert.Contains("uring-8 is excluded: refused (refused at 9 files in flight).", advice.Reasons);
    }

    [Fact]
    public void Sets_count_alike_whatever_their_throughput()
    {
        // Twice as fast in one, a fifth slower in the other.
        LabAdvice advice = Judge(
            (s_one, "pread-2", [2]), (s_one, "uring-8", [1]), (s_other, "pread-2", [0.8]), (s_other, "uring-8", [1]));
        Assert.Equal("uring-8", advice.Strategy.Name);
        Assert.Equal(1 - (Math.Sqrt(0.5) / Math.Sqrt(0.8)), advice.NextBehind, 9);
    }

    [Fact]
    public void The_block_counts_where_it_brings_something()
    {
        Assert.Equal(131_072, Judge((s_one, "pread-8", [1]), (s_one, "pread-8-1m", [0.98])).BlockBytes);
        Assert.Equal(1 << 20, Judge((s_one, "pread-8", [1]), (s_one, "pread-8-1m", [0.5])).BlockBytes);
    }

    [Fact]
    public void Nothing_follows_from_nothing() => Assert.Null(Advisor.Judge(Report()));

    private static void AssertNearBest(LabReport report, LabAdvice advice)
    {
        double best = report.Cells
            .Where(cell => cell.IsGood && cell.Strategy.Name.StartsWith("pread-", StringComparison.Ordinal))
            .Max(cell => cell.Throughput.Mean);
        Assert.InRange(ThroughputOf(report, $"pread-{advice.Width}") / best, 0.9, 1);
        Assert.InRange(ThroughputOf(report, "engine") / best, 0.8, 1.5);
    }

    private static double ThroughputOf(LabReport report, string name) =>
        report.Cells.Single(cell => cell.Strategy.Name == name).Throughput.Mean;

    private static double SecondsOf(LabReport report, string name) =>
        report.Cells.Single(cell => cell.Strategy.Name == name).Runs[0].Seconds;

    private static LabAdvice Judge(params (FileSetFacts Set, string Strategy, double[] Seconds)[] cells) =>
        Advisor.Judge(Report(cells))!;

    private static LabReport Report(params (FileSetFacts Set, string Strategy, double[] Seconds)[] cells) => new()
    {
        Root = "/r"u8.ToArray(),
        Mount = MountFacts.Unknown,
        Started = DateTimeOffset.UnixEpoch,
        Sets = [.. cells.Select(cell => cell.Set).Distinct()],
        Cells = [.. cells.Select(cell => Cell(cell.Set, cell.Strategy, cell.Seconds))],
    };

    private static LabCell Cell(FileSetFacts set, string strategy, double[] seconds)
    {
        var cell = new LabCell(StrategyTable.Find(strategy)!, set, Temperature.Cold);
        foreach (double time in seconds)
        {
            cell.Add(new RunOutcome
            {
                Status = RunStatus.Done,
                Seconds = time,
                Total = new ContentTotal(set.Count, set.Bytes, 1, 2),
            });
        }

        return cell;
    }
}
