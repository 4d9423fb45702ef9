using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>Files of lists with their digests, sorted by digest.</summary>
/// <param name="tree">The paths.</param>
internal sealed class ListedRows(PathTree tree) : IDisposable
{
    // A size and a hash function as one number. Larger sizes count as one, which only asks for too much.
    private const int AlgorithmBits = 8;
    private const long SizeMax = (1L << (63 - AlgorithmBits)) - 1;

    private readonly NativeList<ListedRow> _rows = new();
    private readonly NativeList<long> _wanted = new();
    private readonly SortedSet<DigestAlgorithm> _algorithms = [];
    private readonly SortedSet<DigestAlgorithm> _withoutSize = [];

    /// <summary>Gets the hash functions other than XXH3-128, in the order of their numbers.</summary>
    internal IEnumerable<DigestAlgorithm> Others =>
        _algorithms.Where(static algorithm => algorithm != DigestAlgorithm.Xxh3);

    internal Span<ListedRow> All => _rows.Span;

    /// <summary>Returns whether any volume of a search was made from a list of digests.</summary>
    internal static bool AreIn(SearchDevices devices)
    {
        for (int i = 0; i < devices.Count; i++)
        {
            if (devices[i].Volume is SavedVolume saved && IsList(saved))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Returns whether a volume was made from a list.</summary>
    internal static bool IsList(SavedVolume saved) =>
        saved.Description.Algorithms.Count > 0 || saved.Source is not null;

    public void Dispose()
    {
        _rows.Dispose();
        _wanted.Dispose();
    }

    /// <summary>Adds a row. After the last one, <see cref="Sort"/> must be called.</summary>
    internal void Add(PathId name, ListedDigest digest)
    {
        _rows.Add(new ListedRow(digest, name.Value));
        _algorithms.Add(digest.Algorithm);
        long size = tree.SizeOf(name);
        if (size == SavedFile.UnknownSize)
        {
            _withoutSize.Add(digest.Algorithm);
        }
        else
        {
            _wanted.Add(KeyOf(size) | (byte)digest.Algorithm);
        }
    }

    /// <summary>Prepares the rows for searches.</summary>
    internal void Sort()
    {
        _rows.Span.Sort();
        _wanted.Span.Sort();
        int kept = 0;
        foreach (long one in _wanted.Span)
        {
            if (kept == 0 || _wanted[kept - 1] != one)
            {
                _wanted[kept++] = one;
            }
        }

        _wanted.Cut(kept);
    }

    /// <summary>Returns whether a file on a disk can be equal to that of a row.</summary>
    internal bool MayEqual(long size)
    {
        int first = FirstWantedOf(size);
        return _withoutSize.Count > 0 || (first < _wanted.Count && _wanted[first] <= KeyOf(size) + byte.MaxValue);
    }

    /// <summary>
    /// Returns whether there are rows of a size with digests by different hash functions, which cannot be compared.
    /// </summary>
    internal bool HasKinds(long size)
    {
        int second = FirstWantedOf(size) + 1;
        return size == SavedFile.UnknownSize
            ? _algorithms.Count > 1
            : second < _wanted.Count && _wanted[second] <= KeyOf(size) + byte.MaxValue;
    }

    /// <summary>
    /// Returns the hash functions other than XXH3-128 by which a file on a disk can be equal to that of a row.
    /// </summary>
    /// <param name="size">The size of the file.</param>
    /// <param name="buffer">Receives them: <see cref="CopyHasher.AlgorithmsMax"/>.</param>
    internal ReadOnlySpan<DigestAlgorithm> OthersWantedOf(long size, Span<DigestAlgorithm> buffer)
    {
        int count = 0;
        foreach (DigestAlgorithm algorithm in _withoutSize)
        {
            buffer[count++] = algorithm;
        }

        for (int i = FirstWantedOf(size); i < _wanted.Count && _wanted[i] <= KeyOf(size) + byte.MaxValue; i++)
        {
            var algorithm = (DigestAlgorithm)(byte)_wanted[i];
            if (!buffer[..count].Contains(algorithm))
            {
                buffer[count++] = algorithm;
            }
        }

        int own = buffer[..count].IndexOf(DigestAlgorithm.Xxh3);
        if (own >= 0)
        {
            buffer[own] = buffer[--count];
        }

        return buffer[..count];
    }

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

    private static long KeyOf(long size) => Math.Min(size, SizeMax) << AlgorithmBits;

    private int FirstWantedOf(long size)
    {
        int at = _wanted.Span.BinarySearch(KeyOf(size));
        return at < 0 ? ~at : at;
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
