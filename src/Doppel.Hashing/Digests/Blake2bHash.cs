using System.Buffers.Binary;
using System.Numerics;

namespace Doppel.Hashing;

/// <summary>BLAKE2b with a digest of 64 bytes and no key (RFC 7693).</summary>
internal sealed class Blake2bHash : BlockHash
{
    private const int BlockBytes = 128;
    private const int WordBytes = sizeof(ulong);
    private const int Words = 8;

    // Digest length 64, no key, one node at the top: the only parameter block that is needed here.
    private const ulong Parameters = 0x0101_0040;

    private readonly ulong[] _state = new ulong[Words];

    internal Blake2bHash()
        : base(BlockBytes, kept: 1) => Begin();

    private static ReadOnlySpan<ulong> Initial =>
    [
        0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
        0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
    ];

    // Which words of the block each of twelve rounds takes, four bits a word. The last two rounds are the first two.
    private static ReadOnlySpan<ulong> Orders =>
    [
        0x0123456789ABCDEF, 0xEA489FD61C02B753, 0xB8C052FDAE367194, 0x7931DCBE265A40F8, 0x905724AFE1BC683D,
        0x2C6A0B834D75FE19, 0xC51FED4A0763928B, 0xDB7EC13950F4862A, 0x6FE9B308C2D714A5, 0xA2847615FB9E3CD0,
    ];

    protected override void Begin()
    {
        Initial.CopyTo(_state);
        _state[0] ^= Parameters;
    }

    protected override void Mix(ReadOnlySpan<byte> blocks)
    {
        ulong end = Mixed - (ulong)blocks.Length;
        for (; blocks.Length >= BlockBytes; blocks = blocks[BlockBytes..])
        {
            end += BlockBytes;
            Compress(blocks, end, isLast: false);
        }
    }

    protected override void End(Span<byte> destination)
    {
        Span<byte> last = stackalloc byte[BlockBytes];
        last.Clear();
        Rest.CopyTo(last);
        Compress(last, Mixed + (ulong)Rest.Length, isLast: true);
        for (int i = Words - 1; i >= 0; i--)
        {
            BinaryPrimitives.WriteUInt64LittleEndian(destination[(i * WordBytes)..], _state[i]);
        }
    }

    private void Compress(ReadOnlySpan<byte> block, ulong end, bool isLast)
    {
        Span<ulong> words = stackalloc ulong[2 * Words];
        for (int i = 0; i < words.Length; i++)
        {
            words[i] = BinaryPrimitives.ReadUInt64LittleEndian(block[(i * WordBytes)..]);
        }

        Span<ulong> v = stackalloc ulong[2 * Words];
        _state.CopyTo(v);
        Initial.CopyTo(v[Words..]);
        v[12] ^= end;
        v[14] = isLast ? ~v[14] : v[14];
        for (int round = 0; round < 12; round++)
        {
            ulong order = Orders[round % Orders.Length];
            for (int column = 0; column < 4; column++)
            {
                Quarter(ref v[column], ref v[4 + column], ref v[8 + column], ref v[12 + column], words, ref order);
            }

            for (int column = 0; column < 4; column++)
            {
                Quarter(
                    ref v[column], ref v[4 + ((column + 1) & 3)], ref v[8 + ((column + 2) & 3)],
                    ref v[12 + ((column + 3) & 3)], words, ref order);
            }
        }

        for (int i = 0; i < Words; i++)
        {
            _state[i] ^= v[i] ^ v[Words + i];
        }
    }

    private static void Quarter(
        ref ulong a, ref ulong b, ref ulong c, ref ulong d, ReadOnlySpan<ulong> words, ref ulong order)
    {
        order = BitOperations.RotateLeft(order, 8);
        a += b + words[(int)(order >> 4) & 15];
        d = BitOperations.RotateRight(d ^ a, 32);
        c += d;
        b = BitOperations.RotateRight(b ^ c, 24);
        a += b + words[(int)order & 15];
        d = BitOperations.RotateRight(d ^ a, 16);
        c += d;
        b = BitOperations.RotateRight(b ^ c, 63);
    }
}
