using System.Runtime.InteropServices;

namespace Doppel.Volumes.Linux;

/// <summary>struct statfs of statfs(2) on 64-bit processors; only what is read has a name.</summary>
[StructLayout(LayoutKind.Explicit, Size = 120)]
internal struct StatFsBuffer
{
    [FieldOffset(0)]
    internal long Type;

    [FieldOffset(8)]
    internal long BlockBytes;

    [FieldOffset(16)]
    internal long Blocks; // 0 where a file system does not count them

    [FieldOffset(24)]
    internal long FreeBlocks;

    [FieldOffset(32)]
    internal long FreeBlocksForUsers; // without what is kept for root

    [FieldOffset(72)]
    internal long FragmentBytes; // what blocks are counted in; 0 where that is BlockBytes
}
