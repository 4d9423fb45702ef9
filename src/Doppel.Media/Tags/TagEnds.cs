using System.Globalization;
using System.Text;

namespace Doppel.Media;

/// <summary>Finds the tags before and after the audio data of a file, in whatever order they are stacked.</summary>
/// <remarks>
/// Supports ID3v1 and its extension, ID3v2 (id3.org, informal standards 2.2 to 2.4), APEv1 and APEv2 (hydrogenaud.io),
/// Lyrics3 v1 and v2 (id3.org), and MusicMatch.
/// </remarks>
internal static class TagEnds
{
    private const int TagsMax = 64;
    private const int Id3v1Bytes = 128;
    private const int Id3v1ExtensionBytes = 227;
    private const int Id3v2HeaderBytes = 10;
    private const int ApeHeaderBytes = 32;
    private const int Lyrics3v1BytesMax = 5100 + 20;

    private static ReadOnlySpan<byte> ApeMagic => "APETAGEX"u8;

    private static ReadOnlySpan<byte> LyricsBegin => "LYRICSBEGIN"u8;

    /// <summary>Returns the offset at which the tags at the start of the file end.</summary>
    internal static long Start(HeaderReader file)
    {
        // Every parser asks for the start, and a leading tag may be far longer than a window.
        if (file.StartBehindTags < 0)
        {
            file.StartBehindTags = FindStart(file);
        }

        return file.StartBehindTags;
    }

    /// <summary>Returns the offset at which the tags at the end of the file begin.</summary>
    /// <param name="file">The file.</param>
    /// <param name="start">The offset of the data that the tags follow.</param>
    internal static long End(HeaderReader file, long start)
    {
        long end = file.Length;
        for (int i = 0; i < TagsMax; i++)
        {
            long tag = Last(file, start, end);
            if (tag == 0)
            {
                return end;
            }

            if (tag > end - start)
            {
                NotComparableException.Throw("a tag at its end is longer than the file");
            }

            end -= tag;
        }

        NotComparableException.Throw("it ends with too many tags");
        return 0;
    }

    /// <summary>
    /// Returns whether an ID3v1 tag ends at an offset, judged by its magic and by text in every field.
    /// </summary>
    /// <remarks>Audio data may contain the magic by chance, but not text in every field.</remarks>
    internal static bool IsId3v1Before(HeaderReader file, long start, long end)
    {
        const int TextBytes = 3 + 30 + 30 + 30 + 4 + 28; // up to the bytes that version 1.1 uses for the track number
        return HasMagicAt(file, start, end - Id3v1Bytes, "TAG"u8)
            && !file.At(end - Id3v1Bytes, TextBytes).ContainsAnyInRange((byte)1, (byte)31);
    }

    /// <summary>Returns the length in bytes of the tag that ends at an offset, or 0 if none does.</summary>
    internal static long Last(HeaderReader file, long start, long end)
    {
        if (IsId3v1Before(file, start, end))
        {
            return Id3v1Bytes;
        }

        if (HasMagicAt(file, start, end - Id3v1ExtensionBytes, "TAG+"u8))
        {
            return Id3v1ExtensionBytes;
        }

        if (HasMagicAt(file, start, end - ApeHeaderBytes, ApeMagic))
        {
            return ApeBefore(file, end);
        }

        if (HasMagicAt(file, start, end - 9, "LYRICS200"u8))
        {
            return Lyrics3v2Before(file, end);
        }

        if (HasMagicAt(file, start, end - 9, "LYRICSEND"u8))
        {
            return Lyrics3v1Before(file, end);
        }

        if (HasMagicAt(file, start, end - MusicMatchTag.FooterBytes, MusicMatchTag.Magic))
        {
            return MusicMatchTag.BytesBefore(file, end);
        }

        return HasMagicAt(file, start, end - Id3v2HeaderBytes, "3DI"u8) ? Id3v2Before(file, end) : 0;
    }

    /// <summary>
    /// Returns the length in bytes that the tag at an offset declares, or 0 if no tag starts there.
    /// </summary>
    internal static long First(HeaderReader file, long start)
    {
        long tag = Id3v2At(file, start);
        return tag > 0 ? tag : ApeAt(file, start);
    }

    private static long FindStart(HeaderReader file)
    {
        long start = 0;
        for (int i = 0; i < TagsMax; i++)
        {
            long tag = First(file, start);
            if (tag == 0)
            {
                return start;
            }

            start += Within(file, start, tag);
        }

        NotComparableException.Throw("it begins with too many tags");
        return 0;
    }

