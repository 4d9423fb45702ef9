using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>The files of all lists of digests that a search found, sorted by digest.</summary>
internal sealed class ListedRows : IDisposable
{
    private readonly PathTree _tree;
    private readonly NativeList<ListedRow> _rows = new();
    private readonly NativeList<long> _sizes = new();
    private readonly HashSet<DigestAlgorithm> _algorithms = [];
    private bool _anyWithoutSize;

    /// <summary>Collects the files after all were listed.</summary>
    /// <param name="tree">The paths.</param>
    /// <param name="isAlone">Whether only saved volumes are searched, so that one can have sizes for another.</param>
    internal ListedRows(PathTree tree, bool isAlone)
    {
        _tree = tree;
        foreach (PathId name in tree.Files)
        {
            if (tree.Devices[tree.MarkOf(name).Device].Volume is SavedVolume saved
                && (isAlone || saved.Description.Algorithms.Count > 0))
            {
                Add(name, saved, isAlone);
            }
        }

        _rows.Span.Sort();
        _sizes.Span.Sort();
    }

    /// <summary>Gets the hash functions of the lists, in the order of their numbers.</summary>
    internal DigestAlgorithm[] Algorithms => [.. _algorithms.Order()];

    internal Span<ListedRow> All => _rows.Span;

    /// <summary>Returns whether any volume of a search was made from a list of digests.</summary>
    internal static bool AreIn(DeviceTable devices)
    {
        for (int i = 0; i < devices.Count; i++)
        {
            if (devices[i].Volume is SavedVolume { Description.Algorithms.Count: > 0 })
            {
                return true;
            }
        }

        return false;
    }

    public void Dispose()
    {
        _rows.Dispose();
        _sizes.Dispose();
    }

    /// <summary>Returns whether a file on a disk can be equal to a listed one.</summary>
    internal bool MayHave(long size) => _anyWithoutSize || _sizes.Span.BinarySearch(size) >= 0;

    /// <summary>Returns the range of the rows that have a digest.</summary>
    internal Range Find(ListedDigest digest)
    {
        int first = LowerBound(new ListedRow(digest, -1));
        bool isThere = first < _rows.Count && _rows[first].Digest == digest;
        return isThere ? first..EndOf(first) : first..first;
    }

    /// <summary>Returns the end of the rows that have the digest of a row.</summary>
    internal int EndOf(int first)
    {
        int end = first + 1;
        while (end < _rows.Count && _rows[end].Digest == _rows[first].Digest)
        {
            end++;
        }

        return end;
    }

    private int LowerBound(ListedRow row)
    {
        int at = _rows.Span.BinarySearch(row);
        return at < 0 ? ~at : at;
    }

    private void Add(PathId name, SavedVolume list, bool isAlone)
    {
        long size = _tree.SizeOf(name);
        if (!list.TryGetFile(_tree.InodeOf(name), out SavedFile file))
        {
            return;
        }

        // If the size is known too, a file with a digest of our own kind is compared like any other saved one.
        bool isOwn = file.Digest is not null && (size == SavedFile.UnknownSize || isAlone);
        ListedDigest? digest = isOwn ? new ListedDigest(DigestAlgorithm.Xxh3, file.Digest!.Value) : file.Listed;
        if (digest is { } listed && (isOwn || file.Digest is null))
        {
            _rows.Add(new ListedRow(listed, name.Value));
            _algorithms.Add(listed.Algorithm);
            _anyWithoutSize |= size == SavedFile.UnknownSize;
            if (size != SavedFile.UnknownSize)
            {
                _sizes.Add(size);
            }
        }
    }
}

/// <summary>A file of a list.</summary>
/// <param name="Digest">Its digest.</param>
/// <param name="Name">The number of its name.</param>
internal readonly record struct ListedRow(ListedDigest Digest, int Name) : IComparable<ListedRow>
{
    public int CompareTo(ListedRow other)
    {
        int byDigest = Digest.Value.CompareTo(other.Digest.Value);
        if (byDigest != 0)
        {
            return byDigest;
        }

        int byAlgorithm = (int)Digest.Algorithm - (int)other.Digest.Algorithm;
        return byAlgorithm != 0 ? byAlgorithm : Name.CompareTo(other.Name);
    }
}
