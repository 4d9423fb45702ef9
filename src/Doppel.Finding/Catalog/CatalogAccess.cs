using Doppel.Catalog;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Asks the catalog about the copies of a search, on all threads, and lets it be told.</summary>
/// <param name="catalog">The catalog.</param>
/// <param name="copies">The copies.</param>
/// <param name="context">The search, which provides the threads.</param>
internal sealed class CatalogAccess(ContentCatalog catalog, CopyTable copies, SearchContext context)
{
    // The number of queries that a thread takes at a time, in 200 KB.
    private const int QueriesMax = 8192;

    // The files of copies are all over the memory, and are fetched while others are handled.
    private const int Ahead = 8;

    // No copy has a number with this lower half.
    private const ulong NotAsked = ulong.MaxValue;

    private readonly uint _readAt = (uint)context.Begun.Seconds;

    internal CatalogKeys Keys { get; } = new(copies);

    /// <summary>Returns access to the catalog of a search, or null if it has none that may be believed.</summary>
    internal static CatalogAccess? For(CopyTable copies, SearchContext context) =>
        context.Options is { Proof: ProofDemand.Standard, Catalog: { } catalog }
            ? new CatalogAccess(catalog, copies, context)
            : null;

    /// <summary>Returns what tells the catalog what one thread reads.</summary>
    internal FactWriter NewWriter() => new(catalog, Keys, _readAt);

    /// <summary>Asks what is known.</summary>
    /// <param name="uniques">Whether to ask about copies whose size no other copy has, too.</param>
    /// <param name="found">
    /// Receives each fact with the number of its copy. Called on any thread, but for one copy always on the same.
    /// </param>
    /// <param name="isDone">Returns whether to leave out a copy, or null to ask about all.</param>
    internal void Ask(bool uniques, FactVisitor found, Predicate<int>? isDone = null) => AskAll(
        copies.Count,
        copy => (uniques || !copies.IsAlone(copy)) && isDone?.Invoke(copy) != true ? copy : -1,
        (identity, queries) => catalog.Find(identity, queries, found));

    /// <summary>Asks for texts.</summary>
    /// <param name="some">The copies to ask about.</param>
    /// <param name="kind">What the texts are.</param>
    /// <param name="found">
    /// Receives each text with the number of its copy. Called on any thread, but for one copy always on the same.
    /// </param>
    internal void AskTexts(NativeList<int> some, FactKind kind, TextVisitor found) => AskAll(
        some.Count,
        i => some[i],
        (identity, queries) => catalog.FindTexts(identity, queries, kind, found));

    internal void AddText(CatalogKey key, FactKind kind, ReadOnlySpan<byte> text) => catalog.AddText(
        Keys.FileSystemOf(key.Device), new ContentFact(key.Inode, key.Stamp, kind, default, _readAt), text);

    /// <summary>
    /// Takes back what is known, by facts without a value. What is read again may give other facts, and of other kinds.
    /// </summary>
    /// <param name="uniques">Whether to take back facts of copies whose size no other copy has, too.</param>
    /// <param name="isWanted">Whether to take back the facts of this kind about this copy.</param>
    internal void TakeBack(bool uniques, Func<int, FactKind, bool> isWanted) =>
        Ask(uniques, (int copy, in ContentFact fact) =>
        {
            if (isWanted(copy, fact.Kind))
            {
                Keys.TryGet(copy, out CatalogKey key);
                catalog.Add(Keys.FileSystemOf(key.Device), [fact with { Value = default, ReadAt = _readAt }]);
            }
        });

    private void AskAll(int count, Func<int, int> copyAt, QuestionAction ask)
    {
        for (int device = 0; device < copies.Tree.Devices.Count; device++)
        {
            FileSystemIdentity identity = Keys.FileSystemOf(device);
            if (catalog.MayKnow(identity))
            {
                using var all = new NativeBuffer<ulong>(count);
                Span<ulong> asked = Collect(all, device, copyAt, out bool anyUpper);
                SortByInode(asked, anyUpper);
                Ask(identity, all, asked.Length, ask);
            }
        }
    }

    // Returns the copies to ask about, each with the lower half of its inode above it.
    private Span<ulong> Collect(NativeBuffer<ulong> asked, int device, Func<int, int> copyAt, out bool anyUpper)
    {
        ulong upper = 0;
        context.WorkerPool.Run(Job.Computing(asked.Length, QueriesMax, (_, first, end) =>
        {
            ulong some = 0;
            for (int i = first; i < end; i++)
            {
                if (i + Ahead < end && copyAt(i + Ahead) is >= 0 and var next)
                {
                    copies.Prefetch(next);
                }

                int copy = copyAt(i);
                asked[i] = NotAsked;
                if (copy >= 0 && Keys.TryGet(copy, out CatalogKey key) && key.Device == device)
                {
                    asked[i] = (key.Inode << 32) | (uint)copy;
                    some |= key.Inode >> 32;
                }
            }

            Interlocked.Or(ref upper, some);
        }));
        anyUpper = upper != 0;
        int count = 0;
        foreach (ulong one in asked.Span)
        {
            asked[count] = one;
            count += one != NotAsked ? 1 : 0;
        }

        return asked.Span[..count];
    }

    // The sorter is stable: it sorts by the lower half of the inode first, then by the upper half, which is mostly 0.
    private void SortByInode(Span<ulong> asked, bool anyUpper)
    {
        KeySorter.Sort(asked);
        if (anyUpper)
        {
            foreach (ref ulong key in asked)
            {
                key = (copies.IdentityOf((int)key).Inode >> 32 << 32) | (uint)key;
            }

            KeySorter.Sort(asked);
        }
    }

    private void Ask(FileSystemIdentity identity, NativeBuffer<ulong> asked, int count, QuestionAction ask) =>
        context.WorkerPool.Run(Job.Computing(count, QueriesMax, (_, first, end) =>
        {
            using var queries = new NativeBuffer<ContentQuery>(end - first);
            for (int i = first; i < end; i++)
            {
                int copy = (int)asked[i];
                Keys.TryGet(copy, out CatalogKey key);
                queries[i - first] = new ContentQuery(key.Inode, key.Stamp, copy);
            }

            ask(identity, queries.Span);
        }));

    private delegate void QuestionAction(FileSystemIdentity identity, ReadOnlySpan<ContentQuery> queries);
}
