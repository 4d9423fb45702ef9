namespace Doppel.Acting;

/// <summary>How a plan is carried out.</summary>
public sealed record ActOptions
{
    /// <summary>What becomes of the duplicates.</summary>
    public required ActionKind Action { get; init; }

    /// <summary>The program's version, for the journal.</summary>
    public required string Version { get; init; }

    /// <summary>The arguments after the program's name, for the journal.</summary>
    public IReadOnlyList<string> Command { get; init; } = [];

    /// <summary>
    /// Whether files of different owners or groups may be joined or removed in favour of each other. Default: false.
    /// </summary>
    public bool AcrossOwners { get; init; }

    /// <summary>
    /// Whether files of different permissions, access lists, extended attributes or flags may be joined by hard links.
    /// Default: false.
    /// </summary>
    public bool IgnoreMode { get; init; }

    /// <summary>Whether symbolic links are absolute rather than relative. Default: false.</summary>
    public bool AbsoluteLinks { get; init; }

    /// <summary>
    /// Whether symbolic links that the plan knows, and that would lead to nothing once a file is removed, are made to
    /// lead to the keeper: relative ones stay relative, absolute ones absolute. Default: false.
    /// </summary>
    public bool RetargetLinks { get; init; }

    /// <summary>Where <see cref="ActionKind.Move"/> puts files: an absolute path of a folder that is there.</summary>
    public ReadOnlyMemory<byte> MoveTo { get; init; }

    /// <summary>
    /// The trash of the user's home folder, an absolute path (freedesktop.org: <c>$XDG_DATA_HOME/Trash</c>), for files
    /// of its file system; it is made where it is missing. Default: empty, and every file system has its own.
    /// </summary>
    public ReadOnlyMemory<byte> HomeTrash { get; init; }

    /// <summary>Names whose intents are written to the journal at one time, 1 to 65,536. Default: 1,024.</summary>
    public int BatchNames { get; init; } = 1024;

    /// <summary>
    /// So many bytes of tags are kept in the journal for one media file that is removed for good; of one that has more
    /// nothing is done. 0 to 1 TiB. Default: 64 MiB.
    /// </summary>
    public long RecipeBytesMax { get; init; } = 64 << 20;

    /// <summary>The clock. Default: the system's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
