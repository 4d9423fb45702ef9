using System.Runtime.InteropServices;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// Digests of files on disks by other hash functions than XXH3-128, for comparison with lists: from the catalog, or
/// from reading a file once for all of its digests.
/// </summary>
/// <remarks>Takes 4 bytes for each copy and 24 for each digest. Read by one thread at a time.</remarks>
internal sealed class OtherDigests : IDisposable
{
    private readonly Lock _gate = new();
    private readonly CopyTable _copies;
    private readonly NativeList<Row> _rows = new();

    // The newest row of each copy, or -1. What the catalog has taken back has a row with 0.
    private readonly NativeBuffer<int> _newest;

    internal OtherDigests(CopyTable copies)
    {
        _copies = copies;
        _newest = new NativeBuffer<int>(copies.Count);
        _newest.Span.Fill(-1);
    }

    public void Dispose()
    {
        _rows.Dispose();
        _newest.Dispose();
    }

    /// <summary>Returns the digest of a copy by a hash function, or 0 if it is not known.</summary>
    internal Digest128 Of(int copy, DigestAlgorithm algorithm)
    {
        int row = Find(copy, algorithm);
        return row < 0 ? default : _rows[row].Value;
    }

    /// <summary>Returns whether the digests by all hash functions that are wanted of a copy are known.</summary>
    internal bool HasAll(int copy, AlgorithmChoice wanted)
    {
        foreach (DigestAlgorithm algorithm in
            wanted(_copies.SizeOf(copy), stackalloc DigestAlgorithm[CopyHasher.AlgorithmsMax]))
        {
            if (Of(copy, algorithm) == default)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Passes on all digests of a copy.</summary>
    internal void ForEach(int copy, Action<int, ListedDigest> found)
    {
        for (int row = _newest[copy]; row >= 0; row = _rows[row].Before)
        {
            if (_rows[row].Value != default)
            {
                found(copy, new ListedDigest(_rows[row].Algorithm, _rows[row].Value));
            }
        }
    }

    /// <summary>Takes a fact of the catalog, if it is a digest that is wanted. Called on any thread.</summary>
    internal void Take(int copy, in ContentFact fact, AlgorithmChoice wanted)
    {
        var algorithm = (DigestAlgorithm)(fact.Kind - FactKind.FirstDigest);
        if (fact.Kind > FactKind.FirstDigest
            && wanted(_copies.SizeOf(copy), stackalloc DigestAlgorithm[CopyHasher.AlgorithmsMax]).Contains(algorithm))
        {
            lock (_gate)
            {
                Set(copy, algorithm, fact.Value);
            }
        }
    }

    /// <summary>Reads copies completely, each once, for these digests and that by XXH3-128.</summary>
    /// <param name="hasher">Reads them.</param>
    /// <param name="some">The copies.</param>
    /// <param name="wanted">Chooses the hash functions for a size. Called on any thread.</param>
    /// <param name="writer">Receives all digests, or null.</param>
    internal void Read(CopyHasher hasher, NativeList<int> some, AlgorithmChoice wanted, FactWriter? writer)
    {
        hasher.HashWhole(some, wanted, (copy, algorithms, digests) =>
        {
            lock (_gate)
            {
                writer?.Add(copy, FactKind.Whole, _copies.Digests[copy]);
                for (int i = 0; i < digests.Length; i++)
                {
                    Set(copy, algorithms[i], digests[i]);
                    writer?.Add(copy, FactKind.FirstDigest + (byte)algorithms[i], digests[i]);
                }
            }
        });
        writer?.Flush();
    }

    private int Find(int copy, DigestAlgorithm algorithm)
    {
        int row = _newest[copy];
        while (row >= 0 && _rows[row].Algorithm != algorithm)
        {
            row = _rows[row].Before;
        }

        return row;
    }

    private void Set(int copy, DigestAlgorithm algorithm, Digest128 value)
    {
        int row = Find(copy, algorithm);
        if (row >= 0)
        {
            _rows[row] = _rows[row] with { Value = value };
            return;
        }

        _rows.Add(new Row(value, _newest[copy], algorithm));
        _newest[copy] = _rows.Count - 1;
    }

    /// <param name="Value">The digest.</param>
    /// <param name="Before">The next older row of the copy, or -1.</param>
    /// <param name="Algorithm">The hash function.</param>
    [StructLayout(LayoutKind.Auto)]
    private readonly record struct Row(Digest128 Value, int Before, DigestAlgorithm Algorithm);
}
