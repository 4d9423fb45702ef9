using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using Doppel.Benchmarks.Finders;

namespace Doppel.Benchmarks.Media;

/// <summary>Photos and songs in pairs: of one picture or sound and other tags, or equal as whole files.</summary>
/// <remarks>
/// Written from the specifications (ITU-T T.81, ISO/IEC 11172-3, Exif 2.3, id3.org): headers as cameras and encoders
/// write them, and in place of coded sound and pictures random bytes, which no finder looks into.
/// </remarks>
internal static class MediaTree
{
    private const int FolderFiles = 500;
    private const int FrameBytes = 1044; // 320 kbit/s at 44.1 kHz
    private const int ThumbnailBytes = 8_000;
    private const int Seed = 7;

    /// <summary>Makes so many files in a folder that is not there yet.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="files">How many, an even number.</param>
    /// <param name="meanBytes">How long their payloads are on average.</param>
    /// <param name="otherTags">Whether the second of a pair has other tags than the first.</param>
    /// <returns>Bytes of all payloads.</returns>
    public static long Make(string folder, int files, int meanBytes, bool otherTags)
    {
        var random = new Random(Seed);
        long bytes = 0;
        for (int i = 0; i < files; i += 2)
        {
            int payload = (meanBytes / 2) + random.Next(meanBytes);
            bool isSong = i % 4 == 0;
            byte[] content = isSong ? Frames(random, payload) : Scan(random, payload);
            for (int second = 0; second < 2; second++)
            {
                string title = $"Title {i} {(otherTags && second == 1 ? "as it is called elsewhere" : "here")}";
                byte[] file = isSong ? [.. Id3(title), .. content] : Photo(title, content);
                string place = string.Create(
                    CultureInfo.InvariantCulture, $"{folder}/{(second == 0 ? "a" : "b")}/{i / FolderFiles}");
                FinderTrees.Write(place, i, file);
                bytes += content.Length;
            }
        }

        return bytes;
    }

    private static byte[] Frames(Random random, int bytes)
    {
        byte[] frames = FinderTrees.Bytes(random, Math.Max(4, bytes / FrameBytes) * FrameBytes);
        for (int at = 0; at < frames.Length; at += FrameBytes)
        {
            ReadOnlySpan<byte> header = [0xFF, 0xFB, 0xE0, 0x00];
            header.CopyTo(frames.AsSpan(at));
        }

        return frames;
    }

    private static byte[] Id3(string title)
    {
        byte[] text = Encoding.Latin1.GetBytes(title);
        byte[] frame = [.. "TIT2"u8, 0, 0, 0, (byte)(text.Length + 1), 0, 0, 0, .. text];
        byte[] padded = [.. frame, .. new byte[2_000]];
        return
        [
            .. "ID3"u8, 3, 0, 0, 0, 0, (byte)(padded.Length >> 7), (byte)(padded.Length & 0x7F), .. padded,
        ];
    }

    // No byte of it is a marker.
    private static byte[] Scan(Random random, int bytes)
    {
        byte[] scan = FinderTrees.Bytes(random, bytes);
        scan.AsSpan().Replace((byte)0xFF, (byte)0);
        return scan;
    }

    private static byte[] Photo(string title, byte[] scan)
    {
        byte[] quantization = [0, .. Enumerable.Repeat((byte)1, 64)];
        byte[] frame = [8, 0x0C, 0, 0x10, 0, 1, 1, 0x11, 0];
        byte[] codes = [0, .. Enumerable.Repeat((byte)0, 15), 1, 0];
        return
        [
            0xFF, 0xD8, .. Segment(0xE1, Exif(title)), .. Segment(0xDB, quantization), .. Segment(0xC0, frame),
            .. Segment(0xC4, codes), .. Segment(0xDA, [1, 1, 0, 0, 63, 0]), .. scan, 0xFF, 0xD9,
        ];
    }

    private static byte[] Segment(byte marker, byte[] content) =>
        [0xFF, marker, (byte)((content.Length + 2) >> 8), (byte)(content.Length + 2), .. content];

    // One tag, the description; where a thumbnail would stand are bytes that nobody points at.
    private static byte[] Exif(string title)
    {
        byte[] text = [.. Encoding.Latin1.GetBytes(title), 0];
        byte[] directory = new byte[18];
        BinaryPrimitives.WriteInt16LittleEndian(directory, 1);
        BinaryPrimitives.WriteUInt16LittleEndian(directory.AsSpan(2), 0x010E);
        BinaryPrimitives.WriteUInt16LittleEndian(directory.AsSpan(4), 2);
        BinaryPrimitives.WriteInt32LittleEndian(directory.AsSpan(6), text.Length);
        BinaryPrimitives.WriteInt32LittleEndian(directory.AsSpan(10), 8 + directory.Length);
        return [.. "Exif\0\0II*\0"u8, 8, 0, 0, 0, .. directory, .. text, .. new byte[ThumbnailBytes]];
    }
}
