using System.Runtime.InteropServices;
using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>
/// The ladder: each step reads as little as it needs, and only what could still have a twin climbs on.
/// </summary>
internal sealed class Matcher : IDisposable
{
    // Neighbouring copies that a thread takes at a time: enough to use a folder handle, few enough to end together.
    private const int CopiesPerTurn = 32;

    private const int SizesPerTurn = 64;

    private readonly CopyTable _copies;
    private readonly ProofDemand _proof;
    private readonly SearchContext _context;
    private readonly FindProgress _progress;
    private readonly StageClock _clock;
    private readonly CancellationToken _cancellation;
    private readonly MatchWorker[] _workers;
    private int _next;

    internal Matcher(FindOptions options, PathTree tree, CopyTable copies, SearchContext context)
    {
        _copies = copies;
        _proof = options.Proof;
        _context = context;
        _progress = context.Progress;
        _clock = context.Clock;
        _cancellation = context.Cancellation;
        int bufferBytes = Math.Min(FewMax * Ladder.BlockBytes, Ladder.BufferBytesMax);
        _workers = new MatchWorker[context.Threads];
        for (int i = 0; i < _workers.Length; i++)
        {
            _workers[i] = new MatchWorker(tree, copies, context, bufferBytes);
        }
    }

    internal long Opened => _workers.Sum(worker => worker.Reader.Opened);

    internal long BytesRead => _workers.Sum(worker => worker.Reader.BytesRead);

    internal IEnumerable<GroupSink> Sinks => _workers.Select(worker => worker.Groups);

    private int FewMax => _proof == ProofDemand.Bytes ? Ladder.OpenCopiesMax : Ladder.FewCopiesMax;

    public void Dispose()
    {
        foreach (MatchWorker worker in _workers)
        {
            worker.Dispose();
        }
    }

    internal void Run()
    {
        List<int> small = [];
        List<int> large = [];
        var content = new ContentWork(_copies);
        foreach (CopyRun run in _copies.Runs)
        {
            if (run.Count < 2)
            {
                continue;
            }

            bool isSmall = _copies.SizeOf(run.First) <= Ladder.SmallBytesMax;
            if (run.Count <= FewMax && (!isSmall || _proof == ProofDemand.Bytes))
            {
                content.AddCompare(run);
            }
            else
            {
                AddRun(isSmall ? small : large, run);
            }
        }

        HashSmall(small);
        HashEnds(large, content);
        DoContent(content);
    }

    /// <summary>Hashes one copy of each group that was proved without a digest, for formats that show one.</summary>
    internal void FillDigests(GroupTable groups)
    {
        List<int> copies = [];
        foreach (GroupRow group in groups.Groups)
        {
            if (!groups.TryGetHashed(group, out _))
            {
                copies.Add(groups.MemberOf(group, 0));
            }
        }

        _clock.Enter(FindStage.Content, copies.Count, SumOfSizes(copies));
        InFolderOrder(copies, (worker, _, copy, _) =>
        {
            HashWhole(worker, copy);
            return 0;
        });

        // A copy that could not be read again leaves the digest to the others of its group.
        foreach (GroupRow group in groups.Groups)
        {
            for (int i = 1; i < group.Count && !groups.TryGetHashed(group, out _); i++)
            {
                HashWhole(_workers[0], groups.MemberOf(group, i));
            }
        }

        groups.DropWithoutDigest();
    }

    private static void AddRun(List<int> copies, CopyRun run)
    {
        for (int copy = run.First; copy < run.First + run.Count; copy++)
        {
            copies.Add(copy);
        }
    }

