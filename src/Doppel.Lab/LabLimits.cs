namespace Doppel.Lab;

/// <summary>
/// Safety limits of a run. Reaching one is a result of the strategy, not a failure of the measurement.
/// </summary>
public sealed record LabLimits
{
    /// <summary>Gets the default limits.</summary>
    public static LabLimits Default { get; } = new();

    /// <summary>Gets the maximum number of threads that a strategy may have at the same time. Default: 2,048.</summary>
    public int ThreadsMax { get; init; } = 2048;

    /// <summary>
    /// Gets the maximum number of files that a strategy without a limit of its own may have started and not finished.
    /// Default: 16,384.
    /// </summary>
    public int FilesInFlightMax { get; init; } = 16_384;

    /// <summary>
    /// Gets the maximum size of the managed heap in bytes, or 0 for the machine's limit. Default: 1 GiB.
    /// </summary>
    public long HeapBytesMax { get; init; } = 1L << 30;
}
