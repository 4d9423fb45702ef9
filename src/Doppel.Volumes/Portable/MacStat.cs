using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <summary>struct stat of macOS with 64-bit inode numbers. Fields that are not read are left out.</summary>
[StructLayout(LayoutKind.Explicit, Size = 144)]
internal struct MacStat
{
    [FieldOffset(0)]
    internal uint Device;

    [FieldOffset(4)]
    internal ushort Mode;

    [FieldOffset(6)]
    internal ushort Links;

    [FieldOffset(8)]
    internal ulong Inode;

    [FieldOffset(16)]
    internal uint Owner;

    [FieldOffset(20)]
    internal uint Group;

    [FieldOffset(48)]
    internal long ModifiedSeconds;

    [FieldOffset(56)]
    internal long ModifiedNanoseconds;

    [FieldOffset(64)]
    internal long ChangedSeconds;

    [FieldOffset(72)]
    internal long ChangedNanoseconds;

    [FieldOffset(80)]
    internal long BornSeconds;

    [FieldOffset(88)]
    internal long BornNanoseconds;

    [FieldOffset(96)]
    internal long Size;

    [FieldOffset(104)]
    internal long Blocks;

    [FieldOffset(116)]
    internal uint Flags;

    // SF_DATALESS: the content is stored in a cloud.
    private const uint FlagDataless = 0x4000_0000;

    /// <summary>UF_SETTABLE and SF_SETTABLE, without SF_DATALESS, which only reports a state.</summary>
    internal const uint SettableFlags = 0x0000_FFFF | (0x3FFF_0000 & ~FlagDataless);

    internal readonly bool IsImmutable => (Flags & (0x2 | 0x2_0000)) != 0;

    internal readonly bool IsAppendOnly => (Flags & (0x4 | 0x4_0000)) != 0;

    internal readonly FileFacts ToFacts() => new()
    {
        Kind = (Mode & 0xF000) switch
        {
            0x8000 => EntryKind.File,
            0x4000 => EntryKind.Folder,
            0xA000 => EntryKind.Link,
            _ => EntryKind.Special,
        },
        Offline = (Flags & FlagDataless) != 0,
        Size = Size,
        Device = Device,
        Inode = Inode,
        Links = Links,
        Allocated = Blocks * 512,
        Owner = Owner,
        Group = Group,
        Mode = Mode & 0xFFFu,
        Modified = new FileTime(ModifiedSeconds, (int)ModifiedNanoseconds),
        Changed = new FileTime(ChangedSeconds, (int)ChangedNanoseconds),
        Born = new FileTime(BornSeconds, (int)BornNanoseconds),
    };
}
