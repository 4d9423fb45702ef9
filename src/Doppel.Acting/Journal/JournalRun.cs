using Doppel.Reports;

namespace Doppel.Acting;

/// <summary>Contains the head of a journal: what the run was asked to do.</summary>
public sealed record JournalRun
{
    /// <summary>The schema version of journals.</summary>
    public const int Schema = 2;

    /// <summary>The maximum number of roots in a journal.</summary>
    public const int RootsMax = 64;

    /// <summary>Gets the version of the program that wrote the journal.</summary>
    public required string Version { get; init; }

    /// <summary>Gets the action performed on the duplicates, or null for an undo.</summary>
    public required ActionKind? Action { get; init; }

    /// <summary>Gets the id of the run that this run undoes, or null if it is not an undo.</summary>
    public string? Undoes { get; init; }

    /// <summary>Gets the time at which the run started.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>Gets the command-line arguments after the program's name.</summary>
    public required IReadOnlyList<string> Command { get; init; }

    /// <summary>
    /// Gets the absolute paths of the folders and files that the run searched, or that its report names: at most
    /// <see cref="RootsMax"/>. Empty if they are unknown. Default: empty.
    /// </summary>
    public IReadOnlyList<ReportName> Roots { get; init; } = [];

    /// <summary>
    /// Gets the absolute paths that an undo was limited to. Empty if it covers the whole run. Default: empty.
    /// </summary>
    public IReadOnlyList<ReportName> Only { get; init; } = [];

    /// <summary>Gets the options needed to resume the run. Null for an undo.</summary>
    public JournalOptions? Options { get; init; }

    /// <summary>Gets the key of the run's temporary names.</summary>
    internal byte[] Key { get; init; } = [];
}
