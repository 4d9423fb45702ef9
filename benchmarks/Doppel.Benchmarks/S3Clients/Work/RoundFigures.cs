using System.Text.Json.Serialization;

namespace Doppel.Benchmarks.S3Clients.Work;

/// <summary>What one round took, as the process that made it tells it.</summary>
internal sealed record RoundFigures
{
    /// <summary>Its steps, in their order.</summary>
    public required StepFigures[] Steps { get; init; }

    /// <summary>Collections of generation 0 and above.</summary>
    public int Gen0 { get; init; }

    /// <summary>Collections of generation 1 and above.</summary>
    public int Gen1 { get; init; }

    /// <summary>Collections of generation 2.</summary>
    public int Gen2 { get; init; }

    /// <summary>Time that the collector stopped everybody, in nanoseconds.</summary>
    public double PauseNs { get; init; }

    /// <summary>Time of processors, the kernel's part included, in nanoseconds.</summary>
    public double ProcessorNs { get; init; }

    /// <summary>The most memory that was resident until now, less what the test itself holds, in bytes.</summary>
    public long PeakBytes { get; init; }

    /// <summary>Time of all steps.</summary>
    [JsonIgnore]
    public double Ns => Steps.Sum(step => step.Ns);

    /// <summary>Bytes of all steps.</summary>
    [JsonIgnore]
    public long Bytes => Steps.Sum(step => step.Bytes);

    /// <summary>Requests of all steps.</summary>
    [JsonIgnore]
    public int Requests => Steps.Sum(step => step.Requests);
}
