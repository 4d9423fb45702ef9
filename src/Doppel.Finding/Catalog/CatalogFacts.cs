using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>What the catalog knows about the copies of a search, so that they need not be read.</summary>
/// <remarks>
/// Digests of small copies go straight to the <see cref="CopyTable"/>. For larger ones, which have two digests or were
/// only compared, 48 bytes each are kept here; copies are ordered by size, so these are the last ones. Without a
/// catalog, nothing is known.
/// </remarks>
internal sealed class CatalogFacts : IDisposable
{
    private readonly Candidates _candidates;
    private readonly CopyTable _copies;
    private readonly CatalogAccess? _catalog;
    private readonly NativeBits? _used;
    private int _firstLarge;
    private NativeBuffer<LargeFacts>? _large;

    private CatalogFacts(Candidates candidates, CatalogAccess? catalog)
    {
        (_candidates, _copies, _catalog) = (candidates, candidates.Copies, catalog);
        _used = catalog is null ? null : new NativeBits(_copies.Count);
    }

    /// <summary>Gets whether there is a catalog.</summary>
    internal bool HasCatalog => _catalog is not null;

    /// <summary>Gets whether every copy has to be read: there is neither a catalog nor a saved volume.</summary>
    internal bool IsEmpty => _catalog is null && _candidates.Saved.IsEmpty;

    /// <summary>Gets which copies were matched without being read, or null without a catalog.</summary>
    internal NativeBits? UsedCopies => _used;

    /// <summary>
    /// Gets the number of copies that were matched without being read and are not in <see cref="EarlyMatches.Read"/>.
    /// </summary>
    internal long Used
    {
        get
        {
            if (_candidates.Groups is not null)
            {
                return _candidates.Compared;
            }

            long count = 0;
            for (int copy = 0; copy < _used?.Length; copy++)
            {
                count += _used[copy] && !_candidates.Saved.IsCounted(copy) ? 1 : 0;
            }

            return count;
        }
    }

    /// <summary>Returns that nothing is known, and that nothing that is read is noted.</summary>
    internal static CatalogFacts None(Candidates candidates) => new(candidates, catalog: null);

    /// <summary>Asks the catalog of a search, if it has one that may be believed.</summary>
    /// <param name="candidates">The copies. If the last search has compared them, all are known.</param>
    /// <param name="context">The state shared by all stages.</param>
    /// <param name="uniques">Whether to ask about copies whose size no other copy has, too.</param>
    internal static CatalogFacts Of(Candidates candidates, SearchContext context, bool uniques = false)
    {
        CatalogAccess? catalog = CatalogAccess.For(candidates.Copies, context);
        var facts = new CatalogFacts(candidates, catalog);
        if (candidates.Groups is not null)
        {
            facts.UseAll();
        }
        else if (catalog is not null)
        {
            facts.Ask(catalog, context.Options, uniques);
        }

        return facts;
    }

    public void Dispose()
    {
        _large?.Dispose();
        _used?.Dispose();
    }

    /// <summary>Returns where one thread notes what it reads, or null without a catalog.</summary>
    internal FactWriter? NewWriter() => _catalog?.NewWriter();

    /// <summary>Returns whether a copy was matched without being read.</summary>
    internal bool IsUsed(int copy) => _used is not null && _used[copy];

    /// <summary>Counts a copy as matched without being read.</summary>
    internal void Use(int copy)
    {
        if (_used is null || _candidates.Saved.IsRead(copy))
        {
            return;
        }

        lock (_used)
        {
            _used.Set(copy);
        }
    }

    /// <summary>Returns whether the digest of a large copy's ends is known.</summary>
    internal bool HasEnds(int copy) => EndsDigest.IsComplete(FactsOf(copy).Ends);

    /// <summary>Gives a copy the digest of its complete content, if a saved volume or the catalog knows it.</summary>
    /// <returns>Whether the copy has the digest and need not be read.</returns>
    internal bool TryHash(int copy)
    {
        if (_candidates.Saved.Decides(copy))
        {
            return _copies.States[copy] == CopyState.Hashed;
        }

        if (_copies.States[copy] != CopyState.Hashed && !TryAdopt(copy, CopyState.Hashed, FactsOf(copy).Whole))
        {
            return false;
        }

        Use(copy);
        return true;
    }

    /// <summary>Gives a copy the digest of its ends, if the catalog knows it.</summary>
    /// <returns>Whether the copy has the digest and need not be read.</returns>
    internal bool TryHashEnds(int copy) =>
        _copies.States[copy] == CopyState.Unread && HasEnds(copy)
        && TryAdopt(copy, CopyState.EndsHashed, FactsOf(copy).Ends);

    /// <summary>Returns whether a copy has the digest of its content, or the catalog knows it.</summary>
    internal bool HasDigest(int copy) => _copies.States[copy] switch
    {
        CopyState.Hashed => true,
        CopyState.Failed => false,
        _ => FactsOf(copy).Whole != default,
    };

