using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.S3Tools;

/// <summary>The runs of one program in one job.</summary>
/// <param name="Tool">The program.</param>
/// <param name="Job">The title of the job.</param>
internal sealed record ToolRow(S3Tool Tool, string Job)
{
    /// <summary>The runs, in their order.</summary>
    public List<FinderRun> Runs { get; } = [];

    /// <summary>The requests of the last run; null if they were not counted.</summary>
    public IReadOnlyList<AccessLine>? Requests { get; set; }

    /// <summary>The median of the processor times, in nanoseconds.</summary>
    public double CpuNs => Statistics.Median([.. Runs.Select(run => run.CpuSeconds * 1e9)]);

    /// <summary>The highest peak of all runs.</summary>
    public long PeakBytes => Runs.Max(run => run.PeakBytes);

    /// <summary>The time as a row that can be judged.</summary>
    public Row Time
    {
        get
        {
            double[] samples = [.. Runs.Select(run => run.Seconds * 1e9)];
            (double low, double high) = Statistics.MedianInterval(samples);
            double median = Statistics.Median(samples);
            return new Row
            {
                Contestant = Tool.Name,
                Role = Tool.Role,
                Parameters = [new Parameter("job", Job)],
                CenterNs = median,
                LowNs = low,
                HighNs = high,
                MedianNs = median,
            };
        }
    }
}
