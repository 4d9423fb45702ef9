namespace Doppel.Acting;

/// <summary>
/// Specifies metadata of a file that replacing it with a hard link to another file would change to that file's.
/// </summary>
[Flags]
public enum MetadataKinds : byte
{
    /// <summary>No metadata.</summary>
    None = 0,

    /// <summary>The owner.</summary>
    Owner = 1,

    /// <summary>The group.</summary>
    Group = 2,

    /// <summary>The permission bits.</summary>
    Mode = 4,

    /// <summary>The modification time of the content.</summary>
    Modified = 8,

    /// <summary>The extended attributes, including access control lists and labels.</summary>
    Attributes = 16,

    /// <summary>The inode flags (chattr).</summary>
    Flags = 32,
}
