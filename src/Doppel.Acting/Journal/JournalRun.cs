namespace Doppel.Acting;

/// <summary>The head of a journal: what was asked.</summary>
public sealed record JournalRun
{
    /// <summary>The schema that this program writes.</summary>
    public const int LatestSchema = 2;

    /// <summary>The form of the journal, 1 or 2. Default: 2.</summary>
    public int Schema { get; init; } = LatestSchema;

    /// <summary>The version of the program that wrote it.</summary>
    public required string Version { get; init; }

    /// <summary>What became of the duplicates; null for an undo.</summary>
    public required ActionKind? Action { get; init; }

    /// <summary>The run that this one undoes; null for others.</summary>
    public string? Undoes { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>The arguments after the program's name.</summary>
    public required IReadOnlyList<string> Command { get; init; }

    /// <summary>How the run acts, so that it can be resumed; null for an undo and in schema 1.</summary>
    public JournalOptions? Options { get; init; }

    /// <summary>The key of the run's temporary names; empty in schema 1.</summary>
    internal byte[] Key { get; init; } = [];
}
