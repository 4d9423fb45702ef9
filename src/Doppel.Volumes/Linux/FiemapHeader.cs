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
