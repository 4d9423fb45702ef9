namespace Doppel.Lab;

/// <summary>Specifies what is counted during a run, in the order of <see cref="CounterSample.Values"/>.</summary>
public enum Counter
{
    /// <summary>The processor time in seconds.</summary>
    CpuSeconds,

    /// <summary>The current resident memory of the process in bytes.</summary>
    ResidentBytes,

    /// <summary>The current size of the managed heap in bytes.</summary>
    HeapBytes,

    /// <summary>The current number of threads.</summary>
    Threads,

    /// <summary>The number of times a thread gave up the processor to wait.</summary>
    VoluntarySwitches,

    /// <summary>The number of times a thread was preempted.</summary>
    InvoluntarySwitches,

    /// <summary>The number of page faults that required reading from a device.</summary>
    MajorFaults,

    /// <summary>The number of page faults that did not.</summary>
    MinorFaults,

    /// <summary>The number of bytes that the process caused to be read from devices.</summary>
    ReadBytes,

    /// <summary>The current number of open descriptors.</summary>
    OpenFiles,

    /// <summary>The number of times a lock was contended.</summary>
    LockContentions,

    /// <summary>The number of read requests that the device has completed.</summary>
    DiskReads,

    /// <summary>The number of read requests that were merged into others before that.</summary>
    DiskMerged,

    /// <summary>The number of bytes read by the device.</summary>
    DiskBytes,

    /// <summary>The current number of requests at the device.</summary>
    DiskQueue,

    /// <summary>
    /// The total time in seconds that requests have spent at the device. Divided by the elapsed time, this is the mean
    /// queue length.
    /// </summary>
    DiskQueueSeconds,

    /// <summary>
    /// The number of requests that were split into several. Always unknown on Linux, which does not count them.
    /// </summary>
    DiskSplit,

    /// <summary>The number of memory pages swapped in, for the whole machine.</summary>
    SwapIns,

    /// <summary>The number of memory pages swapped out, for the whole machine.</summary>
    SwapOuts,

    /// <summary>The amount of memory still available to programs in bytes, for the whole machine.</summary>
    AvailableBytes,
}
