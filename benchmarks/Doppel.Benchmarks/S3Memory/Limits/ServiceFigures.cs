using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.S3Memory.Limits;

/// <summary>What a service used while it was watched.</summary>
internal sealed record ServiceFigures
{
    /// <summary>What its collector did.</summary>
    public required GcCounters Collector { get; init; }

    /// <summary>The most that was resident, in the life of the process.</summary>
    public required long PeakResidentBytes { get; init; }

    /// <summary>The most that its control group had, file cache included; null without a group.</summary>
    public required long? PeakGroupBytes { get; init; }

    /// <summary>Processor time.</summary>
    public required TimeSpan Processor { get; init; }

    /// <summary>What was resident, by seconds.</summary>
    public required IReadOnlyList<PlotPoint> Resident { get; init; }

    /// <summary>How the process ended; empty where it ran on.</summary>
    public required string End { get; init; }
}
