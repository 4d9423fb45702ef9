using System.Text;

namespace Doppel.Media;

/// <summary>One box of a file in the ISO base media format (ISO/IEC 14496-12, 4.2).</summary>
/// <param name="Type">The box type, four characters as a big-endian number.</param>
/// <param name="At">The offset of the box.</param>
/// <param name="Start">The offset of its content.</param>
/// <param name="End">The offset of its end.</param>
internal readonly record struct IsoBox(uint Type, long At, long Start, long End)
{
    private const int HeaderBytes = 8;

    /// <summary>Gets the length of the content in bytes.</summary>
    internal long Bytes => End - Start;

    /// <summary>Reads the next box and advances past it.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the box. On return, the offset of its end.</param>
    /// <param name="end">The offset at which the enclosing box, or the file, ends.</param>
    /// <param name="box">The box.</param>
    /// <returns>True if a box was read; false if none is left.</returns>
    /// <exception cref="NotComparableException">The box is longer than the enclosing box or file.</exception>
    internal static bool TryNext(HeaderReader file, ref long at, long end, out IsoBox box)
    {
        box = default;
        if (end - at < HeaderBytes)
        {
            return false;
        }

        long bytes = file.BigEndian32(at);
        uint type = file.BigEndian32(at + 4);
        int header = HeaderBytes;
        if (bytes == 1)
        {
            header = 2 * HeaderBytes;
            bytes = end - at < header ? -1 : file.BigEndian64(at + HeaderBytes);
        }
        else if (bytes == 0)
        {
            bytes = end - at;
        }

        if (bytes < header || bytes > end - at)
        {
            NotComparableException.Throw("a box is longer than what is around it");
        }

        box = new IsoBox(type, at, at + header, at + bytes);
        at = box.End;
        return true;
    }

    /// <summary>
    /// Returns the first box of a type inside this box, or an empty one of type 0 if there is none.
    /// </summary>
    internal IsoBox Find(HeaderReader file, ReadOnlySpan<byte> type)
    {
        uint wanted = TypeOf(type);
        long at = Start;
        while (TryNext(file, ref at, End, out IsoBox box))
        {
            if (box.Type == wanted)
            {
                return box;
            }
        }

        return default;
    }

    /// <summary>Returns the first box of a type inside this box, which must exist.</summary>
    /// <exception cref="NotComparableException">The box does not exist.</exception>
    internal IsoBox Need(HeaderReader file, ReadOnlySpan<byte> type)
    {
        IsoBox box = Find(file, type);
        if (box.Type == 0)
        {
            NotComparableException.Throw($"the box {Encoding.ASCII.GetString(type)} is missing");
        }

        return box;
    }

    /// <summary>Converts a four-character box type to a number.</summary>
    internal static uint TypeOf(ReadOnlySpan<byte> letters) =>
        ((uint)letters[0] << 24) | ((uint)letters[1] << 16) | ((uint)letters[2] << 8) | letters[3];
}
