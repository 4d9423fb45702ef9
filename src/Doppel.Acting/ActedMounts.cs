using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Collects the file systems that a plan acts on, with their guarantees and free space.</summary>
/// <remarks>Not thread-safe. Keeps one folder of each file system open until it is disposed.</remarks>
public sealed class ActedMounts : IDisposable
{
    private readonly IChangeableVolume _volume;
    private readonly HashSet<ulong> _devices = [];
    private readonly Dictionary<ulong, FolderHandle> _folders = [];
    private readonly List<ActedMount> _mounts = [];

    /// <summary>Creates an empty collection.</summary>
    /// <param name="volume">The volume that holds the files. Remains owned by the caller.</param>
    public ActedMounts(IChangeableVolume volume)
    {
        ArgumentNullException.ThrowIfNull(volume);
        _volume = volume;
    }

    /// <summary>Gets the file systems, in the order in which they were first seen.</summary>
    public IReadOnlyList<ActedMount> All => _mounts;

    /// <summary>Closes all open folders.</summary>
    public void Dispose()
    {
        foreach (FolderHandle folder in _folders.Values)
        {
            _volume.Close(folder);
        }

        _folders.Clear();
    }

    /// <summary>Adds the file systems of a group's copies that the plan acts on.</summary>
    public void Add(PlanGroup group)
    {
        ArgumentNullException.ThrowIfNull(group);
        foreach (PlanCopy copy in group.Drop.Where(static copy => !copy.IsObject))
        {
            if (!_devices.Contains(copy.Facts.Device) && Look(copy.Names[0]))
            {
                _devices.Add(copy.Facts.Device);
            }
        }
    }

    /// <summary>Adds the file system of a folder whose files the plan acts on.</summary>
    public void Add(PlanFolder folder)
    {
        ArgumentNullException.ThrowIfNull(folder);
        Look(folder.Name);
    }

    /// <summary>Gets the total number of free bytes on all of them, after flushing pending changes to disk.</summary>
    /// <returns>The number of free bytes, or null if any file system does not report it.</returns>
    public long? FreeBytes()
    {
        long sum = 0;
        foreach (FolderHandle folder in _folders.Values)
        {
            VolumeError error = _volume.SyncFileSystem(folder);
            long free = 0;
            error = error || _volume.FreeBytesForUser(folder, out free);
            if (error.Failed || free == long.MaxValue)
            {
                return null;
            }

            sum += free;
        }

        return _folders.Count > 0 ? sum : null;
    }

    private bool Look(ReportName name)
    {
        ReadOnlySpan<byte> path = name.Bytes;
        path = path[..Math.Max(1, path.LastIndexOf((byte)'/'))];
        if (_volume.OpenFolderStrictly(path, out FolderHandle folder, out _).Failed)
        {
            return false;
        }

        MountFacts facts = _volume.MountOf(folder);
        if (_mounts.All(known => known.Facts.MountPoint != facts.MountPoint))
        {
            _mounts.Add(new ActedMount(facts));
        }

        // Subvolumes have different device numbers but share their free space.
        if (!_folders.TryAdd(facts.FileSystemId, folder))
        {
            _volume.Close(folder);
        }

        return true;
    }
}

/// <summary>Describes a file system that a plan acts on, and which safety guarantees it supports.</summary>
/// <param name="Facts">What is known about the file system.</param>
public sealed record ActedMount(MountFacts Facts)
{
    /// <summary>
    /// Gets whether writers are kept out while a file is compared and replaced. Elsewhere (overlay, FUSE, network file
    /// systems) a lease has no effect, and only the checks before and after protect a file.
    /// </summary>
    public bool KeepsWritersOut => Facts.FileSystem is "ext2" or "ext3" or "ext4" or "xfs" or "btrfs" or "tmpfs";

    /// <summary>
    /// Gets whether it may show files of lower layers, which it never changes: a file is copied up before it gets
    /// another name, and its space below is never freed.
    /// </summary>
    public bool HasLayers =>
        Facts.FileSystem is "overlay" or "fuse.fuse-overlayfs" or "fuse.unionfs" or "fuse.unionfs-fuse" or "aufs";

    /// <summary>
    /// Gets whether a name and a link to its keeper can be exchanged atomically, judging by the type of the file
    /// system. Elsewhere the name is missing for a moment.
    /// </summary>
    public bool ExchangesNames => KeepsWritersOut || Facts.FileSystem is "f2fs" or "bcachefs" or "ubifs" or "overlay";
}