    // Files of all sizes together in the order of their folders: neighbours on the disk and in the system's caches.
    private void HashSmall(List<int> copies)
    {
        _clock.Enter(FindStage.Small, copies.Count, SumOfSizes(copies));
        InFolderOrder(copies, static (worker, table, copy, next) =>
        {
            if (worker.Reader.TryOpen(copy, next, out OpenCopy file))
            {
                Span<byte> content = worker.Reader.Buffer(Ladder.SmallBytesMax)[..(int)file.Facts.Size];
                if (worker.Reader.TryRead(file, 0, content))
                {
                    table.Digests[copy] = Xxh3.Hash128(content);
                    table.States[copy] = CopyState.Hashed;
                }

                file.Close();
            }

            return table.SizeOf(copy);
        });
        GroupByDigest(copies, CopyState.Hashed, Prove);
    }

    private void HashEnds(List<int> copies, ContentWork content)
    {
        _clock.Enter(FindStage.Ends, copies.Count, 2L * Ladder.EndBytes * copies.Count);
        InFolderOrder(copies, static (worker, table, copy, next) =>
        {
            if (worker.Reader.TryOpen(copy, next, out OpenCopy file))
            {
                Span<byte> ends = worker.Reader.Buffer(2 * Ladder.EndBytes);
                if (worker.Reader.TryRead(file, 0, ends[..Ladder.EndBytes])
                    && worker.Reader.TryRead(file, file.Facts.Size - Ladder.EndBytes, ends[Ladder.EndBytes..]))
                {
                    table.Digests[copy] = Xxh3.Hash128(ends);
                    table.States[copy] = CopyState.EndsHashed;
                }

                file.Close();
            }

            return 2 * Ladder.EndBytes;
        });
        GroupByDigest(copies, CopyState.EndsHashed, (equal, _) =>
        {
            lock (content)
            {
                if (equal.Length <= FewMax)
                {
                    content.AddCompare(equal);
                }
                else
                {
                    content.AddHash(equal);
                }
            }
        });
    }

    private void DoContent(ContentWork content)
    {
        content.LargestFirst();
        _clock.Enter(FindStage.Content, content.Copies.Count, content.Units.Sum(unit => unit.Bytes));
        _next = 0;
        WorkerTeam.Run(ThreadsFor(content.Units.Count), number =>
        {
            MatchWorker worker = _workers[number];
            int i;
            while (!_cancellation.IsCancellationRequested
                && (i = Interlocked.Increment(ref _next) - 1) < content.Units.Count)
            {
                WorkUnit unit = content.Units[i];
                ReadOnlySpan<int> copies = content.CopiesOf(unit);
                if (unit.Kind == WorkKind.Compare)
                {
                    worker.Lockstep.Run(copies);
                }
                else
                {
                    HashWhole(worker, copies[0]);
                }

                _progress.AddDone(unit.Count, 0);
            }
        });
        GroupByDigest(content.HashedCopies(), CopyState.Hashed, Prove);
    }

    private void HashWhole(MatchWorker worker, int copy)
    {
        if (!worker.Reader.TryOpen(copy, -1, out OpenCopy file))
        {
            return;
        }

        worker.Hash.Reset();
        Span<byte> buffer = worker.Reader.Buffer(Ladder.BlockBytes);
        long size = file.Facts.Size;
        bool whole = true;
        for (long offset = 0; whole && offset < size; offset += buffer.Length)
        {
            Span<byte> block = buffer[..(int)Math.Min(buffer.Length, size - offset)];
            whole = !_cancellation.IsCancellationRequested && worker.Reader.TryRead(file, offset, block);
            worker.Hash.Append(block);
            _progress.AddDone(0, block.Length);
        }

        if (whole && worker.Reader.IsUnchanged(file))
        {
            _copies.Digests[copy] = worker.Hash.GetDigest();
            _copies.States[copy] = CopyState.Hashed;
        }

        file.Close();
    }

    // With a demand for bytes, equal digests are only a guess: so many copies that they could not be open at once are
    // compared in turns with the first of them.
    private void Prove(ReadOnlySpan<int> equal, MatchWorker worker)
    {
        if (_proof == ProofDemand.Standard)
        {
            worker.Groups.Add(equal, Proof.Digest);
            return;
        }

        var proved = new GroupSink();
        var lockstep = new Lockstep(_copies, worker.Reader, proved, _context);
        List<int> left = [.. equal];
        while (left.Count > 1 && !_cancellation.IsCancellationRequested)
        {
            left = ProveFirst(left, lockstep, proved, worker.Groups);
        }
    }

