namespace Doppel.Volumes;

/// <summary>A run of a file's bytes that lie next to each other on the device.</summary>
/// <param name="Offset">Where in the file it starts, in bytes.</param>
/// <param name="Physical">
/// Where on the device, in bytes. On btrfs an address of the file system, which may span several devices; on others of
/// the partition. Only to be compared within one file system, and only as far as <paramref name="Flags"/> allow.
/// </param>
/// <param name="Length">Bytes; the last extent may reach beyond the end of the file.</param>
/// <param name="Flags">What the file system says of it.</param>
public readonly record struct FileExtent(long Offset, long Physical, long Length, ExtentFlags Flags);
