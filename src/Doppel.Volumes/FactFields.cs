namespace Doppel.Volumes;

/// <summary>Selects the file facts that a caller needs, so that a volume fetches no others.</summary>
[Flags]
public enum FactFields
{
    /// <summary>Only the kind of the entry.</summary>
    None = 0,

    /// <summary>The size: <see cref="FileFacts.Size"/>.</summary>
    Size = 1,

    /// <summary>
    /// The identity: <see cref="FileFacts.Device"/>, <see cref="FileFacts.Inode"/> and <see cref="FileFacts.Links"/>.
    /// </summary>
    Identity = 2,

    /// <summary>
    /// The times: <see cref="FileFacts.Modified"/>, <see cref="FileFacts.Changed"/> and <see cref="FileFacts.Born"/>.
    /// </summary>
    Times = 4,

    /// <summary>The owner, group, mode and allocated bytes.</summary>
    Ownership = 8,

    /// <summary>All facts.</summary>
    All = Size | Identity | Times | Ownership,
}
