namespace Doppel.Media;

/// <summary>A packet of Musepack stream version 8: two letters, the length of the whole packet, data.</summary>
/// <param name="Key">The letters as a big-endian number.</param>
/// <param name="Start">The offset of the packet.</param>
/// <param name="End">The offset at which the packet ends.</param>
internal readonly record struct MusepackPacket(int Key, long Start, long End)
{
    private const int LengthBytesMax = 9;

    /// <summary>Gets the four bytes that precede the first packet.</summary>
    internal static ReadOnlySpan<byte> Magic => "MPCK"u8;

    /// <summary>Reads the first packet of a stream.</summary>
    /// <param name="file">The file.</param>
    /// <param name="start">The offset of the stream.</param>
    /// <param name="end">The offset at which the tags at the end begin.</param>
    internal static MusepackPacket First(HeaderReader file, long start, long end) =>
        At(file, start + Magic.Length, end);

    /// <summary>Reads the packet at an offset.</summary>
    /// <exception cref="NotComparableException">No packet starts there, or the file ends within it.</exception>
    internal static MusepackPacket At(HeaderReader file, long at, long end)
    {
        int key = file.BigEndian16(at);
        if (!IsLetter(key >> 8) || !IsLetter(key & 0xFF))
        {
            NotComparableException.Throw("it is truncated or damaged");
        }

        // Seven bits a byte, the highest first. The highest bit of a byte says that another one follows.
        long bytes = 0;
        long next = at + 2;
        bool isLast = false;
        for (int i = 0; i < LengthBytesMax && !isLast; i++)
        {
            byte one = file.ByteAt(next++);
            bytes = (bytes << 7) | (one & 0x7Fu);
            isLast = one < 0x80;
        }

        if (!isLast || bytes < next - at || bytes > end - at)
        {
            NotComparableException.Throw("it is truncated or damaged");
        }

        return new MusepackPacket(key, at, at + bytes);
    }

    /// <summary>Returns whether the packet has a key.</summary>
    internal bool Is(ReadOnlySpan<byte> key) => Key == ((key[0] << 8) | key[1]);

    private static bool IsLetter(int one) => one is >= 'A' and <= 'Z';
}
