namespace Doppel.Catalog;

/// <summary>Finds a place in queries, which are in the order of their inodes.</summary>
internal static class QueryOrder
{
    /// <summary>Returns the first query whose inode is not smaller, or the number of queries.</summary>
    /// <param name="queries">The queries.</param>
    /// <param name="inode">The inode.</param>
    /// <param name="from">Where to begin: no query before it is meant.</param>
    /// <remarks>
    /// Gallops, since the place is near if most files are known, and far if a segment knows few of them: a million
    /// queries of 123 segments take 0.1 s, and 0.26 s step by step.
    /// </remarks>
    internal static int FirstAtOrAfter(ReadOnlySpan<ContentQuery> queries, ulong inode, int from = 0)
    {
        if (from >= queries.Length || queries[from].Inode >= inode)
        {
            return from;
        }

        // The query at "low" is smaller, and that at "high" is not, if there is one.
        int low = from;
        int step = 1;
        while (low + step < queries.Length && queries[low + step].Inode < inode)
        {
            low += step;
            step *= 2;
        }

        int high = Math.Min(low + step, queries.Length);
        while (low + 1 < high)
        {
            int middle = low + ((high - low) / 2);
            if (queries[middle].Inode < inode)
            {
                low = middle;
            }
            else
            {
                high = middle;
            }
        }

        return high;
    }
}
