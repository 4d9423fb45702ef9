namespace Doppel.Lab;

/// <summary>What is counted in a run. The order is that of <see cref="CounterSample.Values"/>.</summary>
public enum Counter
{
    /// <summary>Seconds of processor time.</summary>
    CpuSeconds,

    /// <summary>Bytes of memory that the process has now.</summary>
    ResidentBytes,

    /// <summary>Bytes of the managed heap now.</summary>
    HeapBytes,

    /// <summary>Threads now.</summary>
    Threads,

    /// <summary>How often threads gave the processor up to wait.</summary>
    VoluntarySwitches,

    /// <summary>How often it was taken from them.</summary>
    InvoluntarySwitches,

    /// <summary>Page faults that read from a device.</summary>
    MajorFaults,

    /// <summary>Page faults that did not.</summary>
    MinorFaults,

    /// <summary>Bytes that the process made devices read.</summary>
    ReadBytes,

    /// <summary>Descriptors that are open now.</summary>
    OpenFiles,

    /// <summary>How often a lock was not free.</summary>
    LockContentions,

    /// <summary>Requests of reading that the device has answered.</summary>
    DiskReads,

    /// <summary>Requests that were merged into others before.</summary>
    DiskMerged,

    /// <summary>Bytes that the device has read.</summary>
    DiskBytes,

    /// <summary>Requests at the device now.</summary>
    DiskQueue,

    /// <summary>Seconds that requests have spent there: divided by time, the mean queue.</summary>
    DiskQueueSeconds,

    /// <summary>
    /// Requests that were split into several. Linux keeps no count of them, so this is never known there.
    /// </summary>
    DiskSplit,

    /// <summary>Pages of memory that were brought back from swap, of the whole machine.</summary>
    SwapIns,

    /// <summary>Pages that were put there.</summary>
    SwapOuts,

    /// <summary>Bytes of memory that programs could still have, of the whole machine.</summary>
    AvailableBytes,
}
