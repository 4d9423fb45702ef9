using System.Collections.Concurrent;
using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>A volume in memory with the manners of a Linux disk, built by a test and changed in use.</summary>
/// <remarks>
/// <para>
/// Paths are absolute and of any bytes except NUL; folders on the way are made. A name has at most 255 bytes, a path
/// any length. Listings come in the order of creation. Numbers of errors are those of Linux.
/// </para>
/// <para>Thread-safe. A handle that is used or closed after its end throws: that is a bug of the caller.</para>
/// </remarks>
public sealed partial class MemoryVolume : IVolume, ISharedListing
{
    private const int NameBytesMax = 255;
    private const int LinkHopsMax = 40;

    private readonly Lock _gate = new();
    private readonly ConcurrentDictionary<int, MemoryNode> _open = new();
    private readonly ConcurrentDictionary<ulong, MountFacts> _mounts = new();
    private readonly ulong _device;
    private ulong _lastInode = 1;
    private int _lastHandle = 2;

    /// <summary>An empty volume.</summary>
    /// <param name="device">The device number of its nodes, unless a node is given another.</param>
    public MemoryVolume(ulong device = 42)
    {
        _device = device;
        Root = new MemoryNode(EntryKind.Folder, device, 1, null);
        Root.Parent = Root;
        SetMount(new MountFacts
        {
            Device = device,
            Identity = new FileSystemIdentity(device + 1, 0),
            MountPoint = "/",
            FileSystem = "memory",
            DeviceKind = DeviceKind.Memory,
            Traits = FileSystemTraits.HardLinks | FileSystemTraits.SymbolicLinks | FileSystemTraits.TrustedIds
                | FileSystemTraits.Holes,
            SectorBytes = 512,
        });
    }

    /// <summary>The folder "/".</summary>
    public MemoryNode Root { get; }

    /// <summary>What was asked of this volume and what is open.</summary>
    public VolumeCounters Counters { get; } = new();

    /// <summary>What every probe measures. Default: null, nothing can be probed.</summary>
    public TimeSpan? ProbeLatency { get; set; }

    /// <inheritdoc/>
    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        Counters.Count(VolumeCall.OpenFolder, path);
        folder = FolderHandle.None;
        facts = default;
        VolumeError error = Find(at, path, links, out MemoryNode? node) || OpenError(node!, EntryKind.Folder);
        if (error.Failed)
        {
            return error;
        }

        string text = Counters.Join(at, path);
        facts = node!.Facts;
        folder = new FolderHandle(NewHandle(node));
        Counters.Opened(folder, text);
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        Counters.Count(VolumeCall.Stat, path);
        facts = default;
        VolumeError error = Find(at, path, links, out MemoryNode? node) || node!.StatFailure;
        if (!error.Failed)
        {
            facts = node!.Facts;
        }

