namespace Doppel.Cli;

/// <summary>What each exit code means, for help, man page and docs.</summary>
internal static class ExitCodeText
{
    /// <summary>Every code with its meaning.</summary>
    internal static IReadOnlyList<(ExitCode Code, string Meaning)> All { get; } =
    [
        (ExitCode.Done, "Done. A reader of the results that goes away early (a broken pipe) counts as done too."),
        (ExitCode.Problems, "Done, but some files could not be handled. They are listed as problems. Stronger than 3."),
        (ExitCode.Failure, "Bad usage, or nothing could be done. Nothing half-written is left."),
        (ExitCode.DuplicatesFound, "Only with --exit-code: duplicates were found, and there were no problems."),
        (ExitCode.HungUp, "Ended by SIGHUP (a closed terminal). What was found so far is written, marked as partial."),
        (ExitCode.Interrupted, "Interrupted by SIGINT (Ctrl-C). What was found so far is written, marked as partial."),
        (ExitCode.Terminated, "Terminated by SIGTERM. What was found so far is written, marked as partial."),
    ];

    /// <summary>Returns what happened to a run that a signal ended.</summary>
    internal static string WordOf(ExitCode code) => code switch
    {
        ExitCode.Interrupted => "interrupted",
        ExitCode.HungUp => "hung up",
        _ => "terminated",
    };
}
