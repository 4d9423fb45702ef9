using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// Finds out which files of lists of digests are equal to a file on a disk, before files are grouped by size: the size
/// of a listed file may be known only then.
/// </summary>
/// <remarks>
/// Each file on a disk that can be equal to a listed one is read once, and all its digests go to the catalog. A listed
/// file then has the XXH3-128 digest and the size of the file that it is equal to, and is matched like any other.
/// </remarks>
internal sealed class ListedSearch : IDisposable
{
    private const long NotFound = -1;
    private const long Disputed = -2;

    // The digest of the row is not that of its content.
    private const long Ignored = -3;

    // No file on a disk has the digest, and it is certain that those are others.
    private const long Trusted = -4;

    // Another file has the digest, by a hash function that is not trusted as a proof.
    private const long Unproven = -5;

    private readonly PathTree _tree;
    private readonly bool _isAlone;
    private readonly DigestAlgorithm _trust;
    private readonly ListedRows _rows;
    private readonly NativeBuffer<Digest128> _contents;
    private readonly NativeBuffer<long> _sizes;

    private ListedSearch(PathTree tree, bool isAlone, ListedRows rows, DigestAlgorithm trust)
    {
        (_tree, _isAlone, _rows, _trust) = (tree, isAlone, rows, trust);
        _rows.Sort();
        _contents = new NativeBuffer<Digest128>(_rows.All.Length);
        _sizes = new NativeBuffer<long>(_rows.All.Length);
        _sizes.Span.Fill(NotFound);
    }

    /// <summary>Runs the search, unless no root is on a list.</summary>
    /// <param name="tree">All files.</param>
    /// <param name="context">The state shared by all stages.</param>
    /// <param name="matches">
    /// What was read before saved volumes were listed. Receives what is found out.
    /// </param>
    internal static void Run(PathTree tree, SearchContext context, EarlyMatches matches)
    {
        if (!ListedRows.AreIn(tree.Devices))
        {
            return;
        }

        FindOptions options = context.Options;
        bool isAlone = options.Roots.All(static root => root.Volume is SavedVolume);

        // Problems with the names of an inode show again when the names are combined for the search itself.
        var ignored = new ProblemLog(options.RunOfLeftover);
        using CopyTable onDisks = new SizeGrouping(tree, ignored, uniques: true, onlyDisks: true).Run();
        using var files = new ListedFiles(tree, onDisks, isAlone);
        using var candidates = new ListedCandidates(options, tree, context, files, onDisks);
        onDisks.Dispose();
        matches.Grow(tree);
        var inquiry = new ListedInquiry(tree, context, files, candidates, matches);
        inquiry.AskUnknown();
        using var search = new ListedSearch(tree, isAlone, files.Rows, options.Trust);
        search.Compare(candidates, matches);
        using var better = new ListedRows(tree);
        inquiry.AskAgain(search, better);
        search.Settle(matches, candidates.Copies);
        if (better.All.Length > 0)
        {
            using var again = new ListedSearch(tree, isAlone, better, options.Trust);
            again.Compare(candidates, matches);
            for (int row = 0; row < better.All.Length; row++)
            {
                again.Trust(row);
            }

            again.Settle(matches, candidates.Copies);
        }

        matches.Unanswered = inquiry.Unanswered;
        (matches.Incomparable, matches.IncomparableBytes) = (inquiry.Incomparable, inquiry.IncomparableBytes);
    }

    public void Dispose()
    {
        _contents.Dispose();
        _sizes.Dispose();
    }

    /// <summary>Returns whether no file on a disk has the digest of a row.</summary>
    internal bool IsUnmatched(int row) => _sizes[row] == NotFound;

    /// <summary>Returns whether another file has the digest of a row, which is not trusted as a proof.</summary>
    internal bool IsUnproven(int row) => _sizes[row] == Unproven;

    /// <summary>Notes that the digest of a row is the right one: files on disks with other digests differ.</summary>
    internal void Trust(int row) => _sizes[row] = IsUnmatched(row) ? Trusted : _sizes[row];

    /// <summary>Notes that the digest of a row is not that of its content.</summary>
    internal void Ignore(int row) => _sizes[row] = Ignored;

    private void Compare(ListedCandidates candidates, EarlyMatches matches)
    {
        candidates.Read(_rows, matches);
        candidates.ForEachDigest((copy, digest) => Take(candidates.Copies, copy, digest));
        for (int first = 0; first < _rows.All.Length;)
        {
            int end = _rows.EndOf(first);
            Doubt(first, end);
            first = end;
        }
    }

