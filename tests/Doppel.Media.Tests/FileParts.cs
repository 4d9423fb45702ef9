using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Says in which part of a file a byte lies, by rules of its own.</summary>
internal static class FileParts
{
    private static readonly string[] s_boxes =
    [
        "moov", "trak", "mdia", "minf", "stbl", "dinf", "edts", "udta", "meta", "ilst", "mvex", "moof", "traf", "mfra",
        "iprp", "ipco", "iref", "iinf", "jp2h", "tref",
    ];

    private static readonly string[] s_elements =
    [
        "1A45DFA3", "18538067", "114D9B74", "4DBB", "1549A966", "1654AE6B", "AE", "E0", "E1", "55B0", "1254C367",
        "7373", "63C0", "67C8", "1F43B675", "A0",
    ];

    private static readonly Guid s_header = new("75B22630-668E-11CF-A6D9-00AA0062CE6C");
    private static readonly Guid s_extension = new("5FBF03B5-A92E-11CF-8EE3-00C00C205365");

    /// <summary>The name of the innermost part around a byte; empty where no part is known.</summary>
    public static string At(byte[] file, MediaFormat format, int at) => format switch
    {
        MediaFormat.Mp4 or MediaFormat.Heif or MediaFormat.Cr3 or MediaFormat.JpegXl or MediaFormat.Jpeg2000 =>
            Box(file, 0, file.Length, at),
        MediaFormat.Wav or MediaFormat.Avi or MediaFormat.WebP => Chunk(file, 0, file.Length, at, isBig: false, 4),
        MediaFormat.Aiff => Chunk(file, 0, file.Length, at, isBig: true, 4),
        MediaFormat.Dsdiff => Chunk(file, 0, file.Length, at, isBig: true, 8),
        MediaFormat.Caf => at < 8 ? "caff" : Chunk(file, 8, file.Length, at, isBig: true, 8),
        MediaFormat.Matroska => Element(file, 0, file.Length, at),
        MediaFormat.Asf => Object(file, 0, file.Length, at),
        MediaFormat.Png => PngChunk(file, at),
        MediaFormat.Jpeg => Segment(file, at),
        MediaFormat.Flac => Block(file, at),
        MediaFormat.Tiff => Entry(file, at),
        MediaFormat.Raf => RafPart(file, at),
        MediaFormat.Mp3 or MediaFormat.Tta => "tag",
        MediaFormat.Dsf => "lengths",
        MediaFormat.Musepack => "seek table",
        _ => "",
    };

    private static string Box(byte[] file, int start, int end, int at)
    {
        for (int box = start; box + 8 <= end;)
        {
            int bytes = (int)BinaryPrimitives.ReadUInt32BigEndian(file.AsSpan(box));
            bytes = bytes == 0 ? end - box : bytes;
            string type = Encoding.Latin1.GetString(file, box + 4, 4);
            if (at < box + bytes)
            {
                bool isUuid = type == "uuid" && file.AsSpan(box + 8).StartsWith((byte[])[0x85, 0xC0, 0xB6, 0x87]);
                int head = type switch
                {
                    "meta" when file.AsSpan(box + 8, 4).SequenceEqual(new byte[4]) => 12,
                    "iref" => 12,
                    "iinf" => 14,
                    _ => isUuid ? 24 : 8,
                };
                bool isEntered = isUuid || (s_boxes.Contains(type) && at >= box + head);
                return isEntered ? Box(file, box + head, box + bytes, at) : type;
            }

            box += bytes;
        }

        return "";
    }

    private static string Chunk(byte[] file, int start, int end, int at, bool isBig, int lengthBytes)
    {
        for (int chunk = start; chunk + 4 + lengthBytes <= end;)
        {
            string id = Encoding.Latin1.GetString(file, chunk, 4);
            byte[] length = file[(chunk + 4)..(chunk + 4 + lengthBytes)];
            long bytes = Number(isBig ? length : [.. length.Reverse()]);
            int head = 4 + lengthBytes;
            bytes = bytes < 0 || bytes > end - chunk - head ? end - chunk - head : bytes;
            int next = chunk + head + (int)(bytes + (bytes & 1));
            if (at < next)
            {
                bool isList = id is "RIFF" or "LIST" or "FORM" or "FRM8" or "PROP" or "RF64";
                return isList && at >= chunk + head + 4
                    ? Chunk(file, chunk + head + 4, Math.Min(end, next), at, isBig, lengthBytes) : id;
            }

            chunk = next;
        }

        return "";
    }

