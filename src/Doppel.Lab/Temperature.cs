namespace Doppel.Lab;

/// <summary>What memory knows of the files when a run begins.</summary>
public enum Temperature
{
    /// <summary>Their content was dropped from memory, file by file; names and inodes stay known.</summary>
    Cold,

    /// <summary>All of their content is in memory.</summary>
    Warm,

    /// <summary>The whole machine's caches were dropped, those of names and inodes with them.</summary>
    Dropped,
}