        return error;
    }

    /// <inheritdoc/>
    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        Counters.Count(VolumeCall.OpenFile, path);
        file = FileHandle.None;
        facts = default;
        VolumeError error = Find(at, path, LinkPolicy.Stay, out MemoryNode? node) || OpenError(node!, EntryKind.File);
        if (error.Failed)
        {
            return error;
        }

        string text = Counters.Join(at, path);
        facts = node!.Facts;
        file = new FileHandle(NewHandle(node));
        Counters.Opened(file, text);
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        Counters.Count(VolumeCall.Read);
        read = OpenNode(file.Value).Read(offset, buffer);
        Counters.CountBytes(read);
        return VolumeError.None;
    }

    /// <inheritdoc/>
    /// <remarks>Tells what <see cref="MemoryNode.WritersError"/> was set to.</remarks>
    public VolumeError CheckWriters(FileHandle file)
    {
        Counters.Count(VolumeCall.CheckWriters);
        return OpenNode(file.Value).WritersError;
    }

    /// <inheritdoc/>
    public VolumeError Stat(FileHandle file, out FileFacts facts)
    {
        Counters.Count(VolumeCall.StatFile);
        facts = OpenNode(file.Value).Facts;
        return VolumeError.None;
    }

    /// <inheritdoc/>
    /// <remarks>Tells what <see cref="MemoryNode.Extents"/> was set to.</remarks>
    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents)
    {
        ArgumentNullException.ThrowIfNull(extents);
        Counters.Count(VolumeCall.Extents);
        extents.Clear();
        if (OpenNode(file.Value).Extents is not { } set)
        {
            return Errors.NoExtents;
        }

        extents.AddRange(query == ExtentQuery.First ? set.Take(1) : set);
        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError NextData(FileHandle file, long from, out long start, out long behind)
    {
        Counters.Count(VolumeCall.NextData);
        MemoryNode node = OpenNode(file.Value);
        start = behind = node.Facts.Size;
        foreach ((long begin, long end) in node.Data ?? [(0, behind)])
        {
            if (end > from)
            {
                (start, behind) = (Math.Max(begin, from), Math.Min(end, behind));
                break;
            }
        }

        return VolumeError.None;
    }

    /// <inheritdoc/>
    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target)
    {
        Counters.Count(VolumeCall.ReadLink);
        target = [];
        VolumeError error = Find(at, path, LinkPolicy.Stay, out MemoryNode? node);
        if (!error.Failed && node!.Kind != EntryKind.Link)
        {
            error = Errors.NotALink;
        }

        if (!error.Failed)
        {
            target = [.. node!.Content];
        }

        return error;
    }

    /// <inheritdoc/>
    public void Close(FileHandle file)
    {
        Counters.Closing(file);
        _open.TryRemove(file.Value, out _);
    }

    /// <inheritdoc/>
    public void Close(FolderHandle folder)
    {
        _listed.TryRemove(folder.Value, out _);
        Counters.Closing(folder);
        _open.TryRemove(folder.Value, out _);
    }

    /// <inheritdoc/>
    public MountFacts MountOf(FolderHandle folder)
    {
        Counters.Count(VolumeCall.MountOf);
        ulong device = OpenNode(folder.Value).Device;
        return _mounts.TryGetValue(device, out MountFacts? facts) ? facts : MountFacts.Unknown with { Device = device };
    }

    /// <inheritdoc/>
    public string Describe(VolumeError failure) => $"{failure.Kind} ({failure.Code})";

    /// <inheritdoc/>
    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency)
    {
        Counters.Count(VolumeCall.Probe);
        latency = default;
        VolumeError error = Find(at, path, LinkPolicy.Stay, out MemoryNode? node) || OpenError(node!, EntryKind.File);
        if (!error.Failed && (ProbeLatency is null || node!.Facts.Size == 0))
        {
            error = new VolumeError(VolumeErrorKind.Unsupported);
        }

        latency = error.Failed ? default : ProbeLatency!.Value;
        return error;
    }

    private static VolumeError OpenError(MemoryNode node, EntryKind wanted) => node switch
    {
        { Kind: EntryKind.Link } => Errors.IsLink,
        _ when node.Kind != wanted => Errors.AnotherKind,
        { Failure.Failed: true } => node.Failure,
        { Facts.Offline: true } => Errors.Offline,
        _ => VolumeError.None,
    };

    private int NewHandle(MemoryNode node)
    {
        // Numbers are never used twice, so a handle used after its end is always caught.
        int handle = Interlocked.Increment(ref _lastHandle);
        _open[handle] = node;
        return handle;
    }

    private MemoryNode OpenNode(int handle) => _open.TryGetValue(handle, out MemoryNode? node)
        ? node
        : throw new InvalidOperationException($"Handle {handle} is used but not open.");

    private static class Errors
    {
        public static readonly VolumeError Vanished = new(VolumeErrorKind.Vanished, 2); // ENOENT
        public static readonly VolumeError AnotherKind = new(VolumeErrorKind.Changed, 20); // ENOTDIR
        public static readonly VolumeError NoFolder = new(VolumeErrorKind.Vanished, 20); // ENOTDIR on the way
        public static readonly VolumeError NotALink = new(VolumeErrorKind.Changed, 22); // EINVAL
        public static readonly VolumeError NameTooLong = new(VolumeErrorKind.NameTooLong, 36); // ENAMETOOLONG
        public static readonly VolumeError IsLink = new(VolumeErrorKind.IsLink, 40); // ELOOP
        public static readonly VolumeError NoExtents = new(VolumeErrorKind.Unsupported, 95); // EOPNOTSUPP
        public static readonly VolumeError BadName = new(VolumeErrorKind.BadName);
        public static readonly VolumeError Offline = new(VolumeErrorKind.Offline);
    }
}
