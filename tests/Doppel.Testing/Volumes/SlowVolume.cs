using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>A volume whose calls cost time: by a model, not by waiting, so that tests are quick and exact.</summary>
/// <remarks>
/// Thread-safe. <see cref="Busy"/> adds up what every call cost, as on a device that does one thing after the other;
/// <see cref="MostAtOnce"/> tells how many calls were inside at one time, which is what tokens limit.
/// </remarks>
public sealed class SlowVolume(IVolume inner, SlowVolumeOptions options) : IVolume
{
    private readonly Lock _gate = new();
    private (int File, long End) _head = (-1, 0);
    private long _busyTicks;
    private long _seeks;
    private int _inside;
    private int _mostAtOnce;

    /// <summary>What was asked and what is open.</summary>
    public VolumeCounters Counters { get; } = new();

    /// <summary>The sum of what all calls cost.</summary>
    public TimeSpan Busy => new(Interlocked.Read(ref _busyTicks));

    /// <summary>Reads that did not start where the last one ended.</summary>
    public long Seeks => Interlocked.Read(ref _seeks);

    /// <summary>The most calls that were under way at one time.</summary>
    public int MostAtOnce => Volatile.Read(ref _mostAtOnce);

    /// <inheritdoc/>
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        using Visit visit = Enter(VolumeCall.OpenFolder, options.Open);
        string text = Counters.Join(at, path);
        VolumeError error = inner.OpenFolder(at, path, links, out folder, out facts);
        if (!error.Failed)
        {
            Counters.Opened(folder, text);
        }

        return error;
    }

    /// <inheritdoc/>
    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        using Visit visit = Enter(VolumeCall.List, options.List);
        return inner.List(folder, wanted, visitor);
    }

    /// <inheritdoc/>
    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        using Visit visit = Enter(VolumeCall.Stat, options.Stat);
        return inner.Stat(at, path, links, wanted, out facts);
    }

    /// <inheritdoc/>
    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        using Visit visit = Enter(VolumeCall.OpenFile, options.Open);
        string text = Counters.Join(at, path);
        VolumeError error = inner.OpenFile(at, path, out file, out facts);
        if (!error.Failed)
        {
            Counters.Opened(file, text);
        }

        return error;
    }

    /// <inheritdoc/>
    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        using Visit visit = Enter(VolumeCall.Read, options.Read);
        VolumeError error = inner.Read(file, offset, buffer, out read);
        Counters.CountBytes(read);
        bool seeks;
        lock (_gate)
        {
            seeks = _head != (file.Value, offset);
            _head = (file.Value, offset + read);
        }

        TimeSpan cost = seeks ? options.Seek : TimeSpan.Zero;
        if (seeks)
        {
            Interlocked.Increment(ref _seeks);
        }

        if (options.BytesPerSecond > 0)
        {
            cost += new TimeSpan((long)((Int128)read * TimeSpan.TicksPerSecond / options.BytesPerSecond));
        }

        Charge(cost);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError CheckWriters(FileHandle file) => inner.CheckWriters(file);

    /// <inheritdoc/>
    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        using Visit visit = Enter(VolumeCall.StatFile, options.Stat);
        return inner.Stat(file, out facts);
    }

    /// <inheritdoc/>
    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents)
    {
        using Visit visit = Enter(VolumeCall.Extents, options.Stat);
        return inner.Extents(file, query, extents);
    }

    /// <inheritdoc/>
    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target)
    {
        using Visit visit = Enter(VolumeCall.ReadLink, options.Stat);
        return inner.ReadLink(at, path, out target);
    }

    /// <inheritdoc/>
    public void Close(FileHandle file)
    {
        Counters.Closing(file);
        inner.Close(file);
    }

    /// <inheritdoc/>
    public void Close(FolderHandle folder)
    {
        Counters.Closing(folder);
        inner.Close(folder);
    }

    /// <inheritdoc/>
    public MountFacts MountOf(FolderHandle folder)
    {
        Counters.Count(VolumeCall.MountOf);
        return inner.MountOf(folder);
    }

    /// <inheritdoc/>
    public string Describe(VolumeError failure) => inner.Describe(failure);

    /// <inheritdoc/>
    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency)
    {
        using Visit visit = Enter(VolumeCall.Probe, options.Open);
        VolumeError error = inner.Probe(at, path, out latency);
        if (!error.Failed)
        {
            // What a reading elsewhere costs by the model, whatever the volume below says.
            latency = options.Read + options.Seek;
            Charge(latency);
        }

        return error;
    }

    private Visit Enter(VolumeCall call, TimeSpan cost)
    {
        Counters.Count(call);
        int inside = Interlocked.Increment(ref _inside);
        int most = MostAtOnce;
        while (inside > most)
        {
            most = Interlocked.CompareExchange(ref _mostAtOnce, inside, most);
        }

        var visit = new Visit(this);
        Charge(cost);
        return visit;
    }

    private void Charge(TimeSpan cost)
    {
        if (cost > TimeSpan.Zero)
        {
            Interlocked.Add(ref _busyTicks, cost.Ticks);
            options.Delay?.Invoke(cost);
        }
    }

    private readonly struct Visit(SlowVolume volume) : IDisposable
    {
        public void Dispose() => Interlocked.Decrement(ref volume._inside);
    }
}
