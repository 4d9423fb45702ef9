using System.Numerics;

namespace Doppel.Media;

/// <summary>Determines which modes of a Vorbis stream have long blocks (Vorbis I, 4.2.4).</summary>
/// <remarks>
/// The modes are at the end of the setup packet, so they are read backwards from there. Reading forwards would require
/// decoding everything before them.
/// </remarks>
internal sealed class VorbisModes
{
    private const int ModesMax = 64;
    private const int ModeBits = 1 + 16 + 16 + 8;
    private const int CountBits = 6;
    private const int BytesMax = 512;

    private readonly ulong _long;
    private readonly int _indexMask;

    private VorbisModes(ulong isLong, int count)
    {
        _long = isLong;
        _indexMask = (1 << (32 - BitOperations.LeadingZeroCount((uint)(count - 1)))) - 1;
    }

    /// <summary>Returns whether an audio packet with this first byte has a long block.</summary>
    internal bool IsLong(byte first) => (_long >> ((first >> 1) & _indexMask) & 1) != 0;

    /// <summary>Reads the modes. Returns null if they cannot be located with certainty.</summary>
    internal static VorbisModes? TryRead(ExtentSource setup)
    {
        int bytes = (int)Math.Min(BytesMax, setup.Length);
        Span<byte> end = stackalloc byte[BytesMax];
        end = end[..bytes];
        if (!setup.TryRead(setup.Length - bytes, end) || end.LastIndexOfAnyExcept((byte)0) is var last && last < 0)
        {
            return null;
        }

        // The last set bit ends the packet. The bits after it are padding.
        int behind = (last * 8) + BitOperations.Log2(end[last]);
        ulong isLong = 0;
        VorbisModes? found = null;
        for (int count = 1; count <= ModesMax; count++)
        {
            int at = behind - (count * ModeBits);
            if (at < CountBits || Bits(end, at + 1, 16) != 0 || Bits(end, at + 17, 16) != 0
                || Bits(end, at + 33, 8) >= ModesMax)
            {
                break;
            }

            // The end of a mode may look like a count that is too small, so the largest count that fits is right.
            isLong = (isLong << 1) | (uint)Bits(end, at, 1);
            found = Bits(end, at - CountBits, CountBits) + 1 == count ? new VorbisModes(isLong, count) : found;
        }

        return found;
    }

    private static int Bits(ReadOnlySpan<byte> bytes, int at, int count)
    {
        int value = 0;
        for (int i = 0; i < count; i++)
        {
            value |= ((bytes[(at + i) / 8] >> ((at + i) & 7)) & 1) << i;
        }

        return value;
    }
}
