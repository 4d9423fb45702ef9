namespace Doppel.Testing;

/// <summary>Which pages of which inodes were read. Holds all of them until it is told to forget.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class PageCache
{
    internal const int PageBytes = 4096;

    private const int WordBits = 64;

    private readonly Lock _gate = new();
    private readonly Dictionary<(ulong Inode, long Word), ulong> _words = [];

    internal void Clear()
    {
        lock (_gate)
        {
            _words.Clear();
        }
    }

    internal void Add(ulong inode, long first, long count)
    {
        lock (_gate)
        {
            for (long page = first; page < first + count; page++)
            {
                (ulong Inode, long Word) key = (inode, page / WordBits);
                _words[key] = _words.GetValueOrDefault(key) | 1UL << (int)(page % WordBits);
            }
        }
    }

    internal bool Has(ulong inode, long first, long count) =>
        !TryFindMissing(inode, first, first + count, out _, out _);

    /// <summary>The first pages in a range that are not there and lie side by side.</summary>
    internal bool TryFindMissing(ulong inode, long from, long endExcl, out long first, out long count)
    {
        lock (_gate)
        {
            first = from;
            while (first < endExcl && IsThere(inode, first))
            {
                first++;
            }

            long end = first;
            while (end < endExcl && !IsThere(inode, end))
            {
                end++;
            }

            count = end - first;
            return count > 0;
        }
    }

    private bool IsThere(ulong inode, long page) =>
        (_words.GetValueOrDefault((inode, page / WordBits)) >> (int)(page % WordBits) & 1) != 0;
}
