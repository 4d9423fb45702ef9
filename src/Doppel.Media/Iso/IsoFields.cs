namespace Doppel.Media;

/// <summary>Reads the fields of a box one after the other, never beyond its end.</summary>
internal sealed class IsoFields(HeaderReader file, long at, long end)
{
    /// <summary>Where the next field begins.</summary>
    internal long At { get; private set; } = at;

    /// <summary>Bytes that are left.</summary>
    internal long Left => end - At;

    /// <summary>The next number of 0, 1, 2, 4 or 8 bytes; one of no bytes is 0.</summary>
    /// <exception cref="NotComparableException">The box ends before, or the number is damaged.</exception>
    internal long Next(int bytes)
    {
        if (bytes > Left)
        {
            NotComparableException.Throw("a box is shorter than announced");
        }

        long at = At;
        At += bytes;
        long value = bytes switch
        {
            0 => 0,
            1 => file.ByteAt(at),
            2 => file.BigEndian16(at),
            4 => file.BigEndian32(at),
            8 => file.BigEndian64(at),
            _ => -1,
        };
        if (value < 0)
        {
            NotComparableException.Throw("a number in its boxes is damaged");
        }

        return value;
    }

    /// <summary>The next text, which a zero or the end of the box ends; goes behind it.</summary>
    /// <param name="room">Takes what fits of it.</param>
    /// <returns>What was taken.</returns>
    internal ReadOnlySpan<byte> NextText(Span<byte> room)
    {
        int length = 0;
        while (Left > 0 && Next(1) is var one and not 0)
        {
            if (length < room.Length)
            {
                room[length++] = (byte)one;
            }
        }

        return room[..length];
    }
}
