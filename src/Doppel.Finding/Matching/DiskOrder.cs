using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Reorders work to match its position on a disk whose head has to move.</summary>
internal sealed class DiskOrder(
    CopyTable copies, SearchContext context)
{
    // More than a token needs to determine the kind of disk, since some may be served from memory.
    private const int SpreadMax = 16;

    // Odd, so that the median is one of the reads.
    private const int ProbesInTurn = 7;

    // One head finishes parallel reads no faster than single ones, or half again as fast if the disk may reorder them.
    private const int ProbesAtOnce = 8;
    private const double ShareOfSeveral = 0.35;

    /// <summary>Reorders work items.</summary>
    /// <param name="reader">Opens files.</param>
    /// <param name="order">The order to apply.</param>
    /// <param name="left">The items that have not been taken.</param>
    /// <param name="copyOf">Returns the copy that represents an item's position.</param>
    /// <returns>Whether a head has to move, if this was to be probed and could be determined; otherwise null.</returns>
    internal bool? Put<T>(ContentReader reader, LaneOrder order, Span<T> left, Func<T, int> copyOf)
        where T : unmanaged
    {
        switch (order)
        {
            case LaneOrder.Spread:
                Spread(left);
                return null;
            case LaneOrder.Probed:
                return Probe(left, copyOf);
            default:
                SortByPlace(reader, left, copyOf);
                return null;
        }
    }

    private void SortByPlace<T>(ContentReader reader, Span<T> left, Func<T, int> copyOf)
        where T : unmanaged
    {
        using var places = new NativeBuffer<(ulong Place, int Piece)>(left.Length);
        for (int i = 0; i < left.Length; i++)
        {
            places[i] = (copies.IdentityOf(copyOf(left[i])).Inode, i);
        }

        // Inodes are stored on the disk in order of their numbers, and must be read to find where the content is.
        places.Span.Sort();
        Locate(reader, places.Span, left, copyOf);
        places.Span.Sort();
        using var before = new NativeBuffer<T>(left.Length);
        left.CopyTo(before.Span);
        for (int i = 0; i < left.Length; i++)
        {
            left[i] = before[places[i].Piece];
        }
    }

    // Alternates between the two halves, so that each item is far from the one before it.
    private static void Spread<T>(Span<T> left)
    {
        int count = Math.Min(SpreadMax, left.Length / 2);
        for (int i = 0; i < count; i++)
        {
            int half = i % 2 == 0 ? 0 : left.Length / 2;
            int other = Math.Max(i, half + (int)((long)left.Length / 2 * i / count));
            (left[i], left[other]) = (left[other], left[i]);
        }
    }

    // Times single reads that bypass the cache. A device that answers quickly at every position has no moving head. If
    // the reads are slow, the disk may belong to a server; several reads at once then take hardly longer than one.
    private bool? Probe<T>(Span<T> left, Func<T, int> copyOf)
    {
        Spread(left);
        PathId[] names = new PathId[Math.Min(left.Length, ProbesInTurn + ProbesAtOnce)];
        for (int i = 0; i < names.Length; i++)
        {
            names[i] = copies.FirstNameOf(copyOf(left[i]));
        }

        List<TimeSpan> latencies = [];
        foreach (PathId name in names.AsSpan(0, Math.Min(names.Length, ProbesInTurn)))
        {
            if (TryProbe(name, out TimeSpan latency))
            {
                latencies.Add(latency);
            }
        }

        if (latencies.Count < DeviceJudge.ReadingsMin)
        {
            return null;
        }

        if (!DeviceJudge.IsRotating(latencies.ToArray()))
        {
            return false;
        }

        latencies.Sort();
        return names.Length < ProbesInTurn + ProbesAtOnce
            || ProbeAtOnce(names.AsSpan(ProbesInTurn).ToArray())
                > latencies[latencies.Count / 2] * ProbesAtOnce * ShareOfSeveral;
    }

    private bool TryProbe(PathId name, out TimeSpan latency)
    {
        IVolume volume = copies.Tree.Devices[copies.Tree.MarkOf(name).Device].Volume;
        return !volume.Probe(FolderHandle.None, copies.Tree.FinalPath(name), out latency).Failed;
    }

    private TimeSpan ProbeAtOnce(PathId[] names)
    {
        int left = names.Length;
        Thread[] threads = Array.ConvertAll(names, name => new Thread(() =>
        {
            TryProbe(name, out _);
            if (Interlocked.Decrement(ref left) == 0)
            {
                // The joining thread can run from here on. Simulated time must not advance before it does.
                context.Options.Watch?.Resume(1);
            }

            context.Options.Watch?.Suspend();
        })
        {
            IsBackground = true,
            Name = "doppel probe",
        });
        long start = context.Options.Time.GetTimestamp();
        context.Options.Watch?.Resume(threads.Length);
        Array.ForEach(threads, static thread => thread.Start());
        context.Options.Watch?.Suspend();
        Array.ForEach(threads, static thread => thread.Join());
        return context.Options.Time.GetElapsedTime(start);
    }

    private void Locate<T>(
        ContentReader reader, Span<(ulong Place, int Piece)> places, Span<T> left, Func<T, int> copyOf)
    {
        List<FileExtent> extents = [];
        for (int i = 0; i < places.Length && !context.Cancellation.IsCancellationRequested; i++)
        {
            if (!reader.TryLocate(copyOf(left[places[i].Piece]), extents, out ulong place))
            {
                // This file system does not report positions, so the order by inode has to do.
                return;
            }

            places[i].Place = place;
        }
    }
}
