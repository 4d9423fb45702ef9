namespace Doppel.CommandLine;

/// <summary>Specifies the exit codes of the process. doppel(1) documents them.</summary>
internal enum ExitCode
{
    /// <summary>Success. A broken pipe on standard output also counts as success.</summary>
    Done = 0,

    /// <summary>Completed, but some files could not be handled and are reported as problems.</summary>
    Problems = 1,

    /// <summary>Invalid usage, or nothing could be done.</summary>
    Failure = 2,

    /// <summary>Duplicates were found and there were no problems. Only with --exit-code.</summary>
    DuplicatesFound = 3,

    /// <summary>Stopped by SIGHUP: the terminal was closed.</summary>
    HungUp = 129,

    /// <summary>Stopped by SIGINT (Ctrl-C).</summary>
    Interrupted = 130,

    /// <summary>Stopped by SIGTERM.</summary>
    Terminated = 143,
}

/// <summary>Describes the exit codes for help, the manual and the docs.</summary>
internal static class ExitCodeText
{
    /// <summary>Gets all exit codes and their meanings.</summary>
    internal static IReadOnlyList<(ExitCode Code, string Meaning)> All { get; } =
    [
        (ExitCode.Done, "Success. A broken pipe on standard output also counts as success."),
        (ExitCode.Problems, "Completed, but with problems: some files could not be handled. Overrides 3."),
        (ExitCode.Failure, "Invalid usage or a fatal error. No half-written file is left."),
        (ExitCode.DuplicatesFound, "Only with --exit-code: duplicates were found, without problems."),
        (ExitCode.HungUp, "Stopped by SIGHUP (terminal closed). Results so far are written and marked as partial."),
        (ExitCode.Interrupted, "Stopped by SIGINT (Ctrl-C). Results so far are written and marked as partial."),
        (ExitCode.Terminated, "Stopped by SIGTERM. Results so far are written and marked as partial."),
    ];

    /// <summary>Returns the word for how a signal ended a run, such as <c>interrupted</c>.</summary>
    internal static string WordOf(ExitCode code) => code switch
    {
        ExitCode.Interrupted => "interrupted",
        ExitCode.HungUp => "hung up",
        _ => "terminated",
    };
}
