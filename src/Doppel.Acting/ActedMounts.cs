using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>The file systems that a plan acts on: what they can promise, and how much room they have.</summary>
/// <remarks>Not thread-safe. Dispose closes one folder of each.</remarks>
public sealed class ActedMounts : IDisposable
{
    private readonly IChangeableVolume _volume;
    private readonly HashSet<ulong> _devices = [];
    private readonly Dictionary<ulong, FolderHandle> _folders = [];
    private readonly List<ActedMount> _mounts = [];

    /// <summary>Knows none yet.</summary>
    /// <param name="volume">Where the files lie; stays the caller's.</param>
    public ActedMounts(IChangeableVolume volume)
    {
        ArgumentNullException.ThrowIfNull(volume);
        _volume = volume;
    }

    /// <summary>Each that was met, in this order.</summary>
    public IReadOnlyList<ActedMount> All => _mounts;

    /// <summary>Closes what is open.</summary>
    public void Dispose()
    {
        foreach (FolderHandle folder in _folders.Values)
        {
            _volume.Close(folder);
        }

        _folders.Clear();
    }

    /// <summary>Takes in the copies of a group that are acted on.</summary>
    public void Add(PlanGroup group)
    {
        ArgumentNullException.ThrowIfNull(group);
        foreach (PlanCopy copy in group.Drop)
        {
            if (!_devices.Contains(copy.Facts.Device) && Look(copy.Names[0]))
            {
                _devices.Add(copy.Facts.Device);
            }
        }
    }

    /// <summary>Takes in a folder whose files are acted on.</summary>
    public void Add(PlanFolder folder)
    {
        ArgumentNullException.ThrowIfNull(folder);
        Look(folder.Name);
    }

    /// <summary>Bytes that are free on all of them now, when what was done is on the disk.</summary>
    /// <returns>Null where one of them does not tell.</returns>
    public long? FreeBytes()
    {
        long sum = 0;
        foreach (FolderHandle folder in _folders.Values)
        {
            VolumeError error = _volume.SyncFileSystem(folder);
            long free = 0;
            error = error.Failed ? error : _volume.FreeBytesForUser(folder, out free);
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

        // Subvolumes have a device each and one room together.
        if (!_folders.TryAdd(facts.FileSystemId, folder))
        {
            _volume.Close(folder);
        }

        return true;
    }
}
