using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>Decides how far a mount shows what is there.</summary>
internal static class PlaceKinds
{
    // Programs that ask the folder below for each name. All others behind FUSE may keep whole listings, as mounts of
    // buckets do.
    private static readonly HashSet<string> s_direct =
    [
        "fuse.bindfs", "fuse.mergerfs", "fuse.sshfs", "fuse.ntfs-3g", "fuse.lowntfs-3g", "fuse.exfat",
        "fuse.fuse-overlayfs", "fuse.unionfs", "fuse.encfs", "fuse.gocryptfs", "fuse.glusterfs", "fuse.ceph-fuse",
    ];

    private static readonly HashSet<string> s_own = ["vfat", "msdos", "exfat", "cramfs", "fuseblk"];

    /// <summary>Returns the kind of a mount.</summary>
    internal static PlaceKind Of(MountFacts mount)
    {
        bool isOwn = mount.DeviceKind != DeviceKind.Network && mount.FileSystem != "overlay"
            && ((mount.Traits & FileSystemTraits.TrustedIds) != 0 || s_own.Contains(mount.FileSystem));
        if (isOwn)
        {
            return PlaceKind.Own;
        }

        return IsFuse(mount) && !s_direct.Contains(mount.FileSystem)
            ? PlaceKind.MayShowOldListings
            : PlaceKind.WithOtherWays;
    }

    /// <summary>Returns whether two files may be one under two identities.</summary>
    internal static bool MayBeOne(MountFacts from, MountFacts keeper) => from.Device == keeper.Device
        ? IsFuse(from) && Of(from) != PlaceKind.Own
        : Of(from) != PlaceKind.Own || Of(keeper) != PlaceKind.Own;

    private static bool IsFuse(MountFacts mount) => mount.FileSystem.StartsWith("fuse", StringComparison.Ordinal);
}

/// <summary>Specifies how far a mount shows what is there.</summary>
internal enum PlaceKind
{
    /// <summary>The disk of this machine alone. No other mount shows its files under another identity.</summary>
    Own,

    /// <summary>Its files may also be reached in another way. A name that was never asked for is looked up.</summary>
    WithOtherWays,

    /// <summary>The same, but folders may be shown as they were earlier, and files be stored later.</summary>
    MayShowOldListings,
}
