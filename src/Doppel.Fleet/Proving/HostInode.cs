using System.Text;
using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Fleet;

/// <summary>Where a file lies, so that two hosts notice when they speak of the same file.</summary>
/// <param name="Kernel">A number for the running system, which containers share; 0 if unknown.</param>
/// <param name="Device">The device number of the file there.</param>
/// <param name="Inode">The inode number.</param>
internal readonly record struct HostInode(ulong Kernel, ulong Device, ulong Inode)
{
    private const string BootFile = "/proc/sys/kernel/random/boot_id";

    // File systems of which one machine at a time has the disk. On others, two machines can have one file.
    private static readonly HashSet<string> s_local = new(StringComparer.OrdinalIgnoreCase)
    {
        "apfs", "bcachefs", "btrfs", "exfat", "ext2", "ext3", "ext4", "f2fs", "hfs", "hfsplus", "jfs", "msdos",
        "nilfs2", "ntfs", "ntfs3", "refs", "reiserfs", "tmpfs", "ufs", "vfat", "xfs", "zfs",
    };

    private static readonly Lazy<ulong> s_kernel = new(ReadKernel);

    /// <summary>Gets a number for the running system, or 0 if unknown.</summary>
    internal static ulong RunningKernel => s_kernel.Value;

    /// <summary>Returns where a file of this machine lies.</summary>
    internal static HostInode Of(in FileFacts file) => new(RunningKernel, file.Device, file.Inode);

    /// <summary>Returns why a file on a file system cannot be told from files of other machines, or null.</summary>
    internal static string? WhyNot(MountFacts mount)
    {
        if (s_local.Contains(mount.FileSystem) && mount.DeviceKind != DeviceKind.Network)
        {
            return null;
        }

        string where = mount.FileSystem.Length > 0 ? mount.FileSystem : "an unknown file system";
        return $"it is on {where}, so both machines may have the same file";
    }

    private static ulong ReadKernel()
    {
        try
        {
            return File.Exists(BootFile) ? Xxh3.Hash128(Encoding.ASCII.GetBytes(File.ReadAllText(BootFile))).Low : 0;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return 0;
        }
    }
}