    // The search itself compares by XXH3-128.
    private void Doubt(int first, int end)
    {
        DigestAlgorithm algorithm = _rows.All[first].Digest.Algorithm;
        if (algorithm == DigestAlgorithm.Xxh3 || ContentHash.IsAtLeast(algorithm, _trust))
        {
            return;
        }

        bool isShared = _isAlone && end - first > 1;
        for (int row = first; row < end; row++)
        {
            _sizes[row] = isShared || _sizes[row] >= 0 ? Unproven : _sizes[row];
        }
    }

    // Two files with the listed digest whose contents differ show that it proves nothing: one of them was made for it.
    private void Take(CopyTable copies, int copy, ListedDigest digest)
    {
        Range found = _rows.Find(digest);
        for (int row = found.Start.Value; row < found.End.Value; row++)
        {
            long size = copies.SizeOf(copy);
            long listed = _tree.SizeOf(new PathId(_rows.All[row].Name));
            if (listed != SavedFile.UnknownSize && listed != size)
            {
                continue;
            }

            bool isFirst = _sizes[row] == NotFound;
            bool isSame = isFirst || (_sizes[row] == size && _contents[row] == copies.Digests[copy]);
            _sizes[row] = isSame ? size : Disputed;
            _contents[row] = copies.Digests[copy];
        }
    }

    private void Settle(EarlyMatches matches, CopyTable copies)
    {
        SettleParts(matches, copies);
        for (int first = 0; first < _rows.All.Length;)
        {
            int end = _rows.EndOf(first);
            long? size = _isAlone ? CommonSize(first, end) : null;
            Settle(matches, first, end, size);
            first = end;
        }
    }

    // The size of the parts is what common clients use. If no file on a disk has the digest, it may be another one.
    private void SettleParts(EarlyMatches matches, CopyTable copies)
    {
        HashSet<long> unknown = [];
        for (int row = 0; row < _rows.All.Length; row++)
        {
            if (_sizes[row] == NotFound && ContentHash.PartBytesOf(_rows.All[row].Digest.Algorithm) > 0)
            {
                unknown.Add(_tree.SizeOf(new PathId(_rows.All[row].Name)));
            }
        }

        for (int copy = 0; unknown.Count > 0 && copy < copies.Count; copy++)
        {
            matches.Undecided += unknown.Contains(copies.SizeOf(copy)) ? 1 : 0;
        }
    }

    // The size that one list has of a digest is that of the others too, unless there are several. Files of which no
    // list has it are searched as if they were empty.
    private long CommonSize(int first, int end)
    {
        long common = SavedFile.UnknownSize;
        for (int row = first; row < end; row++)
        {
            long size = _tree.SizeOf(new PathId(_rows.All[row].Name));
            if (size != SavedFile.UnknownSize && common != SavedFile.UnknownSize && size != common)
            {
                return SavedFile.UnknownSize;
            }

            common = Math.Max(common, size);
        }

        return common;
    }

    private void Settle(EarlyMatches matches, int first, int end, long? common)
    {
        for (int row = first; row < end; row++)
        {
            (ListedDigest digest, int value) = _rows.All[row];
            var name = new PathId(value);
            switch (_sizes[row])
            {
                case Disputed:
                    matches.Undecided++;
                    _tree.SetSize(name, FileChunk.ForgottenSize);
                    break;
                case Unproven:
                    matches.Unproven++;
                    _tree.SetSize(name, FileChunk.ForgottenSize);
                    break;
                case Ignored:
                    break;
                case NotFound or Trusted:
                    SettleKey(matches, name, digest, common);
                    break;
                default:
                    matches.SetContent(name, _contents[row], digest.Algorithm);
                    _tree.SetSize(name, _sizes[row]);
                    break;
            }
        }
    }

    private void SettleKey(EarlyMatches matches, PathId name, ListedDigest digest, long? common)
    {
        long size = _tree.SizeOf(name);
        bool isCommon = size == SavedFile.UnknownSize && common is not null;
        size = isCommon ? common!.Value : size;
        matches.SetKey(name, digest, hasSize: size != SavedFile.UnknownSize);
        if (isCommon)
        {
            _tree.SetSize(name, Math.Max(0, size));
        }
    }
}
