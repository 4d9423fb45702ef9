namespace Doppel.Lab;

/// <summary>Specifies how a run ended.</summary>
public enum RunStatus
{
    /// <summary>Everything was read and had the expected content.</summary>
    Done,

    /// <summary>A safety limit was reached, either the lab's or the system's.</summary>
    Refused,

    /// <summary>The run ran out of memory under its heap limit.</summary>
    OutOfMemory,

    /// <summary>The system does not support this way of reading here.</summary>
    Unsupported,

    /// <summary>A file changed or disappeared during the run, so the run does not count.</summary>
    Changed,

    /// <summary>What was read differs from the actual content.</summary>
    Wrong,

    /// <summary>The run exceeded its time limit and was stopped.</summary>
    TimedOut,

    /// <summary>The process ended without reporting an outcome.</summary>
    Died,
}

/// <summary>The words for the status of a run in text and JSON.</summary>
public static class StatusWord
{
    /// <summary>Returns the word for a status.</summary>
    public static string Of(RunStatus status) => status switch
    {
        RunStatus.Done => "done",
        RunStatus.Refused => "refused",
        RunStatus.OutOfMemory => "out of memory",
        RunStatus.Unsupported => "unsupported",
        RunStatus.Changed => "changed",
        RunStatus.Wrong => "wrong content",
        RunStatus.TimedOut => "too slow",
        _ => "died",
    };
}
