using System.Runtime.InteropServices;

namespace Doppel.Volumes;

/// <summary>struct file_dedupe_range from linux/fs.h with one struct file_dedupe_range_info.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct DedupeRange
{
    internal ulong SourceOffset;
    internal ulong Length;
    internal ushort Count;
    internal ushort Reserved1;
    internal uint Reserved2;
    internal long File;
    internal ulong Offset;
    internal ulong Shared;
    internal int Status;
    internal uint Reserved3;
}
