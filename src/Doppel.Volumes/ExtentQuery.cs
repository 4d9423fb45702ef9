namespace Doppel.Volumes;

/// <summary>Specifies how much of a file's physical layout to query.</summary>
public enum ExtentQuery
{
    /// <summary>
    /// The first extent, as the file system has it cached. Cheap, and good enough to choose a read order, but proves
    /// nothing.
    /// </summary>
    First,

    /// <summary>All extents, after the file's pending writes have been flushed to the device.</summary>
    CompleteAndSynced,
}
