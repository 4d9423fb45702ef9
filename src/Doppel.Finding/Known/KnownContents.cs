using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>What the catalog knows about the copies of a search, so that they need not be read.</summary>
/// <remarks>
/// Digests of small copies go straight to the <see cref="CopyTable"/>. For larger ones, which have two digests or were
/// only compared, 48 bytes each are kept here; copies are ordered by size, so these are the last ones.
/// </remarks>
internal sealed class KnownContents : IDisposable
{
    // 1.5 MB of queries at a time.
    private const int QueriesMax = 1 << 16;

    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly ContentCatalog _catalog;
    private readonly uint _readAt;
    private readonly int _firstLarge;
    private readonly NativeBuffer<Known>? _large;
    private readonly NativeBits _used;

    private KnownContents(FindOptions options, PathTree tree, CopyTable copies, SearchContext context)
    {
        _tree = tree;
        _copies = copies;
        _catalog = options.Catalog!;
        _readAt = (uint)context.Begun.Seconds;
        Keys = new CatalogKeys(tree, copies);
        _used = new NativeBits(copies.Count);
        _firstLarge = FirstLargerThan(options.Ladder.SmallBytesMax);
        if (options.Reread)
        {
            using var stale = new NativeList<ContentFact>();
            Load((int _, in ContentFact fact) => stale.Add(fact with { Value = default, ReadAt = _readAt }), stale);
            return;
        }

        _large = new NativeBuffer<Known>(copies.Count - _firstLarge);
        _large.Span.Clear();
        Load(Take, stale: null);
    }

    internal CatalogKeys Keys { get; }

    /// <summary>Gets the number of copies that were matched without being read, because the catalog knew them.</summary>
    internal long Used
    {
        get
        {
            long count = 0;
            for (int copy = 0; copy < _copies.Count; copy++)
            {
                count += _used[copy] ? 1 : 0;
            }

            return count;
        }
    }

    /// <summary>Asks the catalog of a search, if it has one that may be believed.</summary>
    internal static KnownContents? For(FindOptions options, PathTree tree, CopyTable copies, SearchContext context) =>
        options.Catalog is not null && options.Proof == ProofDemand.Standard
            ? new KnownContents(options, tree, copies, context)
            : null;

    public void Dispose()
    {
        _large?.Dispose();
        _used.Dispose();
    }

    /// <summary>Returns whether a copy was matched without being read.</summary>
    internal bool IsUsed(int copy) => _used[copy];

    /// <summary>Returns where one thread notes what it reads.</summary>
    internal FactNotes NewNotes() => new(_catalog, _tree, Keys, _readAt);

    /// <summary>Counts a copy as matched without being read.</summary>
    internal void Use(int copy)
    {
        lock (_used)
        {
            _used.Set(copy);
        }
    }

    /// <summary>Gives a copy the digest of its complete content, if the catalog knows it.</summary>
    /// <returns>Whether the copy has the digest and need not be read.</returns>
    internal bool TryHash(int copy)
    {
        if (_copies.States[copy] != CopyState.Hashed && !TryAdopt(copy, CopyState.Hashed, KnownOf(copy).Whole))
        {
            return false;
        }

        Use(copy);
        return true;
    }

    /// <summary>Gives a copy the digest of its ends, if the catalog knows it.</summary>
    /// <returns>Whether the copy has the digest and need not be read.</returns>
    internal bool TryHashEnds(int copy) =>
        _copies.States[copy] == CopyState.Listed && EndsDigest.IsComplete(KnownOf(copy).Ends)
        && TryAdopt(copy, CopyState.EndsHashed, KnownOf(copy).Ends);

