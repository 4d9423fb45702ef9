using System.Buffers.Binary;
using System.Text;
using Doppel.Hashing;

namespace Doppel.Finding.Tests;

/// <summary>Small media files written from their specifications: any payload, any text around it.</summary>
internal static class MediaFiles
{
    /// <summary>WAVE: its payload is told by headers alone.</summary>
    internal static byte[] Wav(byte[] samples, params string[] titles)
    {
        byte[] format = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0];
        List<byte> body = [.. "WAVE"u8, .. RiffChunk("fmt "u8, format)];
        foreach (string title in titles)
        {
            byte[] name = [.. "INFO"u8, .. RiffChunk("INAM"u8, [.. Encoding.UTF8.GetBytes(title), 0])];
            body.AddRange(RiffChunk("LIST"u8, name));
        }

        body.AddRange(RiffChunk("data"u8, samples));
        return RiffChunk("RIFF"u8, [.. body]);
    }

    /// <summary>PNG: headers tell its payload, in as many pieces as wanted.</summary>
    /// <param name="stream">The compressed stream, whose content nobody looks at.</param>
    /// <param name="pieceBytes">Bytes in each chunk of it.</param>
    /// <param name="texts">A text behind each of the first chunks.</param>
    internal static byte[] Png(byte[] stream, int pieceBytes, params string[] texts) =>
        PngOf([], stream, pieceBytes, texts);

    /// <summary>PNG with a brightness, which only the strict policy compares.</summary>
    internal static byte[] BrightPng(byte brightness, byte[] stream, int pieceBytes, params string[] texts) =>
        PngOf(PngChunk("gAMA"u8, [0, 0, 0, brightness]), stream, pieceBytes, texts);

    /// <summary>
    /// JPEG with Exif of any length, and perhaps a color profile, which only the strict policy compares.
    /// </summary>
    /// <param name="stream">The compressed stream, whose content nobody looks at.</param>
    /// <param name="exifBytes">The length of Exif, at most 60,000.</param>
    /// <param name="profile">The color profile; empty for none.</param>
    internal static byte[] Photo(byte[] stream, int exifBytes, ReadOnlySpan<byte> profile) =>
    [
        0xFF, 0xD8, .. Segment(0xE1, [.. "Exif\0\0"u8, .. new byte[exifBytes]]),
        .. profile.Length > 0 ? Segment(0xE2, [.. "ICC_PROFILE\0\u0001\u0001"u8, .. profile]) : [],
        .. Segment(0xDB, [0, .. Enumerable.Repeat((byte)1, 64)]), .. Segment(0xC0, [8, 0, 9, 0, 9, 1, 1, 0x11, 0]),
        .. Segment(0xC4, [0, 1, .. new byte[16]]), .. Segment(0xDA, [1, 1, 0, 0, 63, 0]),
        .. stream.Select(static one => (byte)(one & 0x7F)), 0xFF, 0xD9,
    ];

    private static byte[] Segment(byte marker, byte[] content) =>
        [0xFF, marker, (byte)((content.Length + 2) >> 8), (byte)(content.Length + 2), .. content];

    private static byte[] PngOf(byte[] brightness, byte[] stream, int pieceBytes, string[] texts)
    {
        List<byte> file = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A];
        file.AddRange(PngChunk("IHDR"u8, [0, 0, 0, 9, 0, 0, 0, 9, 8, 0, 0, 0, 0]));
        file.AddRange(brightness);
        for (int i = 0; i < texts.Length; i++)
        {
            file.AddRange(PngChunk("tEXt"u8, [.. "Title\0"u8, .. Encoding.Latin1.GetBytes(texts[i])]));
        }

        for (int at = 0; at < stream.Length; at += pieceBytes)
        {
            file.AddRange(PngChunk("IDAT"u8, stream.AsSpan(at, Math.Min(pieceBytes, stream.Length - at))));
        }

        file.AddRange(PngChunk("IEND"u8, []));
        return [.. file];
    }

    /// <summary>GIF: it has to be walked through, for its payload has no length anywhere.</summary>
    /// <param name="pictures">A picture each, whose content nobody looks at.</param>
    /// <param name="comments">A comment before each of the first pictures; null for none.</param>
    internal static byte[] Gif(IReadOnlyList<byte[]> pictures, params string?[] comments)
    {
        List<byte> file = [.. "GIF89a"u8, 9, 0, 9, 0, 0, 0, 0];
        for (int i = 0; i < pictures.Count; i++)
        {
            if (i < comments.Length && comments[i] is { } comment)
            {
                file.AddRange([0x21, 0xFE, .. GifBlocks(Encoding.Latin1.GetBytes(comment))]);
            }

            file.AddRange([0x2C, 0, 0, 0, 0, 9, 0, 9, 0, 0, 8, .. GifBlocks(pictures[i])]);
        }

        file.Add(0x3B);
        return [.. file];
    }

    /// <summary>Cuts bytes into pictures of a GIF.</summary>
    internal static IReadOnlyList<byte[]> Pictures(byte[] content, int pieceBytes) => [.. content.Chunk(pieceBytes)];

    private static byte[] RiffChunk(ReadOnlySpan<byte> id, byte[] content)
    {
        byte[] length = new byte[4];
        BinaryPrimitives.WriteInt32LittleEndian(length, content.Length);
        return [.. id, .. length, .. content, .. new byte[content.Length & 1]];
    }

    private static byte[] PngChunk(ReadOnlySpan<byte> id, ReadOnlySpan<byte> content)
    {
        byte[] length = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(length, content.Length);
        byte[] checksum = new byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(checksum, Crc32.Hash([.. id, .. content]));
        return [.. length, .. id, .. content, .. checksum];
    }

    private static List<byte> GifBlocks(byte[] content)
    {
        List<byte> blocks = [];
        foreach (byte[] block in content.Chunk(255))
        {
            blocks.Add((byte)block.Length);
            blocks.AddRange(block);
        }

        blocks.Add(0);
        return blocks;
    }
}
