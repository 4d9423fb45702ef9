namespace Doppel.Volumes;

/// <summary>Numbers of 7 bits a byte, the low ones first.</summary>
internal static class Varint
{
    /// <summary>The most bytes that a number takes.</summary>
    internal const int BytesMax = 5;

    internal static int Read(ReadOnlySpan<byte> bytes, ref int at)
    {
        int value = bytes[at++];
        if (value < 0x80)
        {
            return value;
        }

        value &= 0x7F;
        for (int shift = 7; ; shift += 7)
        {
            int next = bytes[at++];
            value |= (next & 0x7F) << shift;
            if (next < 0x80)
            {
                return value;
            }
        }
    }

    internal static int Write(Span<byte> bytes, int value)
    {
        int at = 0;
        for (; value >= 0x80; value >>= 7)
        {
            bytes[at++] = (byte)(value | 0x80);
        }

        bytes[at++] = (byte)value;
        return at;
    }
}
