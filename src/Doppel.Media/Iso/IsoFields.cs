namespace Doppel.Media;

/// <summary>Reads the fields of a box in sequence, never past its end.</summary>
internal sealed class IsoFields(HeaderReader file, long at, long end)
{
    /// <summary>Gets the offset of the next field.</summary>
    internal long At { get; private set; } = at;

    /// <summary>Gets the number of bytes left.</summary>
    internal long Left => end - At;

    /// <summary>Reads the next number of 0, 1, 2, 4 or 8 bytes. A number of 0 bytes is 0.</summary>
    /// <exception cref="NotComparableException">The box ends too early, or the number is damaged.</exception>
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

    /// <summary>Reads the next text, up to a NUL or the end of the box, and advances past it.</summary>
    /// <param name="room">Receives as much of the text as fits.</param>
    /// <returns>The part of the buffer that was filled.</returns>
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
