namespace Doppel.Volumes;

/// <summary>Represents a run of a file's bytes that are contiguous on the device.</summary>
/// <param name="Offset">The start of the extent in the file, in bytes.</param>
/// <param name="Physical">
/// The address on the device, in bytes. On btrfs this is an address in the file system, which may span several devices;
/// on other file systems it is an address in the partition. Compare addresses only within one file system, and only as
/// far as <paramref name="Flags"/> allows.
/// </param>
/// <param name="Length">The length in bytes. The last extent may extend past the end of the file.</param>
/// <param name="Flags">The properties that the file system reports for the extent.</param>
public readonly record struct FileExtent(long Offset, long Physical, long Length, ExtentFlags Flags);

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
