using Doppel.Pooling;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>Puts work into the order in which it lies on a disk whose head has to move.</summary>
internal sealed class DiskOrder(
    PathTree tree, CopyTable copies, FindOptions options, CancellationToken cancellation)
{
    // More than a token needs to tell what its disk is, since some may come from memory.
    private const int SpreadMax = 16;

    // An odd number, so that the median is one of them.
    private const int ProbesInTurn = 7;

    // Reads at once get no more done by one head, or half as much again where the disk may choose their order.
    private const int ProbesAtOnce = 8;
    private const double ShareOfSeveral = 0.35;

    /// <summary>Puts pieces into an order.</summary>
    /// <param name="reader">Opens files.</param>
    /// <param name="order">Which.</param>
    /// <param name="left">The pieces that nobody has taken.</param>
    /// <param name="copyOf">The copy that stands for the place of a piece.</param>
    /// <returns>Whether a head has to move, if it was to be probed and could be told.</returns>
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

        // Inodes lie on the disk by their numbers, and have to be read to know where the content lies.
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

    // To and fro between the halves, so that each is far from the one before.
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

    // Single reads past the cache: what comes quickly from everywhere has no head to move. Where they are slow it
    // may be a server that lends the disk; then several at once take hardly longer than one.
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
        IVolume volume = tree.Devices[tree.MarkOf(name).Device].Volume;
        return !volume.Probe(FolderHandle.None, tree.FinalPath(name), out latency).Failed;
    }

    private TimeSpan ProbeAtOnce(PathId[] names)
    {
        int left = names.Length;
        Thread[] threads = Array.ConvertAll(names, name => new Thread(() =>
        {
            TryProbe(name, out _);
            if (Interlocked.Decrement(ref left) == 0)
            {
                // Who joins runs from now on: simulated time must not pass until it has noticed.
                options.Watch?.Resume(1);
            }

            options.Watch?.Suspend();
        })
        {
            IsBackground = true,
            Name = "doppel probe",
        });
        long start = options.Time.GetTimestamp();
        options.Watch?.Resume(threads.Length);
        Array.ForEach(threads, static thread => thread.Start());
        options.Watch?.Suspend();
        Array.ForEach(threads, static thread => thread.Join());
        return options.Time.GetElapsedTime(start);
    }

    private void Locate<T>(
        ContentReader reader, Span<(ulong Place, int Piece)> places, Span<T> left, Func<T, int> copyOf)
    {
        List<FileExtent> extents = [];
        for (int i = 0; i < places.Length && !cancellation.IsCancellationRequested; i++)
        {
            if (!reader.TryLocate(copyOf(left[places[i].Piece]), extents, out ulong place))
            {
                // This file system does not tell: then the order of inodes has to do.
                return;
            }

            places[i].Place = place;
        }
    }
}