    /// <summary>Gives copies of one size the digests of their contents, if the catalog knows all of them.</summary>
    internal bool TryHash(CopyRun run)
    {
        for (int copy = run.First; copy < run.First + run.Count; copy++)
        {
            if (_copies.States[copy] != CopyState.Hashed && KnownOf(copy).Whole == default)
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
            if (KnownOf(copy).Compared == 0 || !Keys.TryGet(copy, out CatalogKey key))
            {
                return false;
            }

            all += Keys.DigestOf(key);
        }

        foreach (int copy in compared)
        {
            if (KnownOf(copy).Compared != all)
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
    /// <param name="found">Receives each set of two or more.</param>
    internal void Separate(ReadOnlySpan<int> copies, Action<int[]> found)
    {
        // One copy whose beginning is unknown may be equal to any of the others.
        int[] all = copies.ToArray();
        bool isKnown = Array.TrueForAll(all, copy => KnownOf(copy).Ends.High != EndsDigest.Unknown);
        foreach (IGrouping<ulong, int> alike in all.GroupBy(copy => isKnown ? KnownOf(copy).Ends.High : 0))
        {
            int[] some = [.. alike];
            bool isLastKnown = Array.TrueForAll(some, copy => KnownOf(copy).Ends.Low != EndsDigest.Unknown);
            foreach (IGrouping<ulong, int> set in some.GroupBy(copy => isLastKnown ? KnownOf(copy).Ends.Low : 0))
            {
                found([.. set]);
            }
        }
    }

    // Equal copies have one number in common.
    private void AddGroups(ReadOnlySpan<int> compared, GroupSink groups)
    {
        foreach (IGrouping<ulong, int> equal in compared.ToArray().GroupBy(copy => KnownOf(copy).Equal))
        {
            int[] members = [.. equal];
            if (members.Length > 1)
            {
                groups.Add(members, Proof.Bytes);
            }
        }
    }

    private Known KnownOf(int copy) => _large is not null && copy >= _firstLarge ? _large[copy - _firstLarge] : default;

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

    // What is read again may give other facts of other kinds, so those that are known are taken back first: a fact
    // without a value.
    private void Load(FactVisitor found, NativeList<ContentFact>? stale)
    {
        for (int device = 0; device < _tree.Devices.Count; device++)
        {
            FileSystemIdentity identity = _tree.Devices[device].Identity;
            if (identity.IsKnown)
            {
                using NativeList<int> asked = CopiesToAskFor(device);
                SortByInode(asked.Span);
                Ask(identity, asked.Span, found);
                _catalog.Add(identity, stale is null ? default : stale.Span);
                stale?.Clear();
            }
        }
    }

    private NativeList<int> CopiesToAskFor(int device)
    {
        var asked = new NativeList<int>();
        foreach (CopyRun run in _copies.Runs)
        {
            for (int copy = run.First; run.Count > 1 && copy < run.First + run.Count; copy++)
            {
                if (_copies.DeviceOf(copy) == device && Keys.TryGet(copy, out _))
                {
                    asked.Add(copy);
                }
            }
        }

        return asked;
    }

    // The sorter is stable: by the lower half of the inode first, then by the upper half, which is mostly 0.
    private void SortByInode(Span<int> asked)
    {
        using var keys = new NativeBuffer<ulong>(asked.Length);
        for (int i = 0; i < asked.Length; i++)
        {
            keys[i] = (InodeOf(asked[i]) << 32) | (uint)asked[i];
        }

        KeySorter.Sort(keys.Span);
        foreach (ref ulong key in keys.Span)
        {
            key = (InodeOf((int)key) >> 32 << 32) | (uint)key;
        }

        KeySorter.Sort(keys.Span);
        for (int i = 0; i < asked.Length; i++)
        {
            asked[i] = (int)keys[i];
        }
    }

    private ulong InodeOf(int copy) => _copies.IdentityOf(copy).Inode;

    private void Ask(FileSystemIdentity identity, ReadOnlySpan<int> asked, FactVisitor found)
    {
        using var queries = new NativeBuffer<ContentQuery>(Math.Min(asked.Length, QueriesMax));
        while (!asked.IsEmpty)
        {
            int count = Math.Min(asked.Length, queries.Length);
            for (int i = 0; i < count; i++)
            {
                Keys.TryGet(asked[i], out CatalogKey key);
                queries[i] = new ContentQuery(key.Inode, key.Stamp, asked[i]);
            }

            _catalog.Find(identity, queries.Span[..count], found);
            asked = asked[count..];
        }
    }

    private void Take(int copy, in ContentFact fact)
    {
        if (copy < _firstLarge)
        {
            if (fact.Kind == FactKind.Whole)
            {
                _copies.Digests[copy] = fact.Value;
                _copies.States[copy] = fact.Value == default ? CopyState.Listed : CopyState.Hashed;
            }

            return;
        }

        ref Known known = ref _large![copy - _firstLarge];
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
    private readonly record struct Known(Digest128 Whole, Digest128 Ends, ulong Compared, ulong Equal);
}