    private static bool HasMagicAt(HeaderReader file, long start, long at, ReadOnlySpan<byte> magic) =>
        at >= start && file.Is(at, magic);

    private static long Within(HeaderReader file, long start, long bytes)
    {
        if (!file.Has(start, bytes))
        {
            NotComparableException.Throw("a tag at its start is longer than the file");
        }

        return bytes;
    }

    /// <summary>Returns the length in bytes of the ID3v2 tag at an offset, or 0 if none starts there.</summary>
    internal static long Id3v2At(HeaderReader file, long at)
    {
        if (!file.Is(at, "ID3"u8) || !file.Has(at, Id3v2HeaderBytes))
        {
            return 0;
        }

        ReadOnlySpan<byte> header = file.At(at, Id3v2HeaderBytes);
        bool isTag = header[3] != 0xFF && header[4] != 0xFF && TrySyncSafe(header[6..], out _);
        if (!isTag)
        {
            return 0;
        }

        TrySyncSafe(header[6..], out long bytes);
        bool hasFooter = header[3] >= 4 && (header[5] & 0x10) != 0;
        return Id3v2HeaderBytes + bytes + (hasFooter ? Id3v2HeaderBytes : 0);
    }

    // An appended tag ends with a footer, which is a copy of its header.
    private static long Id3v2Before(HeaderReader file, long end)
    {
        ReadOnlySpan<byte> footer = file.At(end - Id3v2HeaderBytes, Id3v2HeaderBytes);
        if (footer[3] == 0xFF || footer[4] == 0xFF || !TrySyncSafe(footer[6..], out long bytes))
        {
            return 0;
        }

        long whole = bytes + (2 * Id3v2HeaderBytes);
        return file.Is(end - whole, "ID3"u8) ? whole : 0;
    }

    private static bool TrySyncSafe(ReadOnlySpan<byte> bytes, out long value)
    {
        value = 0;
        foreach (byte one in bytes[..4])
        {
            if (one >= 0x80)
            {
                return false;
            }

            value = (value << 7) | one;
        }

        return true;
    }

    private static long ApeAt(HeaderReader file, long at)
    {
        const uint IsHeader = 1u << 29;
        return file.Is(at, ApeMagic) && file.Has(at, ApeHeaderBytes) && (file.LittleEndian32(at + 20) & IsHeader) != 0
            ? ApeHeaderBytes + (long)file.LittleEndian32(at + 12)
            : 0;
    }

    private static long ApeBefore(HeaderReader file, long end)
    {
        const uint HasHeader = 1u << 31;
        long footer = end - ApeHeaderBytes;
        uint version = file.LittleEndian32(footer + 8);
        long bytes = file.LittleEndian32(footer + 12);
        bool hasHeader = version >= 2000 && (file.LittleEndian32(footer + 20) & HasHeader) != 0;
        if (version is not (1000 or 2000) || bytes < ApeHeaderBytes)
        {
            NotComparableException.Throw("its APE tag is damaged");
        }

        ApeItems.Check(file, footer, bytes, hasHeader);
        return bytes + (hasHeader ? ApeHeaderBytes : 0);
    }

    private static long Lyrics3v2Before(HeaderReader file, long end)
    {
        const int Behind = 6 + 9; // six digits and the magic, which the number in the digits does not include
        bool isNumber = file.Has(end - Behind, 6);
        long bytes = 0;
        isNumber = isNumber && long.TryParse(
            Encoding.Latin1.GetString(file.At(end - Behind, 6)), NumberStyles.None, CultureInfo.InvariantCulture,
            out bytes);
        if (!isNumber || !file.Is(end - Behind - bytes, LyricsBegin))
        {
            NotComparableException.Throw("its Lyrics3 tag is damaged");
        }

        return bytes + Behind;
    }

    private static long Lyrics3v1Before(HeaderReader file, long end)
    {
        const int Step = 1024;
        for (long at = end - 9; at > 0 && end - at < Lyrics3v1BytesMax;)
        {
            // Consecutive blocks overlap by the length of the magic, so that it is never split between two.
            long from = Math.Max(0, at - Step);
            int bytes = (int)(Math.Min(end, at + LyricsBegin.Length) - from);
            int found = file.At(from, bytes).LastIndexOf(LyricsBegin);
            if (found >= 0)
            {
                return end - from - found;
            }

            at = from;
        }

        NotComparableException.Throw("its Lyrics3 tag is damaged");
        return 0;
    }
}
