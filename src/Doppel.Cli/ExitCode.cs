namespace Doppel.Cli;

/// <summary>What the process tells its caller. The man page documents these.</summary>
internal enum ExitCode
{
    /// <summary>Everything was done. A reader that went away (broken pipe) counts as that too.</summary>
    Done = 0,

    /// <summary>Done, but some files could not be handled; they are reported as problems.</summary>
    Problems = 1,

    /// <summary>Bad usage, or nothing could be done.</summary>
    Failure = 2,

    /// <summary>Only with --exit-code: duplicates were found and there were no problems.</summary>
    DuplicatesFound = 3,

    /// <summary>Ended by SIGHUP: the terminal was closed.</summary>
    HungUp = 129,

    /// <summary>Ended by SIGINT (Ctrl-C).</summary>
    Interrupted = 130,

    /// <summary>Ended by SIGTERM.</summary>
    Terminated = 143,
}
