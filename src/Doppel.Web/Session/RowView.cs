namespace Doppel.Web;

/// <summary>A group in the list. Its name is that of a copy that stays.</summary>
internal record RowView
{
    public required int Group { get; init; }

    public required long Size { get; init; }

    public required int Copies { get; init; }

    public required int Going { get; init; }

    public required long RedundantBytes { get; init; }

    public required long FreedBytes { get; init; }

    public required FileKind Kind { get; init; }

    public required bool ByHand { get; init; }

    /// <summary>Gets the copy whose name it has.</summary>
    public required int Shown { get; init; }

    /// <summary>Gets the format of media that differ only in their tags; null if the files are identical.</summary>
    public required string? Twins { get; init; }

    /// <summary>Gets the number of copies on saved volumes and in buckets.</summary>
    public required int Saved { get; init; }

    /// <summary>Gets the names of companions whose groups are part of it, such as the film of a live photo.</summary>
    public required IReadOnlyList<string> Parts { get; init; }

    public required string Name { get; init; }

    public required string Folder { get; init; }
}

/// <summary>A part of the list of groups.</summary>
internal sealed record RowsView(long Version, int Total, IReadOnlyList<RowView> Groups);
