using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>The result of a search.</summary>
/// <remarks>
/// The sequences are generated lazily to keep memory use low. They can be enumerated repeatedly, by one thread at a
/// time, until the result is disposed.
/// </remarks>
public sealed class FindResult : IDisposable
{
    private readonly CopyTable _copies;
    private readonly GroupTable _groups;
    private readonly UniqueTable _uniques;
    private readonly FolderResult _folders;
    private readonly MediaTable _media;

    internal FindResult(
        Candidates candidates, EarlyMatches early, GroupTable groups, UniqueTable uniques, FolderResult folders,
        MediaTable media, ReadTotals read, SearchContext context)
    {
        (_copies, _groups, _uniques, _folders, _media) = (candidates.Copies, groups, uniques, folders, media);
        FindOptions options = context.Options;
        read += early.Read + media.Read;
        Summary = new ReportSummary
        {
            Complete = !context.Cancellation.IsCancellationRequested,
            Files = candidates.Files,
            Groups = groups.Groups.Count,
            RedundantFiles = groups.RedundantFiles,
            RedundantBytes = groups.RedundantBytes,
            FreedBytes = groups.FreedBytes,
            Unique = uniques.Count,
            Folders = options.Folders == FolderMatching.Off ? null : folders.ToTotals(options.References),
            Media = options.Media is null ? null : media.Totals,
            Problems = context.Problems.Count,
            Known = read.Known,
            Opened = read.Opened,
            BytesRead = read.Bytes,
            Seconds = context.Clock.Seconds,
            Stages = context.Clock.Stages,
        };
        Problems = context.Problems.ToSorted();
        Undecided = candidates.Saved.Undecided;
        Unanswered = early.Unanswered;
        Unproven = early.Unproven;
        Incomparable = early.Incomparable;
        IncomparableBytes = early.IncomparableBytes;
    }

    /// <summary>Gets the paths that the search listed and that passed the filters.</summary>
    internal PathTree Paths => _copies.Tree;

    /// <summary>
    /// Gets the groups of identical folders, if requested, ordered by bytes (largest first), then by first name.
    /// </summary>
    public IReadOnlyList<ReportFolderGroup> FolderGroups => _folders.Groups;

    /// <summary>
    /// Gets the folders whose contents another folder holds completely, if requested, in the same order.
    /// </summary>
    public IReadOnlyList<ReportContainedFolder> ContainedFolders => _folders.Contained;

    /// <summary>Gets the topmost folders that contain nothing but empty folders, if requested, by name.</summary>
    public IReadOnlyList<ReportFolder> EmptyFolders => _folders.Empty;

    /// <summary>
    /// Gets the groups of equal files, ordered by redundant bytes (largest first), then by first name.
    /// </summary>
    public IEnumerable<ReportGroup> Groups =>
        ReadAhead.Of(_groups.Groups.Count, i =>
        {
            _groups.PrefetchAfter(i);
            return ToReport(_groups.Groups[i]);
        });

    /// <summary>
    /// Gets the groups of files with identical audio or image data, if requested, ordered by redundant bytes (largest
    /// first), then by first name.
    /// </summary>
    public IEnumerable<ReportMediaGroup> MediaGroups => ReadAhead.Of(_media.Count, _media.ToReport);

    /// <summary>Gets the media files that could not be compared, if requested, by name.</summary>
    public IEnumerable<ReportNotComparable> NotComparable =>
        ReadAhead.Of(_media.NotComparableCount, _media.NotComparableToReport);

    /// <summary>
    /// Gets the files that have no duplicate, by name, if requested and if the search ran to completion.
    /// </summary>
    public IEnumerable<ReportUnique> Uniques =>
        _uniques.All.Select(
            unique => new ReportUnique(_copies.SizeOf(unique.Copy), _copies.ToReport(unique.Copy, unique.Facts)));

    /// <summary>Gets the problems with anything that could not be early, read or trusted, by path.</summary>
    public IReadOnlyList<ReportProblem> Problems { get; }

    /// <summary>Gets the totals.</summary>
    public ReportSummary Summary { get; }

    /// <summary>
    /// Gets the number of copies that have the size of a file on a saved volume whose content is not known, so that it
    /// is not known whether they are equal to it. Only copies on disks count, unless saved volumes alone were searched.
    /// </summary>
    public long Undecided { get; }

    /// <summary>
    /// Gets the number of listed files that the list alone does not decide about, and about which its source
    /// (<see cref="Doppel.Catalog.IListedSource"/>) was not asked or did not answer.
    /// </summary>
    public long Unanswered { get; }

    /// <summary>
    /// Gets the number of listed files that have the digest of another file, by a hash function that is not trusted as
    /// a proof (<see cref="FindOptions.Trust"/>). They are in no group.
    /// </summary>
    public long Unproven { get; }

    /// <summary>
    /// Gets the number of listed files that were not compared with all others of their size, because their digests are
    /// by different hash functions. Only counted if saved volumes alone were searched.
    /// </summary>
    public long Incomparable { get; }

    /// <summary>Gets how many bytes would have to be read to compare them, as far as they can be read.</summary>
    public long IncomparableBytes { get; }

    /// <inheritdoc/>
    public void Dispose()
    {
        _groups.Dispose();
        _uniques.Dispose();
        _media.Dispose();
        _copies.Dispose();
        Paths.Dispose();
    }

    /// <summary>Returns a group by its place in <see cref="Groups"/>.</summary>
    internal ReportGroup GroupAt(int index) => ToReport(_groups.Groups[index]);

    private ReportGroup ToReport(GroupRow group)
    {
        var copies = new ReportCopy[group.Count];
        for (int i = 0; i < copies.Length; i++)
        {
            copies[i] = _copies.ToReport(_groups.MemberOf(group, i), _groups.FactsOf(group, i));
        }

        return new ReportGroup
        {
            Size = group.HasSize ? _groups.SizeOf(group) : SavedFile.UnknownSize,
            Proof = group.Proof,
            Digest = _groups.TryGetDigest(group, out Digest128 digest) ? digest : null,
            RedundantBytes = _groups.RedundantBytesOf(group),
            FreedBytes = _groups.FreedBytesOf(group),
            Shared = _groups.Shared?.ListsOf(_groups.MembersOf(group)),
            Copies = copies,
        };
    }
}
