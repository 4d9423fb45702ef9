namespace Doppel.Cli;

/// <summary>Specifies the exit codes of the process. The man page documents them.</summary>
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
