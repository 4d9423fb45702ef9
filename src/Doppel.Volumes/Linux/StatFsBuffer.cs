using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <summary>struct statfs from statfs(2) on 64-bit processors. Only the fields that are read have names.</summary>
[StructLayout(LayoutKind.Explicit, Size = 120)]
internal struct StatFsBuffer
{
    [FieldOffset(0)]
    internal long Type;

    [FieldOffset(8)]
    internal long BlockBytes;

    [FieldOffset(16)]
    internal long Blocks; // 0 if the file system does not count blocks

    [FieldOffset(24)]
    internal long FreeBlocks;

    [FieldOffset(32)]
    internal long FreeBlocksForUsers; // without the space reserved for root

    [FieldOffset(56)]
    internal ulong FileSystemId; // f_fsid, whose meaning depends on the file system

    [FieldOffset(72)]
    internal long FragmentBytes; // the unit of the block counts; BlockBytes if 0
}