    private static string Element(byte[] file, int start, int end, int at)
    {
        for (int element = start; element < end;)
        {
            int idBytes = int.LeadingZeroCount(file[element]) - 23;
            int sizeBytes = int.LeadingZeroCount(file[element + idBytes]) - 23;
            int content = element + idBytes + sizeBytes;
            long bytes = Number(file[(element + idBytes)..content]) & ((1L << (7 * sizeBytes)) - 1);
            string id = Convert.ToHexString(file.AsSpan(element, idBytes));
            if (at < content + bytes)
            {
                string part = at < content ? "head" : id;
                return part == id && s_elements.Contains(id)
                    ? Element(file, content, (int)(content + bytes), at) : part;
            }

            element = (int)(content + bytes);
        }

        return "";
    }

    private static string Object(byte[] file, int start, int end, int at)
    {
        const int HeadBytes = 24;
        for (int one = start; one + HeadBytes <= end;)
        {
            var id = new Guid(file.AsSpan(one, 16));
            int next = one + (int)BinaryPrimitives.ReadInt64LittleEndian(file.AsSpan(one + 16));
            if (at < next)
            {
                long head = id == s_header ? 30 : long.MaxValue;
                head = id == s_extension ? 46 : head;
                return at - one >= head
                    ? Object(file, one + (int)head, next, at)
                    : id.ToString("D", CultureInfo.InvariantCulture)[..8];
            }

            one = next;
        }

        return "";
    }

    private static long Number(byte[] bigEndian) =>
        bigEndian.Aggregate(0L, static (number, one) => (number << 8) | one);

    private static string PngChunk(byte[] file, int at)
    {
        for (int chunk = 8; ;)
        {
            int bytes = (int)BinaryPrimitives.ReadUInt32BigEndian(file.AsSpan(chunk));
            if (at < chunk + bytes + 12)
            {
                return at >= chunk + bytes + 8 ? "checksum" : Encoding.Latin1.GetString(file, chunk + 4, 4);
            }

            chunk += bytes + 12;
        }
    }

    private static string Segment(byte[] file, int at)
    {
        for (int segment = 2; ;)
        {
            int next = segment + 2 + BinaryPrimitives.ReadUInt16BigEndian(file.AsSpan(segment + 2));
            if (at < next)
            {
                return Convert.ToHexString(file.AsSpan(segment, 2));
            }

            segment = next;
        }
    }

    private static string Block(byte[] file, int at)
    {
        for (int block = 4; ;)
        {
            int next = block + 4 + (int)(BinaryPrimitives.ReadUInt32BigEndian(file.AsSpan(block)) & 0xFF_FFFF);
            if (at < next)
            {
                return $"block {file[block] & 0x7F}";
            }

            block = next;
        }
    }

    // Behind the magic, the camera and more, with the places and lengths of the parts among them; the JPEG follows.
    private static string RafPart(byte[] file, int at)
    {
        const int JpegAt = 0x54, LastPart = 0x6C, FirstFurtherPart = 0x78, HeaderEnd = 0x88;
        int end = (int)(Number(file[JpegAt..(JpegAt + 4)]) + Number(file[(JpegAt + 4)..(JpegAt + 8)]));
        bool isPlace = at is (>= JpegAt and < LastPart) or (>= FirstFurtherPart and < HeaderEnd);
        return isPlace ? "place" : PartBehind(at >= end);

        static string PartBehind(bool isBehind) => isBehind ? "padding" : "";
    }

