namespace Doppel.Lab;

/// <summary>Safety limits of a run. To reach one is a result of the strategy, not a failure of the lab.</summary>
public sealed record LabLimits
{
    /// <summary>The limits unless others are given.</summary>
    public static LabLimits Default { get; } = new();

    /// <summary>Threads that a strategy may have at once. Default: 2,048.</summary>
    public int ThreadsMax { get; init; } = 2048;

    /// <summary>
    /// Files that a strategy may have begun and not finished, where it has no bound of its own. Default: 16,384.
    /// </summary>
    public int FilesInFlightMax { get; init; } = 16_384;

    /// <summary>Bytes of the managed heap at most; 0: the machine's. Default: 1 GiB.</summary>
    public long HeapBytesMax { get; init; } = 1L << 30;
}
