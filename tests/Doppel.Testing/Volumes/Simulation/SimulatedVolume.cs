using System.Collections.Concurrent;
using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>A volume whose calls take simulated time, with the caches that a system has.</summary>
/// <remarks>
/// Thread-safe. Threads that call it count as running in its <see cref="SimulatedTime"/>. Content that was read once is
/// in memory and costs nothing again, until <see cref="DropCaches"/>. What another volume answers is its own matter.
/// </remarks>
public abstract partial class SimulatedVolume : IVolume
{
    private readonly ConcurrentDictionary<int, ulong> _files = new();
    private readonly ConcurrentDictionary<int, ulong> _folders = new();
    private readonly IVolume _inner;

    private protected SimulatedVolume(IVolume inner) => _inner = inner;

    /// <summary>The clock.</summary>
    public SimulatedTime Time => Device.Time;

    /// <summary>What was asked and what is open.</summary>
    public VolumeCounters Counters { get; } = new();

    private protected abstract SimulatedDevice Device { get; }

    /// <summary>What the system tells about the device.</summary>
    private protected abstract PhysicalDevice Facts { get; }

    private protected PageCache Cache { get; } = new();

    /// <summary>Forgets all that was read: the next run is a cold one.</summary>
    public void DropCaches() => Cache.Clear();

    /// <inheritdoc/>
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        Counters.Count(VolumeCall.OpenFolder);
        string text = Counters.Join(at, path);
        VolumeError error = _inner.OpenFolder(at, path, links, out folder, out facts);
        Reach(VolumeCall.OpenFolder, facts.Inode);
        if (!error.Failed)
        {
            _folders[folder.Value] = facts.Inode;
            Counters.Opened(folder, text);
        }

        return error;
    }

    /// <inheritdoc/>
    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        Counters.Count(VolumeCall.List);
        return _inner.List(folder, wanted, new ListingVisitor(this, _folders[folder.Value], wanted, visitor));
    }

    /// <inheritdoc/>
    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        Counters.Count(VolumeCall.Stat);
        VolumeError error = _inner.Stat(at, path, links, wanted, out facts);
        Reach(VolumeCall.Stat, facts.Inode);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        Counters.Count(VolumeCall.OpenFile);
        string text = Counters.Join(at, path);
        VolumeError error = _inner.OpenFile(at, path, out file, out facts);
        Reach(VolumeCall.OpenFile, facts.Inode);
        if (!error.Failed)
        {
            _files[file.Value] = facts.Inode;
            Counters.Opened(file, text);
        }

        return error;
    }

    /// <inheritdoc/>
    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        Counters.Count(VolumeCall.Read);
        VolumeError error = _inner.Read(file, offset, buffer, out read);
        Fetch(_files[file.Value], offset, read);
        Counters.CountBytes(read);
        return error;
    }

    /// <inheritdoc/>
    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        // Free: the system has the facts of what is open.
        Counters.Count(VolumeCall.StatFile);
        return _inner.Stat(file, out facts);
    }

    /// <inheritdoc/>
    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents)
    {
        // Free: a file's first extents lie in its inode, which was read when it was opened.
        Counters.Count(VolumeCall.Extents);
        extents.Clear();
        return _inner.Stat(file, out FileFacts facts) || Lay(facts, query, extents);
    }

    /// <inheritdoc/>
    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency)
    {
        Counters.Count(VolumeCall.Probe);
        latency = default;
        VolumeError error = _inner.OpenFile(at, path, out FileHandle file, out FileFacts facts);
        Reach(VolumeCall.OpenFile, facts.Inode);
        if (error.Failed)
        {
            return error;
        }

        _inner.Close(file);
        if (facts.Size == 0)
        {
            return new VolumeError(VolumeErrorKind.Unsupported);
        }

        long count = 1;
        long place = Locate(facts.Inode, 0, ref count);
        long start = Time.GetTimestamp();
        Device.Serve(new DeviceRequest(place, 0, PageCache.PageBytes)); // past memory, and into none
        latency = Time.GetElapsedTime(start);
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target)
    {
        Counters.Count(VolumeCall.ReadLink);
        _ = _inner.Stat(at, path, LinkPolicy.Stay, FactFields.Identity, out FileFacts facts);
        Reach(VolumeCall.ReadLink, facts.Inode);
        return _inner.ReadLink(at, path, out target);
    }

    /// <inheritdoc/>
    public void Close(FileHandle file)
    {
        Counters.Closing(file);
        _files.TryRemove(file.Value, out _);
        _inner.Close(file);
    }

    /// <inheritdoc/>
    public void Close(FolderHandle folder)
    {
        Counters.Closing(folder);
        _folders.TryRemove(folder.Value, out _);
        _inner.Close(folder);
    }

    /// <inheritdoc/>
    public MountFacts MountOf(FolderHandle folder)
    {
        Counters.Count(VolumeCall.MountOf);
        PhysicalDevice device = Facts;
        return _inner.MountOf(folder) with { DeviceKind = device.Kind, Devices = [device] };
    }

    /// <inheritdoc/>
    public string Describe(VolumeError failure) => _inner.Describe(failure);

    /// <summary>A call has to find an inode: number 0 after a failure.</summary>
    private protected abstract void Reach(VolumeCall call, ulong inode);

    /// <summary>The place of a page on the device, and how many from there on it hands out at once.</summary>
    private protected abstract long Locate(ulong inode, long page, ref long count);

    /// <summary>Tells where a file lies.</summary>
    private protected abstract VolumeError Lay(in FileFacts file, ExtentQuery query, List<FileExtent> extents);

    /// <summary>Sees to it that a part of an inode's content is in memory.</summary>
    private protected void Fetch(ulong inode, long offset, long bytes)
    {
        long page = offset / PageCache.PageBytes;
        long endExcl = (offset + bytes + PageCache.PageBytes - 1) / PageCache.PageBytes;
        while (bytes > 0 && Cache.TryFindMissing(inode, page, endExcl, out long first, out long count))
        {
            long place = Locate(inode, first, ref count);
            long pages = count;
            Device.Serve(new DeviceRequest(place, first, pages * PageCache.PageBytes)
            {
                IsKnown = () => Cache.Has(inode, first, pages),
                Answered = () => Cache.Add(inode, first, pages),
            });
            page = first + count;
        }
    }
}
