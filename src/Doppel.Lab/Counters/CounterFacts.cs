namespace Doppel.Lab;

/// <summary>Names of counters, and which of them tell of a moment.</summary>
public static class CounterFacts
{
    private static readonly string[] s_names =
    [
        "cpu_seconds", "resident_bytes", "heap_bytes", "threads", "voluntary_switches", "involuntary_switches",
        "major_faults", "minor_faults", "read_bytes", "open_files", "lock_contentions", "disk_reads", "disk_merged",
        "disk_bytes", "disk_queue", "disk_queue_seconds", "disk_split", "swap_ins", "swap_outs", "available_bytes",
    ];

    /// <summary>How many counters there are.</summary>
    public static int Count => s_names.Length;

    /// <summary>The name of one, as JSON has it.</summary>
    public static string NameOf(Counter counter) => s_names[(int)counter];

    /// <summary>Whether it tells of a moment; else it only grows, and is told from the run's begin on.</summary>
    public static bool IsOfMoment(Counter counter) => counter is Counter.ResidentBytes or Counter.HeapBytes
        or Counter.Threads or Counter.OpenFiles or Counter.DiskQueue or Counter.AvailableBytes;
}
