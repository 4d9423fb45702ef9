namespace Doppel.Reports;

/// <summary>Permission bits as four octal digits.</summary>
internal static class OctalMode
{
    public static void Write(Utf8Output output, uint mode)
    {
        if (mode > 0xFFF)
        {
            throw new ArgumentOutOfRangeException(nameof(mode), mode, "Mode must be 0 to octal 7777.");
        }

        for (int shift = 9; shift >= 0; shift -= 3)
        {
            output.Write((byte)('0' + ((mode >> shift) & 7)));
        }
    }

    public static bool TryParse(ReadOnlySpan<byte> text, out uint mode)
    {
        mode = 0;
        foreach (byte digit in text)
        {
            if (digit is < (byte)'0' or > (byte)'7')
            {
                return false;
            }

            mode = (mode << 3) | (uint)(digit - '0');
        }

        return text.Length == 4;
    }
}
