using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>
/// Finds names of a plan that the action certainly cannot be applied to because of their file system, before anything
/// is changed or compared.
/// </summary>
/// <remarks>
/// Examines one folder for each device and never creates anything. What only an attempt can show is not found. Not
/// thread-safe.
/// </remarks>
public sealed class ActObstacles
{
    private const uint SharedWriters = 0x12; // write permission for the group or others

    private readonly IChangeableVolume _volume;
    private readonly ActionKind _action;
    private readonly ulong? _homeTrashDevice;
    private readonly Dictionary<ulong, Place> _places = [];
    private readonly Dictionary<(ActObstacleKind Kind, string Where), long> _names = [];
    private readonly Dictionary<string, string> _fileSystems = [];

    /// <summary>Creates an empty collection.</summary>
    /// <param name="volume">The volume that holds the files.</param>
    /// <param name="options">The options of the run.</param>
    public ActObstacles(IChangeableVolume volume, ActOptions options)
    {
        ArgumentNullException.ThrowIfNull(volume);
        ArgumentNullException.ThrowIfNull(options);
        _volume = volume;
        _action = options.Action;
        _homeTrashDevice = options.Action == ActionKind.Trash ? DeviceAbove(options.HomeTrash.ToArray()) : null;
    }

    /// <summary>Gets the obstacles found so far, most names first.</summary>
    public IReadOnlyList<ActObstacle> All =>
    [
        .. _names.OrderByDescending(static entry => entry.Value)
            .ThenBy(static entry => entry.Key.Where, StringComparer.Ordinal)
            .Select(entry => new ActObstacle(
                entry.Key.Kind, entry.Key.Where, _fileSystems.GetValueOrDefault(entry.Key.Where, ""), entry.Value)),
    ];

    /// <summary>Examines the copies of a group that the plan acts on.</summary>
    public void Add(PlanGroup group)
    {
        ArgumentNullException.ThrowIfNull(group);
        Spot[] keep = [.. group.Keep.Where(static copy => !copy.IsElsewhere).Select(SpotOf)];
        foreach (PlanCopy copy in group.Drop.Where(static copy => !copy.IsObject))
        {
            Add(keep, SpotOf(copy), copy.Names.Count);
        }
    }

    /// <summary>
    /// Examines a folder that the plan acts on. Its files are taken to be on the file system that the folder is on.
    /// </summary>
    public void Add(PlanFolder folder)
    {
        ArgumentNullException.ThrowIfNull(folder);
        if (!folder.Keeper.IsEmpty && DeviceOf(folder.Name) is { } device && DeviceOf(folder.Keeper) is { } kept)
        {
            Add([new Spot(kept, folder.Keeper)], new Spot(device, folder.Name), folder.Names);
        }
    }

    private void Add(Spot[] keep, Spot copy, long names)
    {
        if (Against(keep, copy) is { } kind)
        {
            string where = PlaceOf(copy).Facts.MountPoint;
            _names[(kind, where)] = _names.GetValueOrDefault((kind, where)) + names;
            _fileSystems.TryAdd(where, PlaceOf(copy).Facts.FileSystem);
        }
    }

    private static Spot SpotOf(PlanCopy copy)
    {
        ReportName name = copy.Names[0];
        int end = Math.Max(1, name.Bytes.LastIndexOf((byte)'/'));
        return new Spot(copy.Facts.Device, new ReportName(name.Bytes[..end].ToArray()));
    }

    private ulong? DeviceOf(ReportName folder)
    {
        if (_volume.OpenFolderStrictly(folder.Bytes, out FolderHandle handle, out FileFacts facts).Failed)
        {
            return null;
        }

        _volume.Close(handle);
        return facts.Device;
    }

    private ActObstacleKind? Against(Spot[] keep, Spot copy)
    {
        if (PlaceOf(copy).IsReadOnly)
        {
            return ActObstacleKind.ReadOnly;
        }

        switch (_action)
        {
            case ActionKind.HardLink:
                return keep.Any(one => one.Device == copy.Device) ? null : ActObstacleKind.OtherFileSystem;
            case ActionKind.Reflink:
                if (CannotShare(PlaceOf(copy).Facts.FileSystem))
                {
                    return ActObstacleKind.NoReflinks;
                }

                return keep.Any(one => IsSameFileSystem(PlaceOf(one), PlaceOf(copy)))
                    ? null
                    : ActObstacleKind.OtherFileSystem;
            case ActionKind.Trash:
                return _volume.HasRecycleBin || copy.Device == _homeTrashDevice || PlaceOf(copy).MayHaveTrash
                    ? null
                    : ActObstacleKind.NoTrash;
            default:
                return null;
        }
    }

