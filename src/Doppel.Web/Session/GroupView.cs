using System.Diagnostics.CodeAnalysis;

namespace Doppel.Web;

/// <summary>A group with its copies.</summary>
internal sealed record GroupView : RowView
{
    [SetsRequiredMembers]
    internal GroupView(RowView row, long version, string proof, string reason, IReadOnlyList<CopyView> list)
        : base(row) => (Version, Proof, Reason, List) = (version, proof, reason, list);

    public long Version { get; }

    public string Proof { get; }

    /// <summary>Gets the rules that decided.</summary>
    public string Reason { get; }

    public IReadOnlyList<CopyView> List { get; }
}

/// <summary>A group in the list. Its name is that of a copy that stays.</summary>
internal record RowView
{
    public required int Group { get; init; }

    public required long Size { get; init; }

    public required int Copies { get; init; }

    public required int Going { get; init; }

    public required long RedundantBytes { get; init; }

    public required FileKind Kind { get; init; }

    public required bool ByHand { get; init; }

    /// <summary>Gets the copy whose name it has.</summary>
    public required int Shown { get; init; }

    /// <summary>Gets the format of media that differ only in their tags; null if the files are identical.</summary>
    public required string? Twins { get; init; }

    /// <summary>Gets the number of copies on saved volumes and in buckets.</summary>
    public required int Saved { get; init; }

    public required string Name { get; init; }

    public required string Folder { get; init; }
}

/// <summary>A part of the list of groups.</summary>
internal sealed record RowsView(long Version, int Total, IReadOnlyList<RowView> Groups);

/// <summary>
/// A copy of a group, modified so many seconds after 1970. It is on a disk if <see cref="Saved"/> is null, and there
/// unless <see cref="GoneBy"/> says what a run did with it.
/// </summary>
internal sealed record CopyView(
    int Copy, CopyMark Mark, PageAction? GoneBy, string Why, long Size, long Modified, uint Links, SavedView? Saved,
    IReadOnlyList<NameView> Names);

/// <summary>A saved volume, or a bucket if its name begins with s3://, and when it was saved or listed.</summary>
internal sealed record SavedView(string Volume, long Made);

/// <summary>A name of a copy.</summary>
internal sealed record NameView(string Name, string Folder, int FolderNumber);
