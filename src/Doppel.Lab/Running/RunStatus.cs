namespace Doppel.Lab;

/// <summary>How a run ended.</summary>
public enum RunStatus
{
    /// <summary>All was read, and was what it should be.</summary>
    Done,

    /// <summary>It came to a safety limit, its own or the system's.</summary>
    Refused,

    /// <summary>It had no more memory, under the limit that the run had.</summary>
    OutOfMemory,

    /// <summary>The system does not offer this way of reading here.</summary>
    Unsupported,

    /// <summary>A file changed or went away meanwhile, so the run does not count.</summary>
    Changed,

    /// <summary>What was read was not what is there.</summary>
    Wrong,

    /// <summary>It took longer than it may, and was ended.</summary>
    TimedOut,

    /// <summary>Its process ended without a word.</summary>
    Died,
}
