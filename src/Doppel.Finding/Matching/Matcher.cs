using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Pooling;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>
/// The ladder of matching steps. Each step reads as little as it needs, and only copies that may still have a duplicate
/// move on to the next.
/// </summary>
internal sealed partial class Matcher : IDisposable
{
    // The number of bytes that cost as much to read as opening a file.
    private const double BytesPerWork = 64 * 1024;

    private readonly PathTree _tree;
    private readonly CopyTable _copies;
    private readonly ProofDemand _proof;
    private readonly Ladder _ladder;
    private readonly SearchContext _context;
    private readonly SharedExtents? _shared;
    private readonly MediaScanners? _scanners;
    private readonly KnownContents? _known;
    private readonly SavedCopies? _saved;
    private readonly GroupSink? _recalled;
    private readonly FindProgress _progress;
    private readonly CancellationToken _cancellation;
    private readonly DiskOrder _diskOrder;
    private readonly MatchWorker?[] _workers = new MatchWorker[WorkerPool.ThreadsMax];

    /// <summary>Initializes the matcher for copies about which nothing is known.</summary>
    /// <param name="copies">The copies to match.</param>
    /// <param name="context">The state shared by all stages.</param>
    /// <param name="scanners">The scanners that glance at what is read, or null if media matching is off.</param>
    internal Matcher(CopyTable copies, SearchContext context, MediaScanners? scanners = null)
    {
        _tree = copies.Tree;
        _copies = copies;
        _proof = context.Options.Proof;
        _ladder = context.Options.Ladder;
        _context = context;
        _scanners = scanners;
        _progress = context.Progress;
        _cancellation = context.Cancellation;
        _diskOrder = new DiskOrder(_tree, copies, context.Options, _cancellation);
    }

    /// <summary>Initializes the matcher.</summary>
    /// <param name="candidates">The copies to match.</param>
    /// <param name="known">What the catalog knows about the copies.</param>
    /// <param name="scanners">The scanners that glance at what is read, or null if media matching is off.</param>
    /// <param name="context">The state shared by all stages.</param>
    internal Matcher(Candidates candidates, KnownContents known, MediaScanners? scanners, SearchContext context)
        : this(candidates.Copies, context, scanners)
    {
        _recalled = candidates.Groups;
        _shared = candidates.Shared;
        _known = known.IsEmpty ? null : known;
        _saved = candidates.Saved.IsEmpty ? null : candidates.Saved;
    }

    /// <summary>Gets what was read so far.</summary>
    internal ReadTotals Read => new(
        _known?.Used ?? 0,
        Workers.Sum(static worker => worker.Reader.Opened),
        Workers.Sum(static worker => worker.Reader.BytesRead));

    private IEnumerable<MatchWorker> Workers => _workers.OfType<MatchWorker>();

    private int FewMax => _proof == ProofDemand.Bytes ? Ladder.OpenCopiesMax : _ladder.FewCopiesMax;

    public void Dispose()
    {
        foreach (MatchWorker worker in Workers)
        {
            worker.Notes?.Flush();
            worker.Dispose();
        }
    }

    /// <summary>Matches the copies, unless the last search has.</summary>
    /// <returns>The groups.</returns>
    internal IEnumerable<GroupSink> Run()
    {
        if (_recalled is not null)
        {
            return [_recalled];
        }

        using var small = new NativeList<int>();
        List<CopyRun> large = [];
        using var hashed = new NativeList<int>();
        using var content = new ContentWork(_copies, IsKnown);
        foreach (CopyRun run in _copies.Runs)
        {
            if (run.Count < 2)
            {
                continue;
            }

            bool isSmall = _copies.SizeOf(run.First) <= _ladder.SmallBytesMax;
            if (_saved?.AnyIn(run) == true)
            {
                AddKnown(run, isSmall ? small.AddRange : content.AddHash);
            }
            else if (IsHashed(run))
            {
                AddRun(hashed, run);
            }
            else if (run.Count <= FewMax && (!isSmall || _proof == ProofDemand.Bytes))
            {
                Compare(run, content);
            }
            else if (isSmall)
            {
                AddRun(small, run);
            }
            else
            {
                large.Add(run);
            }
        }

        GroupByDigest(hashed, CopyState.Hashed, Prove);
        List<CopyRun> parted = SeparateByEnds(large, small);
        HashAtOnce(small);
        HashEnds(parted, content);
        DoContent(content);
        return Workers.Select(static worker => worker.Groups);
    }

