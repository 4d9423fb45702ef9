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
}
