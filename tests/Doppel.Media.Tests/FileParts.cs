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

    // The directories of TIFF with their entries, in files of either order of bytes, with offsets of 4 or 8 bytes.
    private static string Entry(byte[] file, int at)
    {
        bool isBig = file[0] == 'M';
        bool isWide = Number(2, 2) == 43;
        int offsetBytes = isWide ? 8 : 4;
        int countBytes = isWide ? 8 : 2;
        int entryBytes = 4 + (2 * offsetBytes);
        int first = isWide ? 8 : 4;
        if (at < first + offsetBytes)
        {
            return "head";
        }

        int page = 0;
        for (int directory = (int)Number(first, offsetBytes); directory != 0; page++)
        {
            int entries = (int)Number(directory, countBytes);
            int end = directory + countBytes + (entries * entryBytes);
            if (at >= directory && at < end + offsetBytes)
            {
                int entry = directory + countBytes + ((at - directory - countBytes) / entryBytes * entryBytes);
                return at < directory + countBytes || at >= end ? "directory" : PartOf(entry, at - entry);
            }

            for (int entry = directory + countBytes; entry < end; entry += entryBytes)
            {
                long bytes = BytesOf(entry);
                long value = Number(entry + 4 + offsetBytes, offsetBytes);
                if (bytes > offsetBytes && at >= value && at < value + bytes)
                {
                    return NameOf(entry);
                }
            }

            directory = (int)Number(end, offsetBytes);
        }

        return "";

        long BytesOf(int entry) => SizeOf((int)Number(entry + 2, 2)) * Number(entry + 4, offsetBytes);

        string PartOf(int entry, int offset) => offset switch
        {
            2 or 3 => "type",
            _ when offset >= 4 && offset < 4 + offsetBytes => "count",
            _ when offset >= 4 + offsetBytes + BytesOf(entry) => "free",
            _ => NameOf(entry),
        };

        string NameOf(int entry) => $"{(page > 0 ? "later " : "")}{Number(entry, 2)}";

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
