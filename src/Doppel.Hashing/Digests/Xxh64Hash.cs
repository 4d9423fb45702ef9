using System.Buffers.Binary;
using static System.Numerics.BitOperations;

namespace Doppel.Hashing;

/// <summary>XXH64 with the seed 0, after the specification of xxHash.</summary>
internal sealed class Xxh64Hash : BlockHash
{
    private const int LaneBytes = sizeof(ulong);
    private const int BlockBytes = 4 * LaneBytes;
    private const ulong Prime1 = 0x9E3779B185EBCA87;
    private const ulong Prime2 = 0xC2B2AE3D27D4EB4F;
    private const ulong Prime3 = 0x165667B19E3779F9;
    private const ulong Prime4 = 0x85EBCA77C2B2AE63;
    private const ulong Prime5 = 0x27D4EB2F165667C5;

    private ulong _a;
    private ulong _b;
    private ulong _c;
    private ulong _d;

    internal Xxh64Hash()
        : base(BlockBytes, kept: 0) => Begin();

    protected override void Begin() =>
        (_a, _b, _c, _d) = unchecked((Prime1 + Prime2, Prime2, 0UL, 0 - Prime1));

    protected override void Mix(ReadOnlySpan<byte> blocks)
    {
        (ulong a, ulong b, ulong c, ulong d) = (_a, _b, _c, _d);
        for (; blocks.Length >= BlockBytes; blocks = blocks[BlockBytes..])
        {
            a = Round(a, Lane(blocks));
            b = Round(b, Lane(blocks[LaneBytes..]));
            c = Round(c, Lane(blocks[(2 * LaneBytes)..]));
            d = Round(d, Lane(blocks[(3 * LaneBytes)..]));
        }

        (_a, _b, _c, _d) = (a, b, c, d);
    }

    protected override void End(Span<byte> destination)
    {
        ulong hash = Prime5;
        if (Mixed > 0)
        {
            hash = RotateLeft(_a, 1) + RotateLeft(_b, 7) + RotateLeft(_c, 12) + RotateLeft(_d, 18);
            foreach (ulong lane in (ReadOnlySpan<ulong>)[_a, _b, _c, _d])
            {
                hash = ((hash ^ Round(0, lane)) * Prime1) + Prime4;
            }
        }

        ReadOnlySpan<byte> rest = Rest;
        hash += Mixed + (ulong)rest.Length;
        for (; rest.Length >= LaneBytes; rest = rest[LaneBytes..])
        {
            hash = (RotateLeft(hash ^ Round(0, Lane(rest)), 27) * Prime1) + Prime4;
        }

        if (rest.Length >= sizeof(uint))
        {
            hash ^= BinaryPrimitives.ReadUInt32LittleEndian(rest) * Prime1;
            hash = (RotateLeft(hash, 23) * Prime2) + Prime3;
            rest = rest[sizeof(uint)..];
        }

        foreach (byte one in rest)
        {
            hash = RotateLeft(hash ^ (one * Prime5), 11) * Prime1;
        }

        hash = (hash ^ (hash >> 33)) * Prime2;
        hash = (hash ^ (hash >> 29)) * Prime3;
        BinaryPrimitives.WriteUInt64BigEndian(destination, hash ^ (hash >> 32));
    }

    private static ulong Lane(ReadOnlySpan<byte> bytes) => BinaryPrimitives.ReadUInt64LittleEndian(bytes);

    private static ulong Round(ulong lane, ulong input) => RotateLeft(lane + (input * Prime2), 31) * Prime1;
}
