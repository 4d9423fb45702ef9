using System.Buffers.Binary;
using static System.Numerics.BitOperations;

namespace Doppel.Hashing;

/// <summary>
/// MetroHash128 with the seed 0, as the class of this name in its library and fclones compute it. (The functions
/// <c>metrohash128_1</c> and <c>_2</c> of the same library, and rmlint, compute something else.)
/// </summary>
internal sealed class Metro128Hash : BlockHash
{
    private const int LaneBytes = sizeof(ulong);
    private const int BlockBytes = 4 * LaneBytes;
    private const ulong K0 = 0xC83A91E1;
    private const ulong K1 = 0x8648DBDB;
    private const ulong K2 = 0x7BDEC03B;
    private const ulong K3 = 0x2F5870A5;

    private ulong _a;
    private ulong _b;
    private ulong _c;
    private ulong _d;

    internal Metro128Hash()
        : base(BlockBytes, kept: 0) => Begin();

    protected override void Begin() =>
        (_a, _b, _c, _d) = unchecked(((0 - K0) * K3, K1 * K2, K0 * K2, (0 - K1) * K3));

    protected override void Mix(ReadOnlySpan<byte> blocks)
    {
        (ulong a, ulong b, ulong c, ulong d) = (_a, _b, _c, _d);
        for (; blocks.Length >= BlockBytes; blocks = blocks[BlockBytes..])
        {
            a = RotateRight(a + (Lane(blocks) * K0), 29) + c;
            b = RotateRight(b + (Lane(blocks[LaneBytes..]) * K1), 29) + d;
            c = RotateRight(c + (Lane(blocks[(2 * LaneBytes)..]) * K2), 29) + a;
            d = RotateRight(d + (Lane(blocks[(3 * LaneBytes)..]) * K3), 29) + b;
        }

        (_a, _b, _c, _d) = (a, b, c, d);
    }

    protected override void End(Span<byte> destination)
    {
        (ulong a, ulong b) = (_a, _b);
        if (Mixed > 0)
        {
            ulong c = _c ^ (RotateRight(((a + _d) * K0) + b, 21) * K1);
            ulong d = _d ^ (RotateRight(((b + c) * K1) + a, 21) * K0);
            a ^= RotateRight(((a + c) * K0) + d, 21) * K1;
            b ^= RotateRight(((b + d) * K1) + c, 21) * K0;
        }

        ReadOnlySpan<byte> rest = Rest;
        if (rest.Length >= 2 * LaneBytes)
        {
            a = RotateRight(a + (Lane(rest) * K2), 33) * K3;
            b = RotateRight(b + (Lane(rest[LaneBytes..]) * K2), 33) * K3;
            a ^= RotateRight((a * K2) + b, 45) * K1;
            b ^= RotateRight((b * K3) + a, 45) * K0;
            rest = rest[(2 * LaneBytes)..];
        }

        // What is left enters in pieces of falling size, each into the other half than the one before.
        if ((rest.Length & 8) != 0)
        {
            Add(ref a, Lane(rest), K2, b, 27, K1);
            rest = rest[8..];
        }

        if ((rest.Length & 4) != 0)
        {
            Add(ref b, BinaryPrimitives.ReadUInt32LittleEndian(rest), K3, a, 46, K0);
            rest = rest[4..];
        }

        if ((rest.Length & 2) != 0)
        {
            Add(ref a, BinaryPrimitives.ReadUInt16LittleEndian(rest), K2, b, 22, K1);
            rest = rest[2..];
        }

        if (!rest.IsEmpty)
        {
            Add(ref b, rest[0], K3, a, 58, K0);
        }

        a += RotateRight((a * K0) + b, 13);
        b += RotateRight((b * K1) + a, 37);
        a += RotateRight((a * K2) + b, 13);
        b += RotateRight((b * K3) + a, 37);
        BinaryPrimitives.WriteUInt64LittleEndian(destination[LaneBytes..], b);
        BinaryPrimitives.WriteUInt64LittleEndian(destination, a);
    }

    private static ulong Lane(ReadOnlySpan<byte> bytes) => BinaryPrimitives.ReadUInt64LittleEndian(bytes);

    private static void Add(ref ulong half, ulong input, ulong own, ulong other, int turn, ulong last)
    {
        half = RotateRight(half + (input * K2), 33) * K3;
        half ^= RotateRight((half * own) + other, turn) * last;
    }
}
