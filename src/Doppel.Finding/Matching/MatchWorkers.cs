using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The workers of all threads: passes copies to them in the order of folders and devices.</summary>
/// <param name="candidates">The copies.</param>
/// <param name="facts">The catalog facts about the copies; receives new ones.</param>
/// <param name="scanners">The scanners that glance at what is read, or null if media matching is off.</param>
/// <param name="context">The state shared by all stages.</param>
internal sealed class MatchWorkers(
    Candidates candidates, CatalogFacts facts, MediaScanners? scanners, SearchContext context) : IDisposable
{
    // The number of bytes that cost as much to read as opening a file.
    private const double BytesPerWork = 64 * 1024;

    // The maximum number of neighbouring copies that a thread takes at a time: enough to benefit from a folder handle.
    private const int CopiesPerTurn = 32;

    private const int SizesPerTurn = 64;

    private readonly CopyTable _copies = candidates.Copies;
    private readonly DiskOrder _diskOrder = new(candidates.Copies, context);
    private readonly MatchWorker?[] _workers = new MatchWorker[WorkerPool.ThreadsMax];

    /// <summary>Initializes the workers for copies about which the catalog is neither asked nor told.</summary>
    internal MatchWorkers(Candidates candidates, SearchContext context, MediaScanners? scanners = null)
        : this(candidates, CatalogFacts.None(candidates), scanners, context)
    {
    }

    /// <summary>Gets what was read so far.</summary>
    internal ReadTotals Read => new(
        facts.Used,
        All.Sum(static worker => worker.Reader.Opened),
        All.Sum(static worker => worker.Reader.BytesRead));

    /// <summary>Gets the groups that were proved.</summary>
    internal IEnumerable<GroupSink> Groups => All.Select(static worker => worker.Groups);

    private IEnumerable<MatchWorker> All => _workers.OfType<MatchWorker>();

    /// <summary>Gets the worker of a thread.</summary>
    internal MatchWorker this[int number] =>
        _workers[number] ??= new MatchWorker(candidates, facts, scanners, context);

    public void Dispose()
    {
        foreach (MatchWorker worker in All)
        {
            worker.Dispose();
        }
    }

    /// <summary>
    /// Passes on copies in folder order, so that neighbours share a folder handle and whatever the system has already
    /// read for one of them.
    /// </summary>
    /// <param name="copies">The copies.</param>
    /// <param name="work">
    /// Receives a worker, a copy, and the copy that follows or -1. Returns the bytes to count as progress.
    /// </param>
    internal void ForEach(NativeList<int> copies, Func<MatchWorker, int, int, long> work)
    {
        using NativeList<int> order = InFolderOrder(copies.Span);
        using DeviceLanes<int> lanes = DeviceLanes<int>.Of(order, copy => TokensOf([copy]), CopiesPerTurn);
        context.WorkerPool.Run(new Job(lanes.Lanes, (number, lane, first, end) =>
        {
            MatchWorker worker = this[number];
            Span<int> ofLane = lanes[lane];
            long bytes = 0;
            for (int i = first; i < end && !context.Cancellation.IsCancellationRequested; i++)
            {
                bytes += work(worker, ofLane[i], i + 1 < end ? ofLane[i + 1] : -1);
            }

            worker.Reader.LeaveFolder();
            context.Progress.AddDone(end - first, bytes);
            return end - first + (bytes / BytesPerWork);
        })
        {
            Cancellation = context.Cancellation,
            CanSpread = true,
            Order = (number, lane, order) => _diskOrder.Put(
                this[number].Reader, order, lanes[lane][lane.Next..], static copy => copy),
        });
    }

    /// <summary>Compares copies side by side, and hashes copies in blocks.</summary>
    internal void Run(ContentWork content)
    {
        content.LargestFirst();
        using DeviceLanes<WorkUnit> lanes = DeviceLanes<WorkUnit>.Of(
            content.Units, unit => TokensOf(content.CopiesOf(unit)), turnMax: 1);
        context.WorkerPool.Run(new Job(lanes.Lanes, (number, lane, first, _) =>
        {
            WorkUnit unit = lanes[lane][first];
            ReadOnlySpan<int> copies = content.CopiesOf(unit);
            if (unit.Kind == WorkKind.Compare)
            {
                this[number].Lockstep.Run(copies, lane.WaitsForHead);
            }
            else
            {
                this[number].HashInBlocks(copies[0]);
            }

            context.Progress.AddDone(unit.Count, 0);
            return unit.Count + (unit.Bytes / BytesPerWork);
        })
        {
            Cancellation = context.Cancellation,
            CanSpread = true,
            Order = (number, lane, order) => _diskOrder.Put(
                this[number].Reader, order, lanes[lane][lane.Next..], unit => content.CopiesOf(unit)[0]),
        });
    }

    /// <summary>Passes on each set of copies of one size with equal digests.</summary>
    /// <param name="copies">The copies, ordered by number. Those of one size are reordered.</param>
    /// <param name="state">The state that a copy must have reached to be considered.</param>
    /// <param name="found">The action for each set. Called on any thread.</param>
    internal void GroupByDigest(NativeList<int> copies, CopyState state, GroupAction found)
    {
        using NativeList<CopyRun> sizes = SplitByRun(copies);
        context.WorkerPool.Run(Job.Computing(sizes.Count, SizesPerTurn, (number, first, end) =>
        {
            MatchWorker worker = this[number];
            for (int i = first; i < end; i++)
            {
                Span<int> ofSize = copies.Span.Slice(sizes[i].First, sizes[i].Count);
                worker.Sorter.ForEachEqual(ofSize, state, found, worker);
            }
        }));
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
        SearchDevices devices = _copies.Tree.Devices;
        DeviceToken[] tokens = context.Tokens.Of(devices, _copies.DeviceOf(copies[0]));
        foreach (int copy in copies[1..])
        {
            DeviceToken[] others = context.Tokens.Of(devices, _copies.DeviceOf(copy));
            tokens = others == tokens ? tokens : context.Tokens.SetOf([.. tokens, .. others]);
        }

        return tokens;
    }

    // Copies are ordered by run, so those of one size are adjacent.
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
}
