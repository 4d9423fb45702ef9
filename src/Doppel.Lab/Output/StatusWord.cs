namespace Doppel.Lab;

/// <summary>How runs ended, as people and JSON read it.</summary>
public static class StatusWord
{
    /// <summary>The word.</summary>
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
