using System.Buffers.Binary;
using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Builds tags by their specifications, and reads them back as lines.</summary>
internal static class TagWriting
{
    internal static byte[] Cover => Samples.Get("jpg");

    internal static string[] Read(byte[] file) =>
        [.. new MediaMapper().ReadTags(new MemorySource(file)).All.Select(static tag => $"{tag.Name}={tag.Value}")];

    internal static byte[] Id3(int version, byte flags, params byte[][] frames)
    {
        byte[] body = [.. frames.SelectMany(static frame => frame), .. new byte[16]];
        return [.. "ID3"u8, (byte)version, 0, flags, .. SyncSafe(body.Length), .. body];
    }

    private static byte[] SyncSafe(int number) =>
        [(byte)(number >> 21), (byte)((number >> 14) & 0x7F), (byte)((number >> 7) & 0x7F), (byte)(number & 0x7F)];

    internal static byte[] Frame(int version, string id, byte[] content)
    {
        byte[] size = [0, (byte)(content.Length >> 16), (byte)(content.Length >> 8), (byte)content.Length];
        byte[] name = Encoding.ASCII.GetBytes(id);
        return version switch
        {
            2 => [.. name, .. size[1..], .. content],
            3 => [.. name, .. size, 0, 0, .. content],
            _ => [.. name, .. SyncSafe(content.Length), 0, 0, .. content],
        };
    }

    internal static byte[] Unsynchronised(byte[] bytes)
    {
        List<byte> changed = [];
        for (int i = 0; i < bytes.Length; i++)
        {
            changed.Add(bytes[i]);
            if (bytes[i] == 0xFF && (i + 1 == bytes.Length || bytes[i + 1] >= 0xE0 || bytes[i + 1] == 0))
            {
                changed.Add(0);
            }
        }

        return [.. changed];
    }

    internal static byte[] Segment(byte marker, byte[] content) =>
        [0xFF, marker, (byte)((content.Length + 2) >> 8), (byte)(content.Length + 2), .. content];

    internal static byte[] Ape(params (string Key, int Kind, byte[] Value)[] items)
    {
        List<byte> body = [];
        foreach ((string key, int kind, byte[] value) in items)
        {
            body.AddRange([.. BitConverter.GetBytes(value.Length), .. BitConverter.GetBytes(kind)]);
            body.AddRange([.. Encoding.ASCII.GetBytes(key), 0, .. value]);
        }

        byte[] footer = new byte[32];
        "APETAGEX"u8.CopyTo(footer);
        BinaryPrimitives.WriteInt32LittleEndian(footer.AsSpan(8), 2000);
        BinaryPrimitives.WriteInt32LittleEndian(footer.AsSpan(12), body.Count + footer.Length);
        BinaryPrimitives.WriteInt32LittleEndian(footer.AsSpan(16), items.Length);
        return [.. body, .. footer];
    }

    internal static byte[] Counted(string text)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        return [.. BitConverter.GetBytes(bytes.Length), .. bytes];
    }

    internal static byte[] Chunk(string id, byte[] content) =>
    [
        .. Encoding.ASCII.GetBytes(id), .. BitConverter.GetBytes(content.Length), .. content,
        .. new byte[content.Length & 1],
    ];

    internal static byte[] PngChunk(string type, byte[] content)
    {
        byte[] length = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(length, content.Length);
        byte[] body = [.. Encoding.ASCII.GetBytes(type), .. content];
        byte[] sum = new byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(sum, Crc(body));
        return [.. length, .. body, .. sum];
    }

    private static uint Crc(byte[] bytes)
    {
        uint sum = uint.MaxValue;
        foreach (byte one in bytes)
        {
            sum ^= one;
            for (int i = 0; i < 8; i++)
            {
                sum = (sum >> 1) ^ ((sum & 1) * 0xEDB8_8320);
            }
        }

        return ~sum;
    }

    // Exif and XMP stand in segments of one kind, the first of them first.
    internal static byte[] FindSegment(byte[] jpeg, byte marker, string name)
    {
        for (int at = 2; jpeg[at + 1] != 0xDA; at += 2 + BinaryPrimitives.ReadUInt16BigEndian(jpeg.AsSpan(at + 2)))
        {
            byte[] content = jpeg[(at + 4)..(at + 2 + BinaryPrimitives.ReadUInt16BigEndian(jpeg.AsSpan(at + 2)))];
            if (jpeg[at + 1] == marker && (name == "xmp") == content.AsSpan().StartsWith("http"u8))
            {
                return content;
            }
        }

        throw new InvalidDataException($"{name} is not there");
    }

    internal static string Xmp(string attribute) =>
        "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
        + $"<rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/' {attribute}/></rdf:RDF>"
        + "</x:xmpmeta>";
}
