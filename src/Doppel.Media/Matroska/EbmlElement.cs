using System.Buffers.Binary;
using System.Numerics;

namespace Doppel.Media;

/// <summary>One element of a file in the Extensible Binary Meta Language (RFC 8794).</summary>
/// <param name="Id">The element ID, including the bits that encode its length.</param>
/// <param name="At">The offset of the element.</param>
/// <param name="Start">The offset of its content.</param>
/// <param name="End">The offset of its end, or the end of the enclosing element if its size is unknown.</param>
/// <param name="IsEndless">Whether the size of the element is unknown.</param>
internal readonly record struct EbmlElement(uint Id, long At, long Start, long End, bool IsEndless)
{
    internal const uint Header = 0x1A45DFA3;
    internal const uint DocType = 0x4282;
    internal const uint Void = 0xEC;
    internal const uint Checksum = 0xBF;

    private const int IdBytesMax = 4;

    /// <summary>Gets the length of the content in bytes.</summary>
    internal long Bytes => End - Start;

    /// <summary>Reads the next element and advances past it.</summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the element. On return, the offset of its end.</param>
    /// <param name="end">The offset at which the enclosing element, or the file, ends.</param>
    /// <param name="element">The element.</param>
    /// <returns>True if an element was read; false if none is left.</returns>
    /// <exception cref="NotComparableException">
    /// The element is damaged, or longer than the enclosing element or file.
    /// </exception>
    internal static bool TryNext(HeaderReader file, ref long at, long end, out EbmlElement element)
    {
        element = default;
        if (at >= end)
        {
            return false;
        }

        long next = at;
        int idBytes = BitOperations.LeadingZeroCount((uint)file.ByteAt(at)) - 23;
        if (idBytes > IdBytesMax || end - at <= idBytes)
        {
            NotComparableException.Throw("an element is damaged");
        }

        uint id = 0;
        foreach (byte part in file.At(at, idBytes))
        {
            id = (id << 8) | part;
        }

        next += idBytes;
        long bytes = ReadNumber(file, ref next, end, out bool isEndless);
        if (!isEndless && bytes > end - next)
        {
            NotComparableException.Throw("an element is longer than what is around it");
        }

        element = new EbmlElement(id, at, next, isEndless ? end : next + bytes, isEndless);
        at = element.End;
        return true;
    }

    /// <summary>Reads the next element, whose size must be known.</summary>
    internal static bool TryNextWithEnd(HeaderReader file, ref long at, long end, out EbmlElement element)
    {
        bool isThere = TryNext(file, ref at, end, out element);
        if (element.IsEndless)
        {
            NotComparableException.Throw("an element does not say where it ends");
        }

        return isThere;
    }

    /// <summary>
    /// Reads a variable-size integer of 1 to 8 bytes, whose first bits encode its length, and advances past it.
    /// </summary>
    /// <param name="file">The file.</param>
    /// <param name="at">The offset of the integer. On return, the offset of its end.</param>
    /// <param name="end">The offset at which the enclosing data ends.</param>
    /// <param name="isUnknown">Whether all bits of the value are set, which means that it is unknown.</param>
    internal static long ReadNumber(HeaderReader file, ref long at, long end, out bool isUnknown)
    {
        int bytes = at < end ? BitOperations.LeadingZeroCount((uint)file.ByteAt(at)) - 23 : 9;
        if (bytes > 8 || bytes > end - at)
        {
            NotComparableException.Throw("an element is damaged");
        }

        long number = 0;
        foreach (byte part in file.At(at, bytes))
        {
            number = (number << 8) | part;
        }

        long mask = (1L << (7 * bytes)) - 1;
        at += bytes;
        isUnknown = (number & mask) == mask;
        return number & mask;
    }

    /// <summary>Reads the content as an unsigned integer.</summary>
    internal long ReadUnsigned(HeaderReader file)
    {
        CheckNumber();
        long number = 0;
        foreach (byte part in file.At(Start, (int)Bytes))
        {
            number = (number << 8) | part;
        }

        return number;
    }

    /// <summary>Reads the content as a signed integer.</summary>
    internal long ReadSigned(HeaderReader file)
    {
        int spare = 64 - (int)(8 * Bytes);
        long number = ReadUnsigned(file);
        return spare == 64 ? 0 : number << spare >> spare;
    }

    /// <summary>Reads the content as a floating-point number.</summary>
    internal double ReadFloat(HeaderReader file)
    {
        CheckNumber();
        ReadOnlySpan<byte> bytes = file.At(Start, (int)Bytes);
        return Bytes switch
        {
            4 => BinaryPrimitives.ReadSingleBigEndian(bytes),
            8 => BinaryPrimitives.ReadDoubleBigEndian(bytes),
            _ => 0,
        };
    }

    private void CheckNumber()
    {
        if (Bytes > sizeof(long))
        {
            NotComparableException.Throw("an element is damaged");
        }
    }
}
