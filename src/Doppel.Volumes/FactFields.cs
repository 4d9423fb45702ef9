namespace Doppel.Volumes;

/// <summary>The facts of a file that a caller needs, so that a volume fetches no more than these.</summary>
[Flags]
public enum FactFields
{
    /// <summary>Nothing but the kind of the entry.</summary>
    None = 0,

    /// <summary><see cref="FileFacts.Size"/>.</summary>
    Size = 1,

    /// <summary>
    /// <see cref="FileFacts.Device"/>, <see cref="FileFacts.Inode"/> and <see cref="FileFacts.Links"/>.
    /// </summary>
    Identity = 2,

    /// <summary>The times of the last change of content and of the inode.</summary>
    Times = 4,

    /// <summary>Owner, group, mode and allocated bytes.</summary>
    Ownership = 8,

    /// <summary>Everything.</summary>
    All = Size | Identity | Times | Ownership,
}
