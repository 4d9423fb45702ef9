using System.Collections.Concurrent;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>
/// Another volume whose listings are remembered, so that a search asks the disk only about folders in which something
/// has changed. Contents and single files are always asked for on the disk.
/// </summary>
/// <remarks>
/// Thread-safe during a search. Changes are noted between searches. The roots themselves are always opened: nothing
/// reports that a path above a root has changed.
/// </remarks>
internal sealed partial class RememberedVolume : IVolume, IListsByInode, IDisposable
{
    private const FactFields Wanted = FactFields.Size | FactFields.Identity | FactFields.Times;

    private readonly IVolume _inner;
    private readonly IChangeSource _source;
    private readonly RememberedFolders _folders;
    private readonly ContentCatalog _catalog;
    private readonly RememberedRoots _roots;
    private readonly bool _keepsFacts;
    private readonly bool _remembers;
    private readonly Lock _gate = new();
    private readonly List<FolderSlot> _slots = [];
    private readonly Stack<int> _free = [];
    private readonly ConcurrentBag<ListingRecorder> _recorders = [];
    private readonly ConcurrentDictionary<ulong, MountFacts> _mounts = [];
    private readonly ConcurrentDictionary<ulong, FileSystemIdentity> _identities = [];
    private readonly ConcurrentDictionary<(ulong Device, ulong Inode), FileFacts> _linked = [];

    /// <param name="options">The options of the searches. All roots are on one volume.</param>
    /// <param name="source">Reports the changes.</param>
    /// <param name="catalog">The catalog of the searches.</param>
    internal RememberedVolume(FindOptions options, IChangeSource source, ContentCatalog catalog)
    {
        (_inner, _source, _catalog) = (options.Roots[0].Volume, source, catalog);
        _folders = new RememberedFolders(source, Leave);
        _roots = new RememberedRoots(options.Roots, source);
        _keepsFacts = options.Catalog is not null;

        // Which entries a folder contributes may then depend on the root that it is reached from, and which root that
        // is can change. Listings hold only entries that were wanted.
        bool dependsOnRoot = options.Filter.NeedsPath || options.Filter.DepthMax < int.MaxValue;
        _remembers = !(dependsOnRoot && _roots.AreNested);
    }

    /// <summary>Gets the first failure to watch something; after that, changes go unnoticed.</summary>
    internal VolumeError Failure => _folders.Failure || _roots.Failure;

    internal RememberedFolders Folders => _folders;

    /// <summary>Gets the file systems that were met.</summary>
    internal IEnumerable<MountFacts> Mounts => _mounts.Values;

    public VolumeError OpenFolder(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, out FolderHandle folder, out FileFacts facts)
    {
        folder = FolderHandle.None;
        facts = default;
        VolumeError error = Reach(at, out FolderHandle start);
        if (error.Failed)
        {
            return error;
        }

        bool isAbsolute = at == FolderHandle.None;
        Digest128 key = isAbsolute ? FolderKey.Of(path) : default;
        if (isAbsolute && !_roots.Contains(key) && _folders.TryGet(key, out FolderRow known))
        {
            facts = new FileFacts { Kind = EntryKind.Folder, Device = known.Device, Inode = known.Inode };
        }
        else
        {
            error = _inner.OpenFolder(start, path, links, out folder, out facts);
        }

        if (!error.Failed)
        {
            folder = NewSlot(isAbsolute ? path : default, key, links, facts, folder);
        }

        return error;
    }

    public VolumeError List(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        FolderSlot slot = SlotOf(folder);
        if (slot.Path.IsEmpty || wanted != Wanted)
        {
            return Reach(folder, out FolderHandle real) || _inner.List(real, wanted, visitor);
        }

        return TryReplay(slot, visitor) ? VolumeError.None : ListAnew(folder, slot, visitor, byInode: false);
    }

    public VolumeError ListByInode(FolderHandle folder, FactFields wanted, IEntryVisitor visitor)
    {
        FolderSlot slot = SlotOf(folder);
        if (slot.Path.IsEmpty || wanted != Wanted)
        {
            return Reach(folder, out FolderHandle real) || InodeOrder.List(_inner, real, wanted, visitor);
        }

        return TryReplay(slot, visitor) ? VolumeError.None : ListAnew(folder, slot, visitor, byInode: true);
    }