    // Subvolumes have device numbers of their own but can share blocks.
    private static bool IsSameFileSystem(Place left, Place right) => left.Facts.FileSystemId == 0
        || right.Facts.FileSystemId == 0 || left.Facts.FileSystemId == right.Facts.FileSystemId;

    // Only file systems that certainly cannot: XFS, for instance, depends on how it was created.
    private static bool CannotShare(string fileSystem) => fileSystem is "ext2" or "ext3" or "ext4" or "tmpfs" or "ramfs"
        or "vfat" or "msdos" or "exfat" or "ntfs" or "ntfs3" or "f2fs" or "jfs" or "reiserfs" or "hfsplus";

    private Place PlaceOf(Spot spot)
    {
        if (_places.TryGetValue(spot.Device, out Place? known))
        {
            return known;
        }

        var place = new Place(MountFacts.Unknown, MayHaveTrash: true, IsReadOnly: false);
        if (!_volume.OpenFolderStrictly(spot.Folder.Bytes, out FolderHandle folder, out _).Failed)
        {
            MountFacts facts = _volume.MountOf(folder);
            bool isReadOnly = _volume.MayChange(folder).Kind == VolumeErrorKind.ReadOnly;
            _volume.Close(folder);
            place = new Place(facts, isReadOnly || MayHaveTrash(facts.MountPoint), isReadOnly);
        }

        _places.Add(spot.Device, place);
        return place;
    }

    // A trash can be used if it exists, or created if this user may write to the topmost folder.
    private bool MayHaveTrash(string mountPoint)
    {
        byte[] top = System.Text.Encoding.UTF8.GetBytes(mountPoint);
        if (_action != ActionKind.Trash || top.Length == 0 || _volume.User == 0 || _volume.OpenFolder(
            FolderHandle.None, top, LinkPolicy.Follow, out FolderHandle folder, out FileFacts facts).Failed)
        {
            return true;
        }

        byte[] own = System.Text.Encoding.ASCII.GetBytes(
            string.Create(System.Globalization.CultureInfo.InvariantCulture, $".Trash-{_volume.User}"));
        bool exists = Exists(folder, own) || Exists(folder, ".Trash"u8);
        _volume.Close(folder);
        return exists || facts.Owner == _volume.User || (facts.Mode & SharedWriters) != 0;
    }

    private bool Exists(FolderHandle folder, ReadOnlySpan<byte> name) =>
        !_volume.Stat(folder, name, LinkPolicy.Stay, FactFields.None, out _).Failed;

    private ulong? DeviceAbove(byte[] path)
    {
        for (int end = path.Length; end > 0; end = path.AsSpan(0, end).LastIndexOf((byte)'/'))
        {
            VolumeError error = _volume.Stat(
                FolderHandle.None, path.AsSpan(0, end), LinkPolicy.Follow, FactFields.Identity, out FileFacts facts);
            if (!error.Failed)
            {
                return facts.Device;
            }
        }

        return null;
    }

    // A device and a folder on it.
    private readonly record struct Spot(ulong Device, ReportName Folder);

    private sealed record Place(MountFacts Facts, bool MayHaveTrash, bool IsReadOnly);
}

/// <summary>Names that an action cannot be applied to.</summary>
/// <param name="Kind">Why not.</param>
/// <param name="MountPoint">The mount point of their file system. Empty if unknown.</param>
/// <param name="FileSystem">The type of their file system. Empty if unknown.</param>
/// <param name="Names">The number of names.</param>
public sealed record ActObstacle(ActObstacleKind Kind, string MountPoint, string FileSystem, long Names);

/// <summary>Why an action cannot be applied to a name.</summary>
public enum ActObstacleKind
{
    /// <summary>All copies that stay are on other file systems.</summary>
    OtherFileSystem,

    /// <summary>The file system cannot share blocks between files.</summary>
    NoReflinks,

    /// <summary>There is no trash on the file system, and this user cannot create one.</summary>
    NoTrash,

    /// <summary>The file system, or the snapshot on it, cannot be changed.</summary>
    ReadOnly,
}
