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

/// <summary>
/// A copy of a group, modified so many seconds after 1970. It is on a disk if <see cref="Saved"/> is null, and there
/// unless <see cref="GoneBy"/> says what a run did with it. <see cref="CompanionOf"/> is the name of the file that it
/// belongs to, or empty.
/// </summary>
internal sealed record CopyView(
    int Copy, CopyMark Mark, PageAction? GoneBy, string Why, long Size, long Modified, uint Links, SavedView? Saved,
    IReadOnlyList<NameView> Names, string CompanionOf, IReadOnlyList<CompanionView> Companions);

/// <summary>A companion of a copy.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Size">Its size in bytes; -1 if it is unknown.</param>
/// <param name="Goes">Whether it goes along with the copy.</param>
/// <param name="Target">The name under which it moves to the copy that stays; empty if it does not.</param>
/// <param name="Copy">The number by which it can be opened; null if it is not a copy that was found.</param>
internal sealed record CompanionView(string Name, long Size, bool Goes, string Target, int? Copy);

/// <summary>A saved volume, or a bucket if its name begins with s3://, and when it was saved or listed.</summary>
internal sealed record SavedView(string Volume, long Made);

/// <summary>A name of a copy.</summary>
internal sealed record NameView(string Name, string Folder, int FolderNumber);
