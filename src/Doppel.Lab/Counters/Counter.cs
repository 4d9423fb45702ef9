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

/// <summary>Provides the names and kinds of counters.</summary>
public static class CounterFacts
{
    private static readonly string[] s_names =
    [
        "cpu_seconds", "resident_bytes", "heap_bytes", "threads", "voluntary_switches", "involuntary_switches",
        "major_faults", "minor_faults", "read_bytes", "open_files", "lock_contentions", "disk_reads", "disk_merged",
        "disk_bytes", "disk_queue", "disk_queue_seconds", "disk_split", "swap_ins", "swap_outs", "available_bytes",
    ];

    /// <summary>Gets the number of counters.</summary>
    public static int Count => s_names.Length;

    /// <summary>Returns the name of a counter, as used in JSON.</summary>
    public static string NameOf(Counter counter) => s_names[(int)counter];

    /// <summary>
    /// Returns whether a counter is a momentary value. Other counters only grow, and are relative to the start of the
    /// run.
    /// </summary>
    public static bool IsOfMoment(Counter counter) => counter is Counter.ResidentBytes or Counter.HeapBytes
        or Counter.Threads or Counter.OpenFiles or Counter.DiskQueue or Counter.AvailableBytes;
}

/// <summary>The values of all counters at one moment of a run.</summary>
/// <param name="Seconds">The time since the start of the run in seconds.</param>
/// <param name="Values">
/// The values by <see cref="Counter"/>. Growing counters are relative to the start of the run. NaN if the system does
/// not provide a counter.
/// </param>
public sealed record CounterSample(double Seconds, IReadOnlyList<double> Values)
{
    /// <summary>Gets the value of a counter.</summary>
    public double this[Counter counter] => Values[(int)counter];
}
