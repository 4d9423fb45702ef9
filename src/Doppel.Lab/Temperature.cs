namespace Doppel.Lab;

/// <summary>Specifies what is cached in memory when a run starts.</summary>
public enum Temperature
{
    /// <summary>File contents were dropped from memory file by file. Names and inodes remain cached.</summary>
    Cold,

    /// <summary>All file contents are in memory.</summary>
    Warm,

    /// <summary>All caches of the machine were dropped, including names and inodes.</summary>
    Dropped,
}
