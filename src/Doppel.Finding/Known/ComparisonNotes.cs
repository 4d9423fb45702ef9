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
internal sealed class ComparisonNotes(CatalogKeys keys, FactNotes notes)
{
    private readonly List<(int Copy, ulong State)> _compared = [];
    private readonly Dictionary<int, ulong> _equal = [];
    private bool _isComplete;

    /// <summary>Begins the notes about a comparison.</summary>
    internal void Begin(ReadOnlySpan<int> compared)
    {
        _compared.Clear();
        _equal.Clear();
        _isComplete = true;
        foreach (int copy in compared)
        {
            _isComplete &= keys.TryGet(copy, out CatalogKey key);
            _compared.Add((copy, _isComplete ? keys.DigestOf(key) : 0));
        }
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

    /// <summary>Completes the notes: all other copies differ from each other. They go to the catalog.</summary>
    internal void End()
    {
        ulong all = 0;
        foreach ((_, ulong state) in _compared)
        {
            all += state;
        }

        foreach ((int copy, ulong state) in _isComplete ? _compared : [])
        {
            notes.Add(copy, FactKind.Comparison, new Digest128(all, _equal.GetValueOrDefault(copy, state)));
        }
    }

    private ulong StateOf(int copy) => _compared.Find(compared => compared.Copy == copy).State;
}
