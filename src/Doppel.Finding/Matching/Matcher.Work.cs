using Doppel.Pooling;

namespace Doppel.Finding;

/// <content>Orders the work on copies and distributes it to the threads.</content>
internal sealed partial class Matcher
{
    // The maximum number of neighbouring copies that a thread takes at a time: enough to benefit from a folder handle.
    private const int CopiesPerTurn = 32;

    private const int SizesPerTurn = 64;

    // In folder order, so that neighbours share a folder handle and whatever the system has already read for one of
    // them.
    internal void ForEach(NativeList<int> copies, Func<MatchWorker, int, int, long> work)
    {
        using NativeList<int> order = InFolderOrder(copies.Span);
        using DeviceLanes<int> lanes = DeviceLanes<int>.Of(order, copy => TokensOf([copy]), CopiesPerTurn);
        _context.WorkerPool.Run(new Job(lanes.Lanes, (number, lane, first, end) =>
        {
            MatchWorker worker = WorkerOf(number);
            Span<int> ofLane = lanes[lane];
            long bytes = 0;
            for (int i = first; i < end && !_cancellation.IsCancellationRequested; i++)
            {
                bytes += work(worker, ofLane[i], i + 1 < end ? ofLane[i + 1] : -1);
            }

            worker.Reader.LeaveFolder();
            _progress.AddDone(end - first, bytes);
            return end - first + (bytes / BytesPerWork);
        })
        {
            Cancellation = _cancellation,
            CanSpread = true,
            Order = (number, lane, order) => _diskOrder.Put(
                WorkerOf(number).Reader, order, lanes[lane][lane.Next..], static copy => copy),
        });
    }

    private static NativeList<int> Where(NativeList<int> copies, Predicate<int> wanted)
    {
        var some = new NativeList<int>();
        foreach (int copy in copies)
        {
            if (wanted(copy))
            {
                some.Add(copy);
            }
        }

        return some;
    }

    private NativeList<int> InFolderOrder(ReadOnlySpan<int> copies)
    {
        using var keys = new NativeBuffer<ulong>(copies.Length);
        for (int i = 0; i < keys.Length; i++)
        {
            keys[i] = ((ulong)_copies.FirstNameOf(copies[i]).Value << 32) | (uint)copies[i];
        }

        KeySorter.Sort(keys.Span);
        var order = new NativeList<int>();
        foreach (ulong key in keys.Span)
        {
            order.Add((int)key);
        }

        return order;
    }

    private DeviceToken[] TokensOf(ReadOnlySpan<int> copies)
    {
        DeviceToken[] tokens = _context.Tokens.Of(_tree.Devices, _copies.DeviceOf(copies[0]));
        foreach (int copy in copies[1..])
        {
            DeviceToken[] others = _context.Tokens.Of(_tree.Devices, _copies.DeviceOf(copy));
            tokens = others == tokens ? tokens : _context.Tokens.SetOf([.. tokens, .. others]);
        }

        return tokens;
    }

    // Copies are ordered by run, so those of one size are adjacent. Within a run, sort equal digests together.
    private void GroupByDigest(NativeList<int> copies, CopyState state, GroupAction found)
    {
        using NativeList<CopyRun> sizes = SplitByRun(copies);
        _context.WorkerPool.Run(Job.Computing(sizes.Count, SizesPerTurn, (number, first, end) =>
        {
            MatchWorker worker = WorkerOf(number);
            for (int i = first; i < end; i++)
            {
                Span<int> ofSize = copies.Span.Slice(sizes[i].First, sizes[i].Count);
                worker.Sorter.ForEachEqual(ofSize, state, found, worker);
            }
        }));
    }

    private NativeList<CopyRun> SplitByRun(NativeList<int> copies)
    {
        var sizes = new NativeList<CopyRun>();
        for (int first = 0; first < copies.Count;)
        {
            int end = first + 1;
            int limit = _copies.EndOfRun(copies[first]);
            while (end < copies.Count && copies[end] < limit)
            {
                end++;
            }

            sizes.Add(new CopyRun(first, end - first));
            first = end;
        }

        return sizes;
    }

    private long SumOfSizes(NativeList<int> copies)
    {
        long sum = 0;
        foreach (int copy in copies)
        {
            sum += _copies.SizeOf(copy);
        }

        return sum;
    }
}
