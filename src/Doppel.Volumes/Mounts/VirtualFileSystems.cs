using System.Collections.Frozen;

namespace Doppel.Volumes;

/// <summary>
/// Recognizes Linux file systems whose files the kernel generates. A search does not enter them on its own.
/// </summary>
/// <remarks>Includes autofs, so that a search mounts nothing. Thread-safe.</remarks>
internal static class VirtualFileSystems
{
    // From linux/magic.h and, for the few that are not listed there, the source of the file system itself.
    private static readonly FrozenSet<uint> s_magics = FrozenSet.ToFrozenSet<uint>(
    [
        0x0000_0187, // autofs
        0x0000_1CD1, // devpts
        0x0000_9FA0, // proc
        0x0000_9FA1, // openpromfs
        0x0000_9FA2, // usbdevfs
        0x0027_E0EB, // cgroup
        0x0765_5821, // resctrl
        0x0904_1934, // anonymous inodes
        0x1980_0202, // mqueue
        0x4249_4E4D, // binfmt_misc
        0x4341_5D53, // smackfs
        0x454D_444D, // device memory
        0x444D_4142, // dma-buf
        0x5049_4446, // pidfs
        0x5049_5045, // pipefs
        0x5345_434D, // secretmem
        0x534F_434B, // sockfs
        0x5A3C_69F0, // apparmorfs
        0x6165_676C, // pstore
        0x6264_6576, // bdevfs
        0x6265_6570, // configfs
        0x6265_6572, // sysfs
        0x6367_7270, // cgroup2
        0x6462_6720, // debugfs
        0x6464_6178, // dax
        0x6573_5543, // fusectl
        0x6759_6969, // rpc_pipefs
        0x6C6F_6F70, // binderfs
        0x6E66_7364, // nfsd
        0x6E73_6673, // nsfs
        0x7363_6673, // securityfs
        0x7472_6163, // tracefs
        0x9584_58F6, // hugetlbfs
        0xABBA_1974, // xenfs
        0xCAFE_4A11, // bpf
        0xDE5E_81E4, // efivarfs
        0xF97C_FF8C, // selinuxfs
    ]);

    private static readonly FrozenSet<string> s_names = FrozenSet.ToFrozenSet(
    [
        "anon_inodefs", "apparmorfs", "autofs", "bdev", "binder", "binfmt_misc", "bpf", "cgroup", "cgroup2", "configfs",
        "cpuset", "dax", "debugfs", "devpts", "devtmpfs", "efivarfs", "functionfs", "fuse.lxcfs", "fusectl", "gadgetfs",
        "hugetlbfs", "mqueue", "nfsd", "nsfs", "openpromfs", "oprofilefs", "pidfs", "pipefs", "proc", "pstore",
        "resctrl", "rpc_pipefs", "secretmem", "securityfs", "selinuxfs", "smackfs", "sockfs", "sysfs", "tracefs",
        "usbdevfs", "usbfs", "xenfs",
    ]);

    /// <summary>Returns whether a file system type from statfs or fstatfs is virtual.</summary>
    /// <remarks>
    /// devtmpfs reports the type of tmpfs; only its name reveals it. It holds hardly any regular files.
    /// </remarks>
    public static bool IsVirtual(long statFsType) => s_magics.Contains((uint)statFsType);

    /// <summary>Returns whether a file system name from mountinfo, such as <c>proc</c>, is virtual.</summary>
    public static bool IsVirtual(string fileSystem) => s_names.Contains(fileSystem);
}