    private static void AddRun(NativeList<int> copies, CopyRun run)
    {
        for (int copy = run.First; copy < run.First + run.Count; copy++)
        {
            copies.Add(copy);
        }
    }

    private MatchWorker WorkerOf(int number) =>
        _workers[number] ??= new MatchWorker(_tree, _copies, _context, _ladder, _shared, _scanners, _known);

    private void HashAtOnce(NativeList<int> copies)
    {
        ReadAtOnce(copies);
        GroupByDigest(copies, CopyState.Hashed, Prove);
    }

    // Processes files of all sizes together in folder order, so that they are neighbours on the disk and in the
    // system's caches.
    private void ReadAtOnce(NativeList<int> copies)
    {
        using NativeList<int>? unknown = _known is null && _saved is null
            ? null
            : Where(copies, copy => !IsKnown(copy));
        NativeList<int> left = unknown ?? copies;
        _context.Clock.Enter(FindStage.Small, left.Count, SumOfSizes(left));
        ForEach(left, (worker, copy, next) =>
        {
            if (worker.Extents is null && _copies.Payloads is null)
            {
                if (worker.Reader.TryReadAtOnce(copy, next, out ReadOnlySpan<byte> all))
                {
                    _copies.Digests[copy] = Xxh3.Hash128(all);
                    _copies.States[copy] = CopyState.Hashed;
                    worker.Notes?.Add(copy, FactKind.Whole, _copies.Digests[copy]);
                    worker.Reader.Media?.GlanceAt(copy, all);
                }
            }
            else if (worker.Reader.TryOpen(copy, next, out OpenCopy file))
            {
                Span<byte> content = worker.Reader.Buffer((int)_copies.SizeOf(copy));
                if (worker.Extents?.TryAdopt(file, CopyState.Hashed) != true && worker.Reader.TryRead(file, 0, content))
                {
                    BeginHash(worker, copy);
                    worker.Hash.Append(content);
                    _copies.Digests[copy] = worker.Hash.GetDigest();
                    _copies.States[copy] = CopyState.Hashed;
                    worker.Extents?.Offer(file);
                    worker.Reader.Media?.GlanceAt(copy, content);
                    worker.Reader.ReadTags(file);
                }

                file.Close();
                Note(worker, copy, CopyState.Hashed, FactKind.Whole);
            }

            return _copies.SizeOf(copy);
        });
    }

    private void HashEnds(List<CopyRun> runs, ContentWork content)
    {
        using var all = new NativeList<int>();
        runs.ForEach(run => AddRun(all, run));
        if (_ladder.EndBytes == 0)
        {
            content.AddHash(all.Span);
            return;
        }

        HashEnds(all);
        GroupByDigest(all, CopyState.EndsHashed, (equal, worker) =>
        {
            if (_known?.TryMatch(equal, worker.Groups) == true)
            {
                return;
            }

            if (equal.Length > FewMax && _shared?.AreAllOne(equal) == true)
            {
                worker.Groups.Add(equal, Proof.Bytes);
                worker.Comparisons?.Begin(equal);
                worker.Comparisons?.AddEqual(equal);
                worker.Comparisons?.End(isComplete: true);
                return;
            }

            lock (content)
            {
                if (equal.Length <= FewMax && _copies.SizeOf(equal[0]) > _ladder.MediumBytesMax)
                {
                    content.AddCompare(equal);
                }
                else
                {
                    content.AddHash(_shared is not null ? _shared.WithoutRiders(equal) : equal);
                }
            }
        });
    }

    /// <summary>Hashes both ends of copies. Those that cannot be read are marked as failed.</summary>
    internal void HashEnds(NativeList<int> copies)
    {
        using NativeList<int> left = Where(
            copies, copy => _copies.States[copy] == CopyState.Listed && _known?.TryHashEnds(copy) != true);
        _context.Clock.Enter(FindStage.Ends, left.Count, 2L * _ladder.EndBytes * left.Count);
        ForEach(left, HashEnds);
    }

