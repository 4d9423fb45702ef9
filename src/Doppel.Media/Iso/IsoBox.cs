using System.Text;

namespace Doppel.Media;

/// <summary>One box of a file of the ISO base media format (ISO/IEC 14496-12, 4.2).</summary>
/// <param name="Type">Its four letters, as a big-endian number.</param>
/// <param name="At">Where it begins.</param>
/// <param name="Start">Where its content begins.</param>
/// <param name="End">Where it ends.</param>
internal readonly record struct IsoBox(uint Type, long At, long Start, long End)
{
    private const int HeaderBytes = 8;

    /// <summary>Bytes of content.</summary>
    internal long Bytes => End - Start;

    /// <summary>Reads the next box and goes behind it.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">Where it begins; then where it ends.</param>
    /// <param name="end">Where the box around it, or the file, ends.</param>
    /// <param name="box">The box.</param>
    /// <returns>False where none is left.</returns>
    /// <exception cref="NotComparableException">It is longer than what is around it.</exception>
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

    /// <summary>The first box of a type in this one; an empty one of type 0 where there is none.</summary>
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

    /// <summary>The same, which must be there.</summary>
    internal IsoBox Need(HeaderReader file, ReadOnlySpan<byte> type)
    {
        IsoBox box = Find(file, type);
        if (box.Type == 0)
        {
            NotComparableException.Throw($"the box {Encoding.ASCII.GetString(type)} is missing");
        }

        return box;
    }

    /// <summary>The number of four letters.</summary>
    internal static uint TypeOf(ReadOnlySpan<byte> letters) =>
        ((uint)letters[0] << 24) | ((uint)letters[1] << 16) | ((uint)letters[2] << 8) | letters[3];
}
