using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Finds files that share all their extents by querying where they are stored. Reads no content.</summary>
/// <remarks>Opens only files for which another file of the same size exists on the same file system.</remarks>
internal sealed class ReflinkSearch(FindOptions options, PathTree tree, CopyTable copies, SearchContext context)
{
    // The maximum number of neighbouring files that a thread takes at a time.
    private const int FilesPerTurn = 32;

    /// <summary>Gets the number of times a file was opened.</summary>
    internal long Opened { get; private set; }

    /// <summary>Returns the sets, checked once more and ordered by first name; empty if none are requested.</summary>
    internal GroupTable Run()
    {
        var sink = new GroupSink();
        bool isWanted = (options.LinkKinds & LinkKinds.Reflinks) != 0;
        SharedExtents? shared = isWanted ? SharedExtents.For(tree, copies, ProofDemand.Standard) : null;
        if (shared is not null)
        {
            using NativeList<int> candidates = Candidates(shared);
            context.Clock.Enter(FindStage.Blocks, candidates.Count, 0);
            Map(candidates, shared);
            Collect(sink, shared);
        }

        var sets = new GroupTable(copies, new SavedCopies(copies), shared, [sink], options);
        context.Clock.Enter(FindStage.Confirm, sets.MemberCount, 0);
        sets.Merge(context.WorkerPool);
        sets.Confirm(new FinalCheck(copies, context));

        // Files that share all their extents have no redundant bytes, so the order is by name.
        sets.Order(context.WorkerPool);
        return sets;
    }

    private NativeList<int> Candidates(SharedExtents shared)
    {
        using var keys = new NativeList<ulong>();
        int[] inSpace = new int[tree.Devices.Count];
        foreach (CopyRun run in copies.Runs)
        {
            if (run.Count < 2 || copies.SizeOf(run.First) == 0)
            {
                continue;
            }

            inSpace.AsSpan().Clear();
            for (int copy = run.First; copy < run.First + run.Count; copy++)
            {
                int space = shared.SpaceOf(copies.FirstNameOf(copy));
                inSpace[Math.Max(0, space)] += space >= 0 ? 1 : 0;
            }

            for (int copy = run.First; copy < run.First + run.Count; copy++)
            {
                PathId name = copies.FirstNameOf(copy);
                if (shared.SpaceOf(name) is >= 0 and int space && inSpace[space] > 1)
                {
                    keys.Add(((ulong)name.Value << 32) | (uint)copy);
                }
            }
        }

        // In folder order, so that neighbours share a folder handle.
        KeySorter.Sort(keys.Span);
        var candidates = new NativeList<int>();
        foreach (ulong key in keys)
        {
            candidates.Add((int)key);
        }

        return candidates;
    }

    private void Map(NativeList<int> candidates, SharedExtents shared)
    {
        using DeviceLanes<int> lanes = DeviceLanes<int>.Of(
            candidates, copy => context.Tokens.Of(tree.Devices, copies.DeviceOf(copy)), FilesPerTurn);
        var readers = new ContentReader?[WorkerPool.ThreadsMax];
        var mappers = new ExtentMapper?[WorkerPool.ThreadsMax];
        context.WorkerPool.Run(new Job(lanes.Lanes, (worker, lane, first, end) =>
        {
            ContentReader reader = readers[worker] ??= new ContentReader(tree, copies, context);
            ExtentMapper mapper = mappers[worker] ??= new ExtentMapper(copies, shared, reader)
            {
                // Files that fit in one block must be listed too, whatever the query costs.
                UnmappedBytesMax = 0,
            };
            ReadOnlySpan<int> ofLane = lanes[lane];
            for (int i = first; i < end && !context.Cancellation.IsCancellationRequested; i++)
            {
                Map(reader, mapper, shared, ofLane[i], i + 1 < end ? ofLane[i + 1] : -1);
            }

            reader.LeaveFolder();
            context.Progress.AddDone(end - first, 0);
            return end - first;
        })
        {
            Cancellation = context.Cancellation,
        });
        foreach (ContentReader reader in readers.OfType<ContentReader>())
        {
            Opened += reader.Opened;
            reader.Dispose();
        }
    }

    private static void Map(ContentReader reader, ExtentMapper mapper, SharedExtents shared, int copy, int next)
    {
        if (reader.TryOpen(copy, next, out OpenCopy file))
        {
            if (mapper.Map(file) && !reader.IsUnchanged(file))
            {
                shared.Note(copy, default);
            }

            file.Close();
        }
    }

    private void Collect(GroupSink sink, SharedExtents shared)
    {
        using var members = new NativeList<int>();
        foreach (CopyRun run in copies.Runs)
        {
            members.Clear();
            for (int copy = run.First; copy < run.First + run.Count; copy++)
            {
                if (shared.IsMapped(copy))
                {
                    members.Add(copy);
                }
            }

            foreach (IReadOnlyList<int> sharing in shared.ListsOf(members.Span) ?? [])
            {
                int[] set = [.. sharing.Select(index => members[index])];
                sink.Add(set, Proof.Bytes);
            }
        }
    }
}
