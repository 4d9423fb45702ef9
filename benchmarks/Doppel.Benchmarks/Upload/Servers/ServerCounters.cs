namespace Doppel.Benchmarks.Upload.Servers;

/// <summary>What the server in the middle has used since it started.</summary>
internal sealed record ServerCounters
{
    /// <summary>Bytes allocated on the managed heap.</summary>
    public long AllocatedBytes { get; init; }

    /// <summary>Bytes of the managed heap and of native pools; after a collection, what is still held.</summary>
    public long HeldBytes { get; init; }

    /// <summary>Collections of generation 0 and above.</summary>
    public int Gen0 { get; init; }

    /// <summary>Collections of generation 1 and above.</summary>
    public int Gen1 { get; init; }

    /// <summary>Collections of generation 2.</summary>
    public int Gen2 { get; init; }

    /// <summary>Milliseconds that the collector stopped everybody.</summary>
    public double PauseMs { get; init; }

    /// <summary>The most memory that was ever resident, in bytes.</summary>
    public long PeakBytes { get; init; }

    /// <summary>Memory that is resident, in bytes.</summary>
    public long ResidentBytes { get; init; }

    /// <summary>Bytes written to files, which is what the framework puts aside of large forms.</summary>
    public long FileWriteBytes { get; init; }

    /// <summary>Processor time, in milliseconds.</summary>
    public double ProcessorMs { get; init; }

    /// <summary>Threads of the pool.</summary>
    public int Threads { get; init; }

    /// <summary>Open connections to the target.</summary>
    public int OpenSockets { get; init; }

    /// <summary>Ports that closed connections to the target still keep.</summary>
    public int WaitingSockets { get; init; }

    /// <summary>Buffers that were rented.</summary>
    public long Rented { get; init; }

    /// <summary>Buffers that came back.</summary>
    public long Returned { get; init; }

    /// <summary>Bytes that the pool says it holds; null if it does not tell.</summary>
    public long? PoolBytes { get; init; }
}
