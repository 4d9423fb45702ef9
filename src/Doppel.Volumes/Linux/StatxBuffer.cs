using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <summary>struct statx from statx(2), the same on every processor. Fields that are not read are left out.</summary>
[StructLayout(LayoutKind.Explicit, Size = 256)]
internal struct StatxBuffer
{
    internal const uint MaskType = 0x1;
    internal const uint MaskMode = 0x2;
    internal const uint MaskLinks = 0x4;
    internal const uint MaskOwner = 0x8;
    internal const uint MaskGroup = 0x10;
    internal const uint MaskAccessed = 0x20;
    internal const uint MaskModified = 0x40;
    internal const uint MaskChanged = 0x80;
    internal const uint MaskInode = 0x100;
    internal const uint MaskSize = 0x200;
    internal const uint MaskBlocks = 0x400;
    internal const uint MaskBorn = 0x800;
    internal const uint MaskAll = 0xfff;

    /// <summary>STATX_MNT_ID, since Linux 5.8.</summary>
    internal const uint MaskMountId = 0x1000;

    /// <summary>STATX_SUBVOL, since Linux 6.10: the number of the subvolume.</summary>
    internal const uint MaskSubvolume = 0x8000;

    /// <summary>STATX_ATTR_AUTOMOUNT: opening this folder would mount something.</summary>
    internal const ulong AttributeAutomount = 0x1000;

    /// <summary>STATX_ATTR_IMMUTABLE: chattr +i.</summary>
    internal const ulong AttributeImmutable = 0x10;

    /// <summary>STATX_ATTR_APPEND: chattr +a.</summary>
    internal const ulong AttributeAppendOnly = 0x20;

    /// <summary>STATX_ATTR_MOUNT_ROOT, since Linux 5.8: this is a mount point.</summary>
    internal const ulong AttributeMountRoot = 0x2000;

    /// <summary>The fields that the kernel has filled in.</summary>
    [FieldOffset(0x00)]
    internal uint Mask;

    [FieldOffset(0x08)]
    internal ulong Attributes;

    [FieldOffset(0x10)]
    internal uint Links;

    [FieldOffset(0x14)]
    internal uint Owner;

    [FieldOffset(0x18)]
    internal uint Group;

    [FieldOffset(0x1c)]
    internal ushort Mode;

    [FieldOffset(0x20)]
    internal ulong Inode;

    [FieldOffset(0x28)]
    internal ulong Size;

    [FieldOffset(0x30)]
    internal ulong Blocks;

    [FieldOffset(0x40)]
    internal long AccessedSeconds;

    [FieldOffset(0x48)]
    internal uint AccessedNanoseconds;

    /// <summary>Valid only if <see cref="Mask"/> has <see cref="MaskBorn"/>.</summary>
    [FieldOffset(0x50)]
    internal long BornSeconds;

    [FieldOffset(0x58)]
    internal uint BornNanoseconds;

    [FieldOffset(0x60)]
    internal long ChangedSeconds;

    [FieldOffset(0x68)]
    internal uint ChangedNanoseconds;

    [FieldOffset(0x70)]
    internal long ModifiedSeconds;

    [FieldOffset(0x78)]
    internal uint ModifiedNanoseconds;

    [FieldOffset(0x88)]
    internal uint DeviceMajor;

    [FieldOffset(0x8c)]
    internal uint DeviceMinor;

    /// <summary>The mount id in mountinfo. Valid only if <see cref="Mask"/> has <see cref="MaskMountId"/>.</summary>
    [FieldOffset(0x90)]
    internal ulong MountId;

    /// <summary>Valid only if <see cref="Mask"/> has <see cref="MaskSubvolume"/>.</summary>
    [FieldOffset(0xa0)]
    internal ulong Subvolume;

    internal readonly EntryKind Kind => (Mode & 0xf000) switch
    {
        0x8000 => EntryKind.File,
        0x4000 => EntryKind.Folder,
        0xa000 => EntryKind.Link,
        _ => EntryKind.Special,
    };

    internal readonly void CopyTo(out FileFacts facts) => facts = new FileFacts
    {
        Kind = Kind,
        IsMountRoot = (Attributes & AttributeMountRoot) != 0,
        Size = (long)Size,
        Device = DeviceNumber.Make(DeviceMajor, DeviceMinor),
        Inode = Inode,
        Links = Links,
        Allocated = (long)Blocks * 512,
        Owner = Owner,
        Group = Group,
        Mode = Mode & 0xfffu,
        Modified = new FileTime(ModifiedSeconds, (int)ModifiedNanoseconds),
        Changed = new FileTime(ChangedSeconds, (int)ChangedNanoseconds),
        Born = (Mask & MaskBorn) != 0 ? new FileTime(BornSeconds, (int)BornNanoseconds) : default,
    };
}
