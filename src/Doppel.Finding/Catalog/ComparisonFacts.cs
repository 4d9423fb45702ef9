using Doppel.Catalog;
using Doppel.Hashing;

namespace Doppel.Finding;

/// <summary>Notes in the catalog how comparisons came out, on one thread.</summary>
/// <remarks>
/// Copies that are compared side by side have no digests, and those that differ are not read to their end. What is kept
/// for each copy is therefore which copies were compared, and which of them are equal to it, as sums over the states of
/// these files. Sums do not depend on order. If one file changes or another one of this size is added, the sum is
/// another, and nothing is known.
/// </remarks>
internal sealed class ComparisonFacts(FactWriter writer)
{
    private readonly List<(int Copy, ulong State)> _compared = [];
    private readonly Dictionary<int, ulong> _equal = [];
    private readonly Dictionary<int, Digest128> _ends = [];
    private bool _areKeyed;

    /// <summary>Begins the notes about a comparison.</summary>
    internal void Begin(ReadOnlySpan<int> compared)
    {
        _compared.Clear();
        _equal.Clear();
        _ends.Clear();
        _areKeyed = true;
        foreach (int copy in compared)
        {
            _areKeyed &= writer.Keys.TryGet(copy, out CatalogKey key);
            _compared.Add((copy, _areKeyed ? writer.Keys.DigestOf(key) : 0));
        }
    }

    /// <summary>Notes the first or last bytes of a copy.</summary>
    internal void AddEnd(int copy, bool isFirst, ReadOnlySpan<byte> bytes)
    {
        Digest128 ends = _ends.GetValueOrDefault(copy);
        ulong digest = EndsDigest.Of(bytes);
        _ends[copy] = isFirst ? EndsDigest.Of(digest, ends.Low) : EndsDigest.Of(ends.High, digest);
    }

    /// <summary>Notes that some of the compared copies are equal, and no others are equal to them.</summary>
    internal void AddEqual(ReadOnlySpan<int> equal)
    {
        ulong sum = 0;
        foreach (int copy in equal)
        {
            sum += StateOf(copy);
        }

        foreach (int copy in equal)
        {
            _equal[copy] = sum;
        }
    }

    /// <summary>Passes the notes to the catalog.</summary>
    /// <param name="isComplete">
    /// Whether the comparison came to its end, so that all copies not noted as equal differ from each other.
    /// </param>
    internal void End(bool isComplete)
    {
        foreach ((int copy, Digest128 ends) in _ends)
        {
            writer.Add(copy, FactKind.Ends, ends);
        }

        ulong all = 0;
        foreach ((int copy, ulong state) in _compared)
        {
            all += state;

            // A copy may have proved to be open for writing.
            _areKeyed &= writer.Keys.TryGet(copy, out _);
        }

        if (isComplete && _areKeyed)
        {
            foreach ((int copy, ulong state) in _compared)
            {
                writer.Add(copy, FactKind.Comparison, new Digest128(all, _equal.GetValueOrDefault(copy, state)));
            }
        }
    }

    private ulong StateOf(int copy) => _compared.Find(compared => compared.Copy == copy).State;
}
