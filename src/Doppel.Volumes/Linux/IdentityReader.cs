using System.Buffers.Binary;

namespace Doppel.Volumes;

/// <summary>Asks Linux which file system a folder is on, by a number that outlives the mount.</summary>
/// <remarks>
/// <para>
/// Each file system has one source, and some have a second for old kernels. The two may differ, so the first search
/// after a change of kernel may read the files once more. docs/decisions/file-system-identity.md has the reasons.
/// </para>
/// <para>
/// Makes at most two system calls. Only the driver of the file system answers these requests, so an outdated entry in
/// the table of mounts cannot lead to a wrong identity.
/// </para>
/// </remarks>
internal static unsafe class IdentityReader
{
    // The upper half of an identity made from f_fsid. No UUID has it: bits 12 to 15 are the version, and there is no
    // version 15.
    private const ulong FileSystemIdMark = 0xF002;

    private const uint TypeExt = 0xEF53; // f_type in statfs(2)

    private const int UuidBytes = 16;
    private const int BtrfsLookupBytes = 4096;
    private const ulong BtrfsFirstFreeObject = 256; // the inode number of the root of each subvolume

    /// <summary>Returns the identity of the file system of an open folder, or an unknown one.</summary>
    /// <param name="folder">The descriptor of the folder.</param>
    /// <param name="stat">What statx reported for it, including the subvolume if the kernel knows it.</param>
    /// <param name="mount">The facts of its mount.</param>
    /// <param name="mounts">The table that they are from.</param>
    public static FileSystemIdentity Read(int folder, in StatxBuffer stat, MountFacts mount, MountTable mounts)
    {
        if ((mount.Traits & FileSystemTraits.TrustedIds) == 0)
        {
            return default;
        }

        return mount.FileSystem switch
        {
            "ext2" or "ext3" or "ext4" => new FileSystemIdentity(OfExt(folder), 0),
            "xfs" => new FileSystemIdentity(OfXfs(folder), 0),
            "btrfs" => OfBtrfs(folder, (stat.Mask & StatxBuffer.MaskSubvolume) != 0 ? stat.Subvolume : 0),
            "f2fs" => new FileSystemIdentity(OfF2fs(folder, mount, mounts), 0),

            // Known for no others. On tmpfs, a program that has mapped a file (shared memory) changes it without
            // changing its times; reading it again costs little, and nothing about it outlives the mount. The UUID of
            // an overlay stays when other layers are put below it, and its files are on several file systems. Images
            // such as squashfs and erofs contain whatever times their maker chose. bcachefs repeats inode numbers in
            // its snapshots without another device number.
            _ => default,
        };
    }

    /// <summary>Returns the UUID that the kernel itself keeps, or 0 if it keeps none.</summary>
    /// <remarks>
    /// Not asked for ext4, xfs and btrfs. Kernels before 6.9 do not answer, btrfs does not answer even in 6.18, and
    /// after <c>tune2fs -U</c> on a mounted file system the old number is returned until the next mount.
    /// </remarks>
    internal static UInt128 OfKernel(int folder) => Ask(folder, Libc.GetUuid, stackalloc byte[1 + UuidBytes], 1);

    // struct fsuuid has the length in its first field.
    internal static UInt128 OfExt(int folder)
    {
        Span<byte> answer = stackalloc byte[8 + UuidBytes];
        answer.Clear();
        answer[0] = UuidBytes;
        UInt128 uuid = Ask(folder, Libc.GetExtUuid, answer, 8);
        return uuid != 0 ? uuid : OfStatFs(folder, TypeExt);
    }

    internal static UInt128 OfXfs(int folder) => Ask(folder, Libc.GetXfsGeometry, stackalloc byte[112], 64);

    internal static FileSystemIdentity OfBtrfs(int folder, ulong subvolume)
    {
        UInt128 uuid = Ask(folder, Libc.GetBtrfsInfo, stackalloc byte[1024], 16);
        return OfSubvolume(uuid, uuid == 0 || subvolume != 0 ? subvolume : BtrfsSubvolumeOf(folder));
    }

    /// <summary>
    /// Returns the identity of a subvolume, or an unknown one if its number is: inode numbers repeat in the subvolumes
    /// of a file system.
    /// </summary>
    internal static FileSystemIdentity OfSubvolume(UInt128 uuid, ulong subvolume) =>
        subvolume != 0 ? new FileSystemIdentity(uuid, subvolume) : default;

    /// <summary>Returns the number of the subvolume as every kernel with btrfs does, or 0 if it cannot tell.</summary>
    internal static ulong BtrfsSubvolumeOf(int folder)
    {
        // struct btrfs_ioctl_ino_lookup_args: 0 asks for the tree of the folder itself, which needs no privileges.
        ulong* arguments = stackalloc ulong[BtrfsLookupBytes / sizeof(ulong)];
        arguments[0] = 0;
        arguments[1] = BtrfsFirstFreeObject;
        return Libc.Control(folder, Libc.LookUpBtrfsInode, arguments) == 0 ? arguments[0] : 0;
    }

    /// <summary>Returns an identity made from f_fsid, or 0 if the file system is not of this type.</summary>
    internal static UInt128 OfStatFs(int folder, uint type)
    {
        StatFsBuffer result = default;
        bool isOfType = Libc.StatFs(folder, &result) == 0 && (uint)result.Type == type;
        return isOfType && result.FileSystemId != 0 ? new UInt128(FileSystemIdMark, result.FileSystemId) : 0;
    }

    private static UInt128 OfF2fs(int folder, MountFacts mount, MountTable mounts)
    {
        UInt128 uuid = OfKernel(folder);
        return uuid != 0 ? uuid : mounts.UuidOf(mount.Device);
    }

    private static UInt128 Ask(int folder, nuint request, Span<byte> answer, int uuidAt)
    {
        fixed (byte* start = answer)
        {
            return Libc.Control(folder, request, start) == 0
                ? BinaryPrimitives.ReadUInt128BigEndian(answer[uuidAt..])
                : 0;
        }
    }
}
