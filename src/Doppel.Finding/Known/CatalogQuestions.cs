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
    internal void Ask(SearchContext context, bool uniques, FactVisitor found)
    {
        for (int device = 0; device < tree.Devices.Count; device++)
        {
            FileSystemIdentity identity = tree.Devices[device].Mount.Identity;
            if (catalog.MayKnow(identity))
            {
                using NativeList<ulong> asked = CopiesByInode(device, uniques);
                Ask(identity, asked, context, found);
            }
        }
    }

    // Each inode with its copy in the lower half. The sorter is stable: it sorts by the lower half of the inode first,
    // then by the upper half, which is mostly 0.
    private NativeList<ulong> CopiesByInode(int device, bool uniques)
    {
        var asked = new NativeList<ulong>();
        bool anyUpper = false;
        foreach (CopyRun run in copies.Runs)
        {
            for (int copy = run.First; (uniques || run.Count > 1) && copy < run.First + run.Count; copy++)
            {
                if (keys.TryGet(copy, out CatalogKey key) && key.Device == device)
                {
                    anyUpper |= key.Inode >> 32 != 0;
                    asked.Add((key.Inode << 32) | (uint)copy);
                }
            }
        }

        KeySorter.Sort(asked.Span);
        if (anyUpper)
        {
            foreach (ref ulong key in asked)
            {
                key = (copies.IdentityOf((int)key).Inode >> 32 << 32) | (uint)key;
            }

            KeySorter.Sort(asked.Span);
        }

        return asked;
    }

    private void Ask(FileSystemIdentity identity, NativeList<ulong> asked, SearchContext context, FactVisitor found) =>
        context.WorkerPool.Run(Job.Computing(asked.Count, QueriesMax, (_, first, end) =>
        {
            using var queries = new NativeBuffer<ContentQuery>(end - first);
            for (int i = first; i < end; i++)
            {
                int copy = (int)asked[i];
                keys.TryGet(copy, out CatalogKey key);
                queries[i - first] = new ContentQuery(key.Inode, key.Stamp, copy);
            }

            catalog.Find(identity, queries.Span, found);
        }));
}
