using System.Collections.Frozen;

namespace Doppel.Volumes.Mounts;

/// <summary>What is known about the file systems of Linux by name.</summary>
internal static class FileSystemTable
{
    private const FileSystemTraits Links = FileSystemTraits.HardLinks | FileSystemTraits.SymbolicLinks;
    private const FileSystemTraits Local = Links | FileSystemTraits.TrustedIds;

    private static readonly FrozenDictionary<string, FileSystemTraits> s_traits =
        new Dictionary<string, FileSystemTraits>
        {
            ["ext2"] = Local,
            ["ext3"] = Local,
            ["ext4"] = Local,
            ["f2fs"] = Local,
            ["jfs"] = Local,
            ["reiserfs"] = Local,
            ["nilfs2"] = Local,
            ["ubifs"] = Local,
            ["jffs2"] = Local,
            ["minix"] = Local,
            ["ufs"] = Local,
            ["udf"] = Local,
            ["gfs2"] = Local,
            ["ocfs2"] = Local,
            ["zfs"] = Local,
            ["ecryptfs"] = Local,
            ["tmpfs"] = Local,
            ["ramfs"] = Local,

            // Others that share blocks are left out of SharedExtents: what ocfs2 tells is not tested here, bcachefs
            // does not tell which of its devices an address belongs to, and the layers of an overlay may lie on several
            // file systems. Whether an xfs was made with reflinks only the file system itself can tell, so they are not
            // claimed.
            ["xfs"] = Local | FileSystemTraits.SharedExtents,
            ["btrfs"] = Local | FileSystemTraits.Reflinks | FileSystemTraits.SharedExtents,
            ["bcachefs"] = Local | FileSystemTraits.Reflinks,

            // Where copying up breaks a hard link of the lower layer, overlay gives each side a number of its own, and
            // layers on several file systems get a device number each. So two names with one identity are one file; the
            // number of a file may only change when it is first written to. Its layers have the last word.
            ["overlay"] = Local,

            // Made once and never written; they keep the links that were packed.
            ["squashfs"] = Local,
            ["erofs"] = Local,
            ["iso9660"] = FileSystemTraits.SymbolicLinks | FileSystemTraits.TrustedIds,

            // All empty files of a cramfs share a number.
            ["cramfs"] = FileSystemTraits.SymbolicLinks,

            ["ntfs"] = Local | FileSystemTraits.IgnoresCase,
            ["ntfs3"] = Local | FileSystemTraits.IgnoresCase,
            ["hfsplus"] = Local | FileSystemTraits.IgnoresCase,
            ["hfs"] = FileSystemTraits.TrustedIds | FileSystemTraits.IgnoresCase,

            // Numbers are given out anew whenever a file comes back into the kernel's cache.
            ["vfat"] = FileSystemTraits.IgnoresCase,
            ["msdos"] = FileSystemTraits.IgnoresCase,
            ["exfat"] = FileSystemTraits.IgnoresCase,

            ["nfs"] = Links,
            ["nfs4"] = Links,
            ["9p"] = Links,
            ["ceph"] = Links,
            ["lustre"] = Links,
            ["virtiofs"] = Links,
            ["fuseblk"] = Links,
            ["afs"] = FileSystemTraits.SymbolicLinks,
            ["fuse.sshfs"] = FileSystemTraits.SymbolicLinks,
        }.ToFrozenDictionary();

    private static readonly FrozenSet<string> s_network = FrozenSet.ToFrozenSet(
    [
        "9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4",
        "orangefs", "pvfs2", "smb3", "smbfs",
        "fuse.ceph", "fuse.ceph-fuse", "fuse.curlftpfs", "fuse.davfs", "fuse.davfs2", "fuse.gcsfuse", "fuse.glusterfs",
        "fuse.goofys", "fuse.google-drive-ocamlfuse", "fuse.gvfsd-fuse", "fuse.juicefs", "fuse.mfs", "fuse.onedriver",
        "fuse.rclone", "fuse.s3fs", "fuse.seaweedfs", "fuse.smbnetfs", "fuse.sshfs",
    ],
    StringComparer.OrdinalIgnoreCase);

    /// <summary>What a file system can do, as far as its name tells.</summary>
    public static FileSystemTraits TraitsOf(string fileSystem) =>
        VirtualFileSystems.IsVirtual(fileSystem) ? FileSystemTraits.Virtual : s_traits.GetValueOrDefault(fileSystem);

    /// <summary>What holds a file system, as far as its name tells.</summary>
    public static DeviceKind KindOf(string fileSystem) =>
        fileSystem is "tmpfs" or "ramfs" or "devtmpfs" ? DeviceKind.Memory
        : s_network.Contains(fileSystem) ? DeviceKind.Network
        : DeviceKind.Unknown;
}