    // The directories of TIFF with their entries, in files of either order of bytes, with offsets of 4 or 8 bytes.
    private static string Entry(byte[] file, int at)
    {
        bool isBig = file[0] == 'M';
        bool isWide = Number(2, 2) == 43;
        bool isPanasonic = file[2] == 'U';
        bool isCanon = file.AsSpan(8).StartsWith("CR"u8);
        int offsetBytes = isWide ? 8 : 4;
        int countBytes = isWide ? 8 : 2;
        int entryBytes = 4 + (2 * offsetBytes);
        int first = isWide ? 8 : 4;
        if (at < first + offsetBytes)
        {
            return "head";
        }

        Stack<(int At, string Kind)> left = new([((int)Number(first, offsetBytes), "")]);
        while (left.TryPop(out (int At, string Kind) one))
        {
            (int directory, string kind) = one;
            int entries = (int)Number(directory, countBytes);
            int end = directory + countBytes + (entries * entryBytes);
            int[] all = [.. Enumerable.Range(0, entries).Select(i => directory + countBytes + (i * entryBytes))];
            bool isPreview = IsPreview(directory, all);
            if (at >= directory && at < end + offsetBytes)
            {
                int entry = directory + countBytes + ((at - directory - countBytes) / entryBytes * entryBytes);
                return at < directory + countBytes || at >= end
                    ? Directory(at >= end, kind) : PartOf(entry, at - entry, kind, isPreview);
            }

            foreach (int entry in all)
            {
                long bytes = BytesOf(entry);
                long value = bytes > offsetBytes ? ValueOf(entry) : entry + 4 + offsetBytes;
                if (bytes > offsetBytes && at >= value && at < value + bytes)
                {
                    return NameOf(entry, kind, isPreview);
                }

                string below = Number(entry, 2) switch { 330 => "below ", 34665 => "Exif ", 34853 => "GPS ", _ => "" };
                for (int i = 0; below.Length > 0 && i < bytes; i += offsetBytes)
                {
                    left.Push(((int)Number((int)value + i, offsetBytes), below));
                }
            }

            int next = kind is "" or "later " && !isPanasonic ? (int)Number(end, offsetBytes) : 0;
            if (next != 0)
            {
                left.Push((next, "later "));
            }
        }

        return "";

        // The place of the next one means nothing behind a directory that stands alone.
        string Directory(bool isNext, string kind) =>
            isNext && (isPanasonic || kind is "Exif " or "GPS ") ? "place" : "directory";

        long ValueOf(int entry) => Number(entry + 4 + offsetBytes, offsetBytes);

        // Canon's header says which is the photo. Others mark what is not, or it has a stream of JPEG and no strips.
        bool IsPreview(int directory, int[] all) => isCanon
            ? directory != Number(12, 4)
            : all.Any(entry => Number(entry, 2) == 254 && (ValueOf(entry) & 1) != 0)
                || (all.Any(entry => Number(entry, 2) == 513) && !all.Any(entry => Number(entry, 2) == 273));

        long BytesOf(int entry) => SizeOf((int)Number(entry + 2, 2)) * Number(entry + 4, offsetBytes);

        string PartOf(int entry, int offset, string kind, bool isPreview) => offset switch
        {
            2 or 3 => "type",
            _ when offset >= 4 && offset < 4 + offsetBytes => "count",
            _ when offset >= 4 + offsetBytes + BytesOf(entry) => "free",
            _ => NameOf(entry, kind, isPreview),
        };

        string NameOf(int entry, string kind, bool isPreview) => (int)Number(entry, 2) switch
        {
            273 or 279 when isPanasonic => "place",
            (>= 254 and <= 262) or 273 or (>= 277 and <= 279) or 284 or 513 or 514 when isPreview => "preview",
            int tag => kind + tag,
        };

        static int SizeOf(int type) => type switch
        {
            3 or 8 => 2,
            4 or 9 or 11 or 13 => 4,
            5 or 10 or 12 or 16 or 17 or 18 => 8,
            _ => 1,
        };

        long Number(int start, int length)
        {
            byte[] bytes = file[start..(start + length)];
            return FileParts.Number(isBig ? bytes : [.. bytes.Reverse()]);
        }
    }
}