    public VolumeError Stat(
        FolderHandle at, ReadOnlySpan<byte> path, LinkPolicy links, FactFields wanted, out FileFacts facts)
    {
        facts = default;
        VolumeError error = Reach(at, out FolderHandle start) || _inner.Stat(start, path, links, wanted, out facts);
        bool isRootFile = at == FolderHandle.None && !error.Failed && facts.Kind == EntryKind.File
            && _roots.Contains(FolderKey.Of(path));
        if (isRootFile)
        {
            // Once more, since it may have changed before it was watched.
            _roots.WatchFile(path);
            error = _inner.Stat(start, path, links, wanted | Wanted, out facts);
            _roots.Remember(path, facts);
        }

        return error;
    }

    public VolumeError OpenFile(FolderHandle at, ReadOnlySpan<byte> path, out FileHandle file, out FileFacts facts)
    {
        (file, facts) = (FileHandle.None, default);
        return Reach(at, out FolderHandle start) || _inner.OpenFile(start, path, out file, out facts);
    }

    public VolumeError Read(FileHandle file, long offset, Span<byte> buffer, out int read) =>
        _inner.Read(file, offset, buffer, out read);

    public VolumeError ReadAtOnce(FolderHandle at, ReadOnlySpan<byte> path, Span<byte> buffer, out int read)
    {
        read = -1;
        return Reach(at, out FolderHandle start) || _inner.ReadAtOnce(start, path, buffer, out read);
    }

    public void Uncache(FileHandle file) => _inner.Uncache(file);

    public VolumeError CheckWriters(FileHandle file) => _inner.CheckWriters(file);

    public VolumeError Stat(FileHandle file, out FileFacts facts) => _inner.Stat(file, out facts);

    public VolumeError Extents(FileHandle file, ExtentQuery query, List<FileExtent> extents) =>
        _inner.Extents(file, query, extents);

    public VolumeError NextData(FileHandle file, long from, out long start, out long behind) =>
        _inner.NextData(file, from, out start, out behind);

    public VolumeError ReadLink(FolderHandle at, ReadOnlySpan<byte> path, out byte[] target)
    {
        target = [];
        return Reach(at, out FolderHandle start) || _inner.ReadLink(start, path, out target);
    }

    public void Close(FileHandle file) => _inner.Close(file);

    public void Close(FolderHandle folder)
    {
        FolderHandle real;
        lock (_gate)
        {
            real = _slots[folder.Value].Real;
            _free.Push(folder.Value);
        }

        if (real != FolderHandle.None)
        {
            _inner.Close(real);
        }
    }

    public MountFacts MountOf(FolderHandle folder)
    {
        ulong device = SlotOf(folder).Facts.Device;
        if (_mounts.TryGetValue(device, out MountFacts? mount))
        {
            return mount;
        }

        return Reach(folder, out FolderHandle real).Failed
            ? MountFacts.Unknown
            : _mounts.GetOrAdd(device, Believed(_inner.MountOf(real), device));
    }

    public string Describe(VolumeError failure) => _inner.Describe(failure);

    public VolumeError Probe(FolderHandle at, ReadOnlySpan<byte> path, out TimeSpan latency)
    {
        latency = default;
        return Reach(at, out FolderHandle start) || _inner.Probe(start, path, out latency);
    }

    public void Dispose()
    {
        _folders.Dispose();
        foreach (ListingRecorder recorder in _recorders)
        {
            recorder.Dispose();
        }
    }

    private FolderHandle NewSlot(
        ReadOnlySpan<byte> path, Digest128 key, LinkPolicy links, in FileFacts facts, FolderHandle real)
    {
        lock (_gate)
        {
            if (!_free.TryPop(out int number))
            {
                number = _slots.Count;
                _slots.Add(new FolderSlot());
            }

            _slots[number].Begin(path, key, links, facts, real);
            return new FolderHandle(number);
        }
    }

    private FolderSlot SlotOf(FolderHandle folder)
    {
        lock (_gate)
        {
            return _slots[folder.Value];
        }
    }

    // Opens a folder on the disk, if nobody needed it there so far.
    private VolumeError Reach(FolderHandle folder, out FolderHandle real)
    {
        real = FolderHandle.None;
        if (folder == FolderHandle.None)
        {
            return VolumeError.None;
        }

        FolderSlot slot = SlotOf(folder);
        lock (slot)
        {
            if (slot.Real == FolderHandle.None)
            {
                VolumeError error = _inner.OpenFolder(
                    FolderHandle.None, slot.Path, slot.Links, out FolderHandle opened, out FileFacts facts);
                if (error.Failed)
                {
                    return error;
                }

                if (facts.Device != slot.Facts.Device || facts.Inode != slot.Facts.Inode)
                {
                    _inner.Close(opened);
                    return new VolumeError(VolumeErrorKind.Changed);
                }

                slot.Real = opened;
            }

            real = slot.Real;
            return VolumeError.None;
        }
    }
}
