using System.Collections.Frozen;

namespace Doppel.Volumes;

/// <summary>Contains what is known about Linux file systems by name.</summary>
internal static class FileSystemTable
{
    private const FileSystemTraits Links = FileSystemTraits.HardLinks | FileSystemTraits.SymbolicLinks;
    private const FileSystemTraits Local = Links | FileSystemTraits.TrustedIds;

    private static readonly FrozenDictionary<string, FileSystemTraits> s_traits =
        new Dictionary<string, FileSystemTraits>
        {
            ["ext2"] = Local,
            ["ext3"] = Local,
            ["ext4"] = Local | FileSystemTraits.Holes,
            ["f2fs"] = Local | FileSystemTraits.Holes,
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
            ["tmpfs"] = Local | FileSystemTraits.Holes,
            ["ramfs"] = Local,

            // Other file systems with shared blocks are not marked SharedExtents: what ocfs2 reports is untested,
            // bcachefs does not report which of its devices an address belongs to, and the layers of an overlay may be
            // on several file systems. Reflinks are not claimed for xfs, because only the file system itself knows
            // whether it was created with them.
            ["xfs"] = Local | FileSystemTraits.SharedExtents | FileSystemTraits.Holes,
            ["btrfs"] = Local | FileSystemTraits.Reflinks | FileSystemTraits.SharedExtents | FileSystemTraits.Holes,
            ["bcachefs"] = Local | FileSystemTraits.Reflinks,

            // If a copy-up breaks a hard link of the lower layer, overlay gives each side its own inode number, and
            // layers on several file systems get a device number each. Two names with one identity are therefore one
            // file. The number of a file may change only when it is first written to. The traits of the layers have the
            // final say.
            ["overlay"] = Local,

            // Created once and never written to. They preserve the links that were packed.
            ["squashfs"] = Local,
            ["erofs"] = Local,
            ["iso9660"] = FileSystemTraits.SymbolicLinks | FileSystemTraits.TrustedIds,

            // All empty files of a cramfs have the same inode number.
            ["cramfs"] = FileSystemTraits.SymbolicLinks,

            ["ntfs"] = Local | FileSystemTraits.IgnoresCase,
            ["ntfs3"] = Local | FileSystemTraits.IgnoresCase,
            ["hfsplus"] = Local | FileSystemTraits.IgnoresCase,
            ["hfs"] = FileSystemTraits.TrustedIds | FileSystemTraits.IgnoresCase,

            // Inode numbers are reassigned whenever a file returns to the kernel's cache.
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

    /// <summary>Returns what a file system supports, judging by its name.</summary>
    public static FileSystemTraits TraitsOf(string fileSystem) =>
        VirtualFileSystems.IsVirtual(fileSystem) ? FileSystemTraits.Virtual : s_traits.GetValueOrDefault(fileSystem);

    /// <summary>Returns the kind of device that holds a file system, judging by its name.</summary>
    public static DeviceKind KindOf(string fileSystem) => fileSystem switch
    {
        "tmpfs" or "ramfs" or "devtmpfs" => DeviceKind.Memory,
        _ => s_network.Contains(fileSystem) ? DeviceKind.Network : DeviceKind.Unknown,
    };
}
