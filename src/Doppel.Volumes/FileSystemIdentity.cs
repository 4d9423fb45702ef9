namespace Doppel.Volumes;

/// <summary>
/// Identifies a file system on any machine and after any restart, so that what is known about its files can be kept.
/// </summary>
/// <param name="Id">
/// The UUID of the file system with its first byte on top, or another number that was chosen at random when the file
/// system was made. A block-for-block copy has the identity of its original.
/// </param>
/// <param name="Subvolume">
/// The number of the subvolume whose inode numbers are meant, or 0 on file systems without subvolumes.
/// </param>
public readonly record struct FileSystemIdentity(UInt128 Id, ulong Subvolume)
{
    /// <summary>Gets whether the file system has an identity that outlives this mount.</summary>
    public bool IsKnown => Id != 0;
}