    /// <summary>
    /// Finds all that equal the first of <paramref name="candidates"/> and returns those that do not.
    /// </summary>
    private static List<int> ProveFirst(List<int> candidates, Lockstep lockstep, GroupSink proved, GroupSink groups)
    {
        int first = candidates[0];
        HashSet<int> same = [first];
        for (int i = 1; i < candidates.Count; i += Ladder.OpenCopiesMax - 1)
        {
            int count = Math.Min(Ladder.OpenCopiesMax - 1, candidates.Count - i);
            proved.Groups.Clear();
            proved.Members.Clear();
            lockstep.Run([first, .. candidates.GetRange(i, count)]);
            foreach (GroupRow group in proved.Groups)
            {
                List<int> members = proved.Members.GetRange(group.First, group.Count);
                if (members.Contains(first))
                {
                    same.UnionWith(members);
                }
            }
        }

        if (same.Count > 1)
        {
            groups.Add(same.Order().ToArray(), Proof.Bytes);
        }

        return candidates.FindAll(copy => !same.Contains(copy));
    }

    private void InFolderOrder(List<int> copies, Func<MatchWorker, CopyTable, int, int, long> work)
    {
        int[] order = [.. copies];
        int[] names = Array.ConvertAll(order, copy => _copies.FirstNameOf(copy).Value);
        Array.Sort(names, order);
        _next = 0;
        WorkerTeam.Run(ThreadsFor(order.Length / CopiesPerTurn), number =>
        {
            MatchWorker worker = _workers[number];
            int first;
            while (!_cancellation.IsCancellationRequested
                && (first = Interlocked.Add(ref _next, CopiesPerTurn) - CopiesPerTurn) < order.Length)
            {
                int end = Math.Min(first + CopiesPerTurn, order.Length);
                long bytes = 0;
                for (int i = first; i < end; i++)
                {
                    bytes += work(worker, _copies, order[i], i + 1 < end ? order[i + 1] : -1);
                }

                worker.Reader.LeaveFolder();
                _progress.AddDone(end - first, bytes);
            }
        });
    }

    // Copies come by size, so neighbours of one size stand together; within it, equal digests are sorted together.
    private void GroupByDigest(List<int> copies, CopyState state, GroupAction found)
    {
        List<CopyRun> sizes = SplitBySize(copies);
        _next = 0;
        WorkerTeam.Run(ThreadsFor(sizes.Count / SizesPerTurn), number =>
        {
            using var sorter = new DigestSorter(_copies);
            int first;
            while ((first = Interlocked.Add(ref _next, SizesPerTurn) - SizesPerTurn) < sizes.Count)
            {
                for (int i = first; i < Math.Min(first + SizesPerTurn, sizes.Count); i++)
                {
                    Span<int> ofSize = CollectionsMarshal.AsSpan(copies).Slice(sizes[i].First, sizes[i].Count);
                    sorter.ForEachEqual(ofSize, state, found, _workers[number]);
                }
            }
        });
    }

    private List<CopyRun> SplitBySize(List<int> copies)
    {
        List<CopyRun> sizes = [];
        for (int first = 0; first < copies.Count;)
        {
            long size = _copies.SizeOf(copies[first]);
            int end = first + 1;
            while (end < copies.Count && _copies.SizeOf(copies[end]) == size)
            {
                end++;
            }

            sizes.Add(new CopyRun(first, end - first));
            first = end;
        }

        return sizes;
    }

    private long SumOfSizes(List<int> copies)
    {
        long sum = 0;
        foreach (int copy in copies)
        {
            sum += _copies.SizeOf(copy);
        }

        return sum;
    }

    private int ThreadsFor(int pieces) => Math.Clamp(pieces, 1, _workers.Length);
}
