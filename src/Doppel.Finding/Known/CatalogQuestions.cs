using Doppel.Catalog;
using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Asks the catalog about the copies of a search, on all threads.</summary>
internal sealed class CatalogQuestions(ContentCatalog catalog, PathTree tree, CopyTable copies, CatalogKeys keys)
{
    // The number of queries that a thread takes at a time, in 200 KB.
    private const int QueriesMax = 8192;

    /// <summary>Asks what is known.</summary>
    /// <param name="context">The search, which provides the threads.</param>
    /// <param name="uniques">Whether to ask about copies whose size no other copy has, too.</param>
    /// <param name="found">
    /// Receives each fact with the number of its copy. Called on any thread, but for one copy always on the same.
    /// </param>
    /// <param name="isDone">Returns whether to leave out a copy, or null to ask about all.</param>
    internal void Ask(
        SearchContext context, bool uniques, FactVisitor found, Predicate<int>? isDone = null) => AskAll(
        context,
        (asked, device) =>
        {
            ulong upper = 0;
            foreach (CopyRun run in copies.Runs)
            {
                for (int copy = run.First; (uniques || run.Count > 1) && copy < run.First + run.Count; copy++)
                {
                    upper |= isDone?.Invoke(copy) == true ? 0 : Add(asked, copy, device);
                }
            }

            return upper;
        },
        (identity, queries) => catalog.Find(identity, queries, found));

    /// <summary>Asks for texts.</summary>
    /// <param name="context">The search, which provides the threads.</param>
    /// <param name="some">The copies to ask about.</param>
    /// <param name="kind">What the texts are.</param>
    /// <param name="found">
    /// Receives each text with the number of its copy. Called on any thread, but for one copy always on the same.
    /// </param>
    internal void AskTexts(SearchContext context, NativeList<int> some, FactKind kind, TextVisitor found) => AskAll(
        context,
        (asked, device) =>
        {
            ulong upper = 0;
            foreach (int copy in some)
            {
                upper |= Add(asked, copy, device);
            }

            return upper;
        },
        (identity, queries) => catalog.FindTexts(identity, queries, kind, found));

    /// <summary>
    /// Takes back what is known, by facts without a value. What is read again may give other facts, and of other kinds.
    /// </summary>
    /// <param name="context">The search, which provides the threads.</param>
    /// <param name="uniques">Whether to take back facts of copies whose size no other copy has, too.</param>
    /// <param name="isWanted">Whether to take back the facts of this kind about this copy.</param>
    internal void TakeBack(SearchContext context, bool uniques, Func<int, FactKind, bool> isWanted) =>
        Ask(context, uniques, (int copy, in ContentFact fact) =>
        {
            if (isWanted(copy, fact.Kind))
            {
                keys.TryGet(copy, out CatalogKey key);
                catalog.Add(
                    tree.Devices[key.Device].Mount.Identity,
                    [fact with { Value = default, ReadAt = (uint)context.Begun.Seconds }]);
            }
        });

    private void AskAll(SearchContext context, Func<NativeList<ulong>, int, ulong> collect, QuestionAction ask)
    {
        for (int device = 0; device < tree.Devices.Count; device++)
        {
            FileSystemIdentity identity = tree.Devices[device].Mount.Identity;
            if (catalog.MayKnow(identity))
            {
                using var asked = new NativeList<ulong>();
                ulong upper = collect(asked, device);
                SortByInode(asked, upper);
                Ask(identity, asked, context, ask);
            }
        }
    }

    // Returns the upper half of the inode.
    private ulong Add(NativeList<ulong> asked, int copy, int device)
    {
        if (!keys.TryGet(copy, out CatalogKey key) || key.Device != device)
        {
            return 0;
        }

        asked.Add((key.Inode << 32) | (uint)copy);
        return key.Inode >> 32;
    }

    // Each inode has its copy in the lower half. The sorter is stable: it sorts by the lower half of the inode first,
    // then by the upper half, which is mostly 0.
    private void SortByInode(NativeList<ulong> asked, ulong upper)
    {
        KeySorter.Sort(asked.Span);
        if (upper != 0)
        {
            foreach (ref ulong key in asked)
            {
                key = (copies.IdentityOf((int)key).Inode >> 32 << 32) | (uint)key;
            }

            KeySorter.Sort(asked.Span);
        }
    }

    private void Ask(
        FileSystemIdentity identity, NativeList<ulong> asked, SearchContext context, QuestionAction ask) =>
        context.WorkerPool.Run(Job.Computing(asked.Count, QueriesMax, (_, first, end) =>
        {
            using var queries = new NativeBuffer<ContentQuery>(end - first);
            for (int i = first; i < end; i++)
            {
                int copy = (int)asked[i];
                keys.TryGet(copy, out CatalogKey key);
                queries[i - first] = new ContentQuery(key.Inode, key.Stamp, copy);
            }

            ask(identity, queries.Span);
        }));

    private delegate void QuestionAction(FileSystemIdentity identity, ReadOnlySpan<ContentQuery> queries);
}