    private long HashEnds(MatchWorker worker, int copy, int next)
    {
        if (worker.Reader.TryOpen(copy, next, out OpenCopy file))
        {
            long size = _copies.SizeOf(copy);
            int bytes = (int)Math.Min(_ladder.EndBytes, size);
            Span<byte> ends = worker.Reader.Buffer(2 * bytes);
            if (worker.Extents?.TryAdopt(file, CopyState.EndsHashed) != true
                && worker.Reader.TryRead(file, 0, ends[..bytes])
                && worker.Reader.TryRead(file, size - bytes, ends[bytes..]))
            {
                _copies.Digests[copy] = EndsDigest.Of(EndsDigest.Of(ends[..bytes]), EndsDigest.Of(ends[bytes..]));
                _copies.States[copy] = CopyState.EndsHashed;
                worker.Extents?.Offer(file);
                worker.Reader.Media?.GlanceAt(file, ends[..bytes], ends[bytes..]);
            }

            file.Close();
            Note(worker, copy, CopyState.EndsHashed, FactKind.Ends);
        }

        return 2 * _ladder.EndBytes;
    }

    private void DoContent(ContentWork content)
    {
        ReadContent(content);
        using NativeList<int> hashed = content.HashedCopies();
        _shared?.HashRiders(
            hashed, copy => Note(WorkerOf(0), copy, CopyState.Hashed, FactKind.Whole), copy =>
            {
                if (!_cancellation.IsCancellationRequested)
                {
                    HashInBlocks(WorkerOf(0), copy);
                }
            });
        GroupByDigest(hashed, CopyState.Hashed, Prove);
    }

    private void ReadContent(ContentWork content)
    {
        content.LargestFirst();
        _context.Clock.Enter(FindStage.Content, content.Copies.Count, content.Bytes);
        using DeviceLanes<WorkUnit> lanes = DeviceLanes<WorkUnit>.Of(
            content.Units, unit => TokensOf(content.CopiesOf(unit)), turnMax: 1);
        _context.WorkerPool.Run(new Job(lanes.Lanes, (number, lane, first, _) =>
        {
            MatchWorker worker = WorkerOf(number);
            WorkUnit unit = lanes[lane][first];
            ReadOnlySpan<int> copies = content.CopiesOf(unit);
            if (unit.Kind == WorkKind.Compare)
            {
                worker.Lockstep.Run(copies, lane.WaitsForHead);
            }
            else
            {
                HashInBlocks(worker, copies[0]);
            }

            _progress.AddDone(unit.Count, 0);
            return unit.Count + (unit.Bytes / BytesPerWork);
        })
        {
            Cancellation = _cancellation,
            CanSpread = true,
            Order = (number, lane, order) => _diskOrder.Put(
                WorkerOf(number).Reader, order, lanes[lane][lane.Next..], unit => content.CopiesOf(unit)[0]),
        });
    }

    // Hashes the part of the payload that is not stored verbatim in the file before the part that is.
    private void BeginHash(MatchWorker worker, int copy)
    {
        worker.Hash.Reset();
        if (_copies.Payloads is { } payloads)
        {
            Span<byte> key = stackalloc byte[Digest128.ByteCount];
            payloads.KeyOf(copy).WriteBytes(key);
            worker.Hash.Append(key);
        }
    }

    // Computes other digests of the content in the same pass, if there are any.
    private void HashInBlocks(
        MatchWorker worker, int copy, bool isFromDevice = false, ReadOnlySpan<ContentHash> others = default)
    {
        if (!worker.Reader.TryOpen(copy, -1, out OpenCopy file))
        {
            return;
        }

        if (isFromDevice)
        {
            file.Volume.Uncache(file.Handle);
        }

        BeginHash(worker, copy);
        Span<byte> buffer = worker.Reader.Buffer(_ladder.BlockBytes);
        long size = _copies.SizeOf(copy);
        DataCursor data = worker.Reader.DataOf(file);
        bool whole = true;
        for (long offset = 0; whole && offset < size; offset += buffer.Length)
        {
            Span<byte> block = buffer[..(int)Math.Min(buffer.Length, size - offset)];
            whole = !_cancellation.IsCancellationRequested && worker.Reader.TryRead(file, offset, block, ref data);
            worker.Hash.Append(block);
            foreach (ContentHash other in others)
            {
                other.Append(block);
            }

            _progress.AddDone(0, block.Length);
        }

        if (whole && worker.Reader.IsUnchanged(file))
        {
            _copies.Digests[copy] = worker.Hash.GetDigest();
            _copies.States[copy] = CopyState.Hashed;
        }

        file.Close();
        Note(worker, copy, CopyState.Hashed, FactKind.Whole);
    }
}
