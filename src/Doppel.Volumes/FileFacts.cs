namespace Doppel.Volumes;

/// <summary>What a volume tells about one file without reading its content.</summary>
public struct FileFacts : IEquatable<FileFacts>
{
    /// <summary>What the entry is.</summary>
    public EntryKind Kind { get; set; }

    /// <summary>Whether the content lies elsewhere and would be fetched by reading (a cloud placeholder).</summary>
    public bool Offline { get; set; }

    /// <summary>
    /// Whether something is mounted here, as far as the system tells: Linux from 5.8 on does, also of bind mounts.
    /// </summary>
    public bool IsMountRoot { get; set; }

    /// <summary>Length of the content in bytes.</summary>
    public long Size { get; set; }

    /// <summary>The device that the inode number belongs to. Unique within a run, not across machines.</summary>
    public ulong Device { get; set; }

    /// <summary>The inode number, or on Windows the file id. Unique within <see cref="Device"/>.</summary>
    public ulong Inode { get; set; }

    /// <summary>How many names the inode has; 0 where the file system does not tell.</summary>
    public uint Links { get; set; }

    /// <summary>Bytes that the content takes up on the device.</summary>
    public long Allocated { get; set; }

    /// <summary>User id of the owner; 0 where there is none.</summary>
    public uint Owner { get; set; }

    /// <summary>Group id; 0 where there is none.</summary>
    public uint Group { get; set; }

    /// <summary>Permission bits, the low 12 bits of a Unix mode.</summary>
    public uint Mode { get; set; }

    /// <summary>When the content was last changed.</summary>
    public FileTime Modified { get; set; }

    /// <summary>When the inode was last changed (ctime); equal to <see cref="Modified"/> where there is none.</summary>
    public FileTime Changed { get; set; }

    /// <summary>Whether both describe the same inode with the same content, as far as facts can tell.</summary>
    /// <remarks>Device, inode, size and both times; never the time of the last access.</remarks>
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

    /// <summary>Whether all facts are equal.</summary>
    public static bool operator ==(FileFacts left, FileFacts right) => left.Equals(right);

    /// <summary>Whether any fact differs.</summary>
    public static bool operator !=(FileFacts left, FileFacts right) => !left.Equals(right);
}
