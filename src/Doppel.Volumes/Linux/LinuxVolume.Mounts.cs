using System.Collections.Concurrent;
using System.Globalization;
using System.Text;

namespace Doppel.Volumes;

/// <content>Finds the mounts of folders.</content>
public sealed unsafe partial class LinuxVolume
{
    private readonly MountTable _mounts = new(new MountChanges().Any);

    // The devices of file systems that give each name of a file an inode number of its own.
    private readonly ConcurrentDictionary<ulong, bool> _numbersNames = new();

    /// <inheritdoc/>
    public MountFacts MountOf(FolderHandle folder)
    {
        StatxBuffer result = default;
        fixed (byte* empty = &s_empty)
        {
            const uint Mask = StatxBuffer.MaskMountId | StatxBuffer.MaskSubvolume;
            if (Libc.Statx(folder.Value, empty, Libc.AtEmptyPath, Mask, &result) != 0)
            {
                return MountFacts.Unknown;
            }
        }

        // Before Linux 5.8 there is no mount id. The device number then identifies the mount, except for overlays and
        // btrfs subvolumes.
        ulong mountId = (result.Mask & StatxBuffer.MaskMountId) != 0 ? result.MountId : 0;
        MountFacts facts = _mounts.FactsOf(DeviceNumber.Make(result.DeviceMajor, result.DeviceMinor), mountId);
        return facts with { Identity = IdentityReader.Read(folder.Value, result, facts, _mounts) };
    }

    /// <inheritdoc/>
    public VolumeError MayChange(FolderHandle folder)
    {
        fixed (byte* here = "."u8)
        {
            return Result(Libc.AccessAt(folder.Value, here, Libc.AccessWrite, Libc.AtEffectiveAccess));
        }
    }

    private VolumeError KernelPathOf(FolderHandle folder, out byte[] path) => ReadLink(
        FolderHandle.None,
        Encoding.ASCII.GetBytes(string.Create(CultureInfo.InvariantCulture, $"/proc/self/fd/{folder.Value}")),
        out path);

    // The kernel spells a path as it was typed. Local file systems that respect case cost no call.
    private byte[] WithOwnNames(byte[] path) =>
        _mounts.MayIgnoreCase(path, out int point) ? OwnNames.Of(this, path, point) : path;

    /// <inheritdoc/>
    public IReadOnlyList<byte[]> MountPointsOf(FileSystemIdentity fileSystem)
    {
        List<byte[]> points = [];
        foreach (byte[] point in _mounts.PointsOfDisks())
        {
            if (!OpenFolder(FolderHandle.None, point, LinkPolicy.Stay, out FolderHandle folder, out _).Failed)
            {
                if (MountOf(folder).Identity == fileSystem)
                {
                    points.Add(point);
                }

                Close(folder);
            }
        }

        return points;
    }
}