    /// <summary>Gives copies of one size the digests of their contents, if the catalog knows all of them.</summary>
    internal bool TryHash(CopyRun run)
    {
        for (int copy = run.First; copy < run.First + run.Count; copy++)
        {
            if (!HasDigest(copy))
            {
                return false;
            }
        }

        for (int copy = run.First; copy < run.First + run.Count; copy++)
        {
            TryHash(copy);
        }

        return true;
    }

    /// <summary>
    /// Adds the groups among copies, if the catalog knows how a comparison of exactly these copies came out.
    /// </summary>
    internal bool TryMatch(ReadOnlySpan<int> compared, GroupSink groups)
    {
        ulong all = 0;
        foreach (int copy in compared)
        {
            if (FactsOf(copy).Compared == 0 || !_catalog!.Keys.TryGet(copy, out CatalogKey key))
            {
                return false;
            }

            all += _catalog.Keys.DigestOf(key);
        }

        foreach (int copy in compared)
        {
            if (FactsOf(copy).Compared != all)
            {
                return false;
            }
        }

        foreach (int copy in compared)
        {
            Use(copy);
        }

        AddGroups(compared, groups);
        return true;
    }

    /// <summary>
    /// Passes on the sets of copies that may be equal: those whose first and last bytes are not known to differ.
    /// </summary>
    /// <param name="copies">Copies of one size.</param>
    /// <param name="found">Receives each set, also those of a single copy.</param>
    internal void Separate(ReadOnlySpan<int> copies, Action<int[]> found)
    {
        // One copy whose beginning is unknown may be equal to any of the others.
        int[] all = copies.ToArray();
        bool isKnown = Array.TrueForAll(all, copy => FactsOf(copy).Ends.High != EndsDigest.Unknown);
        foreach (IGrouping<ulong, int> alike in all.GroupBy(copy => isKnown ? FactsOf(copy).Ends.High : 0))
        {
            int[] some = [.. alike];
            bool isLastKnown = Array.TrueForAll(some, copy => FactsOf(copy).Ends.Low != EndsDigest.Unknown);
            foreach (IGrouping<ulong, int> set in some.GroupBy(copy => isLastKnown ? FactsOf(copy).Ends.Low : 0))
            {
                found([.. set]);
            }
        }
    }

    private void UseAll()
    {
        for (int copy = 0; copy < _used?.Length; copy++)
        {
            _used.Set(copy);
        }
    }

    private void Ask(CatalogAccess catalog, FindOptions options, bool uniques)
    {
        SavedCopies saved = _candidates.Saved;
        if (options.Reread)
        {
            // Copies that were read earlier in this search were handled then.
            catalog.TakeBack(uniques, (copy, _) => !saved.IsDone(copy));
            return;
        }

        _firstLarge = FirstLargerThan(options.Ladder.SmallBytesMax);
        _large = new NativeBuffer<LargeFacts>(_copies.Count - _firstLarge);
        _large.Span.Clear();
        catalog.Ask(uniques, Take, saved.IsEmpty ? null : saved.IsDone);
    }

    // Equal copies share a number.
    private void AddGroups(ReadOnlySpan<int> compared, GroupSink groups)
    {
        foreach (IGrouping<ulong, int> equal in compared.ToArray().GroupBy(copy => FactsOf(copy).Equal))
        {
            int[] members = [.. equal];
            if (members.Length > 1)
            {
                groups.Add(members, Proof.Bytes);
            }
        }
    }

    private LargeFacts FactsOf(int copy) =>
        _large is not null && copy >= _firstLarge ? _large[copy - _firstLarge] : default;

    private bool TryAdopt(int copy, CopyState state, Digest128 digest)
    {
        if (digest == default || _copies.States[copy] == CopyState.Failed)
        {
            return false;
        }

        _copies.Digests[copy] = digest;
        _copies.States[copy] = state;
        return true;
    }

    private int FirstLargerThan(int bytes)
    {
        foreach (CopyRun run in _copies.Runs)
        {
            if (_copies.SizeOf(run.First) > bytes)
            {
                return run.First;
            }
        }

        return _copies.Count;
    }

    private void Take(int copy, in ContentFact fact)
    {
        if (copy < _firstLarge)
        {
            if (fact.Kind == FactKind.Whole)
            {
                _copies.Digests[copy] = fact.Value;
                _copies.States[copy] = fact.Value == default ? CopyState.Unread : CopyState.Hashed;
            }

            return;
        }

        ref LargeFacts known = ref _large![copy - _firstLarge];
        known = fact.Kind switch
        {
            FactKind.Whole => known with { Whole = fact.Value },
            FactKind.Ends when fact.Value != default => known with { Ends = Union(fact.Value, known.Ends) },
            FactKind.Ends => known with { Ends = default },
            FactKind.Comparison => known with { Compared = fact.Value.High, Equal = fact.Value.Low },
            _ => known,
        };
    }

    private static Digest128 Union(Digest128 one, Digest128 other) => new(
        one.High == EndsDigest.Unknown ? other.High : one.High, one.Low == EndsDigest.Unknown ? other.Low : one.Low);

    // What is known about a large copy. Zero means unknown.
    private readonly record struct LargeFacts(Digest128 Whole, Digest128 Ends, ulong Compared, ulong Equal);
}
