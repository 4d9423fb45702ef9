namespace Doppel.Lab;

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
