using System.Runtime.InteropServices;

namespace Doppel.Benchmarks.Pools;

/// <summary>Both ends of a ring, apart by two cache lines, since processors fetch lines in pairs.</summary>
[StructLayout(LayoutKind.Explicit, Size = 384)]
internal struct RingEnds
{
    [FieldOffset(128)]
    public long Head;

    [FieldOffset(256)]
    public long Tail;
}
