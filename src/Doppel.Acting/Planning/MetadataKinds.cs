namespace Doppel.Acting;

/// <summary>What a file carries besides its content, of which a hard link to another file has that one's.</summary>
[Flags]
public enum MetadataKinds : byte
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>The owner.</summary>
    Owner = 1,

    /// <summary>The group.</summary>
    Group = 2,

    /// <summary>The permission bits.</summary>
    Mode = 4,

    /// <summary>The time of the last change of the content.</summary>
    Modified = 8,

    /// <summary>Extended attributes, access lists and labels.</summary>
    Attributes = 16,

    /// <summary>Inode flags (chattr).</summary>
    Flags = 32,
}
