namespace Doppel.Volumes;

/// <content>Finds the mounts of folders.</content>
public sealed unsafe partial class LinuxVolume
{
    private readonly MountTable _mounts = new();

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
}
