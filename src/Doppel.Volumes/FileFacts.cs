namespace Doppel.Volumes;

/// <summary>Contains what a volume knows about one file without reading its content.</summary>
public struct FileFacts : IEquatable<FileFacts>
{
    /// <summary>Gets or sets the kind of the entry.</summary>
    public EntryKind Kind { get; set; }

    /// <summary>
    /// Gets or sets whether the content is stored elsewhere and reading would fetch it (a cloud placeholder).
    /// </summary>
    public bool Offline { get; set; }

    /// <summary>
    /// Gets or sets whether the entry is a mount point, as far as the system reports it. Linux 5.8 and later does,
    /// including for bind mounts.
    /// </summary>
    public bool IsMountRoot { get; set; }

    /// <summary>Gets or sets the length of the content in bytes.</summary>
    public long Size { get; set; }

    /// <summary>
    /// Gets or sets the device that the inode number belongs to. Unique within a run, but not across machines.
    /// </summary>
    public ulong Device { get; set; }

    /// <summary>Gets or sets the inode number, or the file id on Windows. Unique within <see cref="Device"/>.</summary>
    public ulong Inode { get; set; }

    /// <summary>
    /// Gets or sets the number of names (hard links) of the inode, or 0 if the file system does not report it.
    /// </summary>
    public uint Links { get; set; }

    /// <summary>Gets or sets the number of bytes allocated for the content on the device.</summary>
    public long Allocated { get; set; }

    /// <summary>Gets or sets the user id of the owner, or 0 if there is none.</summary>
    public uint Owner { get; set; }

    /// <summary>Gets or sets the group id, or 0 if there is none.</summary>
    public uint Group { get; set; }

    /// <summary>Gets or sets the permission bits: the low 12 bits of a Unix mode.</summary>
    public uint Mode { get; set; }

    /// <summary>Gets or sets the time of the last change to the content.</summary>
    public FileTime Modified { get; set; }

    /// <summary>
    /// Gets or sets the time of the last change to the inode (ctime). Equal to <see cref="Modified"/> if there is none.
    /// </summary>
    public FileTime Changed { get; set; }

    /// <summary>
    /// Gets or sets the time at which the inode was created, or the default value if it is not known. Together with
    /// <see cref="Changed"/> it tells a new file from an old one whose inode number it took over.
    /// </summary>
    public FileTime Born { get; set; }

    /// <summary>
    /// Returns whether both describe the same inode with unchanged content, as far as metadata can show.
    /// </summary>
    /// <remarks>
    /// Compares the device, inode, size, <see cref="Modified"/> and <see cref="Changed"/>, but never the access time,
    /// nor <see cref="Born"/>, which not every file system keeps.
    /// </remarks>
    public readonly bool SameContentAs(in FileFacts other) =>
        Device == other.Device && Inode == other.Inode && Size == other.Size
        && Modified == other.Modified && Changed == other.Changed;

    /// <inheritdoc/>
    public readonly bool Equals(FileFacts other) =>
        SameContentAs(other) && Kind == other.Kind && Offline == other.Offline && IsMountRoot == other.IsMountRoot
        && Links == other.Links
        && Allocated == other.Allocated && Owner == other.Owner && Group == other.Group && Mode == other.Mode;

    /// <inheritdoc/>
    public override readonly bool Equals(object? obj) => obj is FileFacts other && Equals(other);

    /// <inheritdoc/>
    public override readonly int GetHashCode() => HashCode.Combine(Device, Inode, Size);

    /// <summary>Returns whether all facts are equal.</summary>
    public static bool operator ==(FileFacts left, FileFacts right) => left.Equals(right);

    /// <summary>Returns whether any fact differs.</summary>
    public static bool operator !=(FileFacts left, FileFacts right) => !left.Equals(right);
}

/// <summary>Specifies the kind of a folder entry, as far as it matters for finding duplicates.</summary>
public enum EntryKind : byte
{
    /// <summary>The kind is unknown until the entry itself is examined.</summary>
    Unknown = 0,

    /// <summary>A regular file.</summary>
    File = 1,

    /// <summary>A folder.</summary>
    Folder = 2,

    /// <summary>A symbolic link, or on Windows a junction or mount point.</summary>
    Link = 3,

    /// <summary>A FIFO, socket or device node. Never opened.</summary>
    Special = 4,
}
