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
    /// Whether files of different permissions, access lists or labels may be joined by hard links. Default: false.
    /// </summary>
    public bool IgnoreMode { get; init; }

    /// <summary>Whether symbolic links are absolute rather than relative. Default: false.</summary>
    public bool AbsoluteLinks { get; init; }

    /// <summary>Where <see cref="ActionKind.Move"/> puts files: an absolute path of a folder that is there.</summary>
    public ReadOnlyMemory<byte> MoveTo { get; init; }

    /// <summary>Names whose intents are written to the journal at one time, 1 to 65,536. Default: 1,024.</summary>
    public int BatchNames { get; init; } = 1024;

    /// <summary>The clock. Default: the system's.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
