using System.Runtime.InteropServices;
using Doppel.Pooling;

namespace Doppel.Catalog;

/// <summary>Looks for files in the segments of runs. Not thread-safe.</summary>
/// <remarks>
/// Queries and records are both in the order of inodes, so all is read forwards and nothing twice: the table of pages,
/// the pages of the index that queries fall into, and the blocks that can hold a queried inode. Blocks that are next to
/// each other come with one read.
/// </remarks>
internal sealed class SegmentSearch : IDisposable
{
    private const int ReadBlocksMax = 21; // 63 KiB

    private readonly NativeBuffer<FactRecord> _records = new(ReadBlocksMax * Segment.BlockRecords);
    private readonly NativeBuffer<ulong> _top = new(Segment.PagesMax + 1);
    private readonly NativeBuffer<ulong> _page = new(Segment.PageEntries + 1);
    private RunFile _run = null!;
    private Segment _segment;
    private int _loadedPage;
    private bool _isDamaged;

    /// <summary>Passes on what a run knows about the queried files.</summary>
    internal void Find(RunFile run, ReadOnlySpan<ContentQuery> queries, FoundRecord found)
    {
        _run = run;
        for (long at = RunFile.HeaderBytes; run.TryReadSegment(at, out Segment segment); at = segment.End)
        {
            int from = QueryOrder.FirstAtOrAfter(queries, segment.First);
            ReadOnlySpan<ContentQuery> rest = queries[from..];
            int count = segment.Last == ulong.MaxValue
                ? rest.Length
                : QueryOrder.FirstAtOrAfter(rest, segment.Last + 1);
            if (count > 0)
            {
                _segment = segment;
                FindInSegment(rest[..count], found);
            }
        }
    }

    public void Dispose()
    {
        _records.Dispose();
        _top.Dispose();
        _page.Dispose();
    }

    private void FindInSegment(ReadOnlySpan<ContentQuery> queries, FoundRecord found)
    {
        _loadedPage = -1;
        _isDamaged = !TryReadTop();
        int block = 0;
        while (!queries.IsEmpty && !_isDamaged)
        {
            block = BlockOf(queries[0].Inode, block);
            int end = EndOfRead(block, queries);
            Span<FactRecord> records = RecordsOf(block, end);
            if (_isDamaged || !_run.TryRead(MemoryMarshal.AsBytes(records), _segment.BlockAt(block)))
            {
                return;
            }

            // A query is complete if no later block can hold its inode. Others can have records here too.
            ulong following = end == _segment.Blocks ? ulong.MaxValue : FirstInode(end);
            int complete = end == _segment.Blocks
                ? queries.Length
                : QueryOrder.FirstAtOrAfter(queries, following);
            int count = complete;
            while (count < queries.Length && queries[count].Inode == following)
            {
                count++;
            }

            Match(records, queries[..count], found);
            queries = queries[complete..];
            block = end;
        }
    }

    private bool TryReadTop()
    {
        if (_segment.Pages == 1)
        {
            _top[0] = _segment.First;
            return true;
        }

        return _run.TryReadChecked(MemoryMarshal.AsBytes(_top.Span[..(_segment.Pages + 1)]), _segment.TopAt);
    }

    // The last block, from one on, whose first inode is smaller: records of the inode can be at its end.
    private int BlockOf(ulong inode, int from)
    {
        int page = from / Segment.PageEntries;
        int lastPage = LastBelow(_top.Span[.._segment.Pages], inode, page);
        if (lastPage > page)
        {
            from = lastPage * Segment.PageEntries;
        }

        if (!TryLoad(lastPage))
        {
            return from;
        }

        int first = lastPage * Segment.PageEntries;
        return first + LastBelow(_page.Span[.._segment.EntriesOf(lastPage)], inode, from - first);
    }

    // The last index whose entry is smaller, from one on; that one if none is. Gallops, since it is mostly near.
    private static int LastBelow(ReadOnlySpan<ulong> entries, ulong inode, int from)
    {
        int step = 1;
        int low = from;
        while (low + step < entries.Length && entries[low + step] < inode)
        {
            low += step;
            step *= 2;
        }

        int high = Math.Min(low + step, entries.Length);
        while (low + 1 < high)
        {
            int middle = (low + high) / 2;
            if (entries[middle] < inode)
            {
                low = middle;
            }
            else
            {
                high = middle;
            }
        }

        return low;
    }

    // Where one read ends: it goes on while the next block is needed too.
    private int EndOfRead(int block, ReadOnlySpan<ContentQuery> queries)
    {
        int end = block + 1;
        int query = 0;
        while (end < _segment.Blocks && end - block < ReadBlocksMax && !_isDamaged)
        {
            ulong first = FirstInode(end);
            query = QueryOrder.FirstAtOrAfter(queries, first, query);
            bool isNeeded = query < queries.Length
                && (end + 1 == _segment.Blocks || queries[query].Inode <= FirstInode(end + 1)
                    || queries[query].Inode == first);
            if (!isNeeded)
            {
                break;
            }

            end++;
        }

        return end;
    }

    // The first inode of a block. Those of pages are in the table, so that looking ahead loads no page.
    private ulong FirstInode(int block)
    {
        (int page, int entry) = Math.DivRem(block, Segment.PageEntries);
        if (entry == 0)
        {
            return _top[page];
        }

        return TryLoad(page) ? _page[entry] : ulong.MaxValue;
    }

    private bool TryLoad(int page)
    {
        if (page != _loadedPage && !_isDamaged)
        {
            Span<byte> bytes = MemoryMarshal.AsBytes(_page.Span[..(_segment.EntriesOf(page) + 1)]);
            _isDamaged = !_run.TryReadChecked(bytes, _segment.PageAt(page));
            _loadedPage = page;
        }

        return !_isDamaged;
    }

    private Span<FactRecord> RecordsOf(int block, int end) =>
        _records.Span[..(Math.Min(end * Segment.BlockRecords, _segment.Count) - (block * Segment.BlockRecords))];

    // Checks are computed for what is found, and where an inode is passed: a damaged one must not end the walk.
    private void Match(ReadOnlySpan<FactRecord> records, ReadOnlySpan<ContentQuery> queries, FoundRecord found)
    {
        int next = 0;
        foreach (ref readonly FactRecord record in records)
        {
            if (next == queries.Length)
            {
                return;
            }

            if (record.Inode < queries[next].Inode || !record.IsSound(_run.Id))
            {
                continue;
            }

            next = QueryOrder.FirstAtOrAfter(queries, record.Inode, next);
            for (int i = next; i < queries.Length && queries[i].Inode == record.Inode; i++)
            {
                if (queries[i].Stamp == record.Stamp)
                {
                    found(queries[i].Tag, record, _segment.TextsAt);
                }
            }
        }
    }
}

/// <summary>Receives a record that a query asked for.</summary>
/// <param name="tag">The number of the query.</param>
/// <param name="record">The record.</param>
/// <param name="textsAt">The offset of the texts of its segment.</param>
internal delegate void FoundRecord(int tag, in FactRecord record, long textsAt);
