using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <summary>struct fiemap from linux/fiemap.h without the extents that follow it.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct FiemapHeader
{
    internal const int Bytes = 32;

    /// <summary>FIEMAP_FLAG_SYNC.</summary>
    internal const uint Sync = 1;

    internal ulong Start;
    internal ulong Length;
    internal uint Flags;
    internal uint Mapped;
    internal uint Capacity;
    internal uint Reserved;
}

/// <summary>struct fiemap_extent from linux/fiemap.h. Only the fields that are read have names.</summary>
[StructLayout(LayoutKind.Explicit, Size = Bytes)]
internal struct FiemapExtent
{
    internal const int Bytes = 56;

    [FieldOffset(0)]
    internal ulong Logical;

    [FieldOffset(8)]
    internal ulong Physical;

    [FieldOffset(16)]
    internal ulong Length;

    [FieldOffset(40)]
    internal uint Flags;
}
