using System.Reflection;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Parameters;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Doppel.Benchmarks.Kernels;
using Perfolizer.Horology;

namespace Doppel.Benchmarks.Frame;

/// <summary>Runs BenchmarkDotNet classes in this process and makes rows of what it reports.</summary>
internal static class Benchmarker
{
    /// <summary>
    /// Runs all cells of a class. Throws <see cref="InvalidOperationException"/> when one of them fails.
    /// </summary>
    public static IReadOnlyList<Row> Run(Type type, bool isShort)
    {
        var log = new LogCapture();
        var collector = new CollectorDiagnoser();
        Summary summary = BenchmarkRunner.Run(type, Config(isShort, log, collector));
        BenchmarkReport? failed = summary.Reports.FirstOrDefault(report => !report.Success);
        if (failed is not null || summary.Reports.Length == 0 || summary.HasCriticalValidationErrors)
        {
            string messages = string.Concat(
                log.CapturedOutput.Where(line => line.Kind == LogKind.Error).Select(line => line.Text));
            throw new InvalidOperationException(
                $"{type.Name} did not run ({failed?.BenchmarkCase.DisplayInfo}): {(messages.Length > 0 ? messages
                    : string.Concat(log.CapturedOutput.TakeLast(60).Select(line => line.Text)))}");
        }

        return [.. summary.Reports.Select(report => ToRow(report, collector))];
    }

    private static ManualConfig Config(bool isShort, ILogger log, CollectorDiagnoser collector)
    {
        // Two tiers of the JIT wait 100 ms each for quiet, then for their turn: warming up has to outlast them.
        (int milliseconds, int warmups, int iterations) = isShort ? (30, 20, 12) : (100, 10, 15);
        Job job = Job.Default
            .WithToolchain(InProcessEmitToolchain.Instance)
            .WithStrategy(RunStrategy.Throughput)
            .WithIterationTime(TimeInterval.FromMilliseconds(milliseconds))
            .WithWarmupCount(warmups)
            .WithIterationCount(iterations)
            // What a call costs stays in: subtracted, the figures of the shortest methods are noise around zero.
            .WithEvaluateOverhead(false)
            // Collections between iterations would be counted as the contestant's.
            .WithGcForce(false);
        return ManualConfig.CreateEmpty()
            .AddJob(job)
            .AddLogger(log)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddDiagnoser(collector)
            .WithOrderer(new DefaultOrderer(SummaryOrderPolicy.Declared))
            .WithArtifactsPath(Path.Combine(SourceTree.Root, "artifacts", "bench"))
            .WithOptions(ConfigOptions.DisableLogFile);
    }

    private static Row ToRow(BenchmarkReport report, CollectorDiagnoser collector)
    {
        BenchmarkDotNet.Mathematics.Statistics statistics = report.ResultStatistics!;
        double halfWidth = statistics.N < 2
            ? double.PositiveInfinity
            : Kernels.Statistics.Student99(statistics.N - 1) * statistics.StandardError;
        MethodInfo method = report.BenchmarkCase.Descriptor.WorkloadMethod;
        ContestantAttribute? named = method.GetCustomAttribute<ContestantAttribute>();
        IContestant? contestant = report.BenchmarkCase.Parameters.Items.Select(item => item.Value).OfType<IContestant>()
            .FirstOrDefault();
        double operations = report.AllMeasurements
            .Where(m => m.IterationMode == IterationMode.Workload && m.IterationStage == IterationStage.Actual)
            .Sum(m => (double)m.Operations);
        CollectorCounts counts = collector.Of(report.BenchmarkCase);
        return new Row
        {
            Contestant = contestant?.Name ?? named?.Name ?? method.Name,
            Role = contestant?.Role ?? named?.Role ?? Role.Rival,
            Parameters = [.. report.BenchmarkCase.Parameters.Items.Where(item => item.Value is not IContestant)
                .Select(ToParameter)],
            Runtime = Machine.Runtime,
            CenterNs = statistics.Mean,
            LowNs = Math.Max(0, statistics.Mean - halfWidth),
            HighNs = statistics.Mean + halfWidth,
            MedianNs = statistics.Median,
            AllocatedBytes = report.GcStats.GetBytesAllocatedPerOperation(report.BenchmarkCase),
            Gen0 = counts.Gen0 * 1000 / operations,
            Gen1 = counts.Gen1 * 1000 / operations,
            Gen2 = counts.Gen2 * 1000 / operations,
            PauseNs = counts.PauseNs / operations,
        };
    }

    private static Parameter ToParameter(ParameterInstance item) => new(
        item.Name,
        item.Value is IFormattable number ? number.ToString(null, System.Globalization.CultureInfo.InvariantCulture)
            : item.Value?.ToString() ?? "");
}
