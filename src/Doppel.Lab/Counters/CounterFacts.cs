namespace Doppel.Lab;

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
