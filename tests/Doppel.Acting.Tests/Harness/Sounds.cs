using System.Security.Cryptography;
using System.Text;
using Doppel.Media;

namespace Doppel.Acting.Tests;

/// <summary>Small sounds, and what is payload of any media.</summary>
internal static class Sounds
{
    private static readonly MediaMapper s_mapper = new();

    /// <summary>A sound whose samples depend on its number alone, with tags before and behind them.</summary>
    public static byte[] Wave(int number, string title = "", string artist = "") =>
        WaveFile.Make(number, title, artist);

    /// <summary>A FLAC file whose frame depends on a number, with a title and a cover unless they are empty.</summary>
    public static byte[] Flac(byte number, string title, params byte[] cover)
    {
        byte[] field = Encoding.UTF8.GetBytes($"TITLE={title}");
        List<byte> file =
        [
            .. "fLaC"u8, (byte)(title.Length + cover.Length > 0 ? 0 : 0x80), 0, 0, 34, .. new byte[33], number,
        ];
        if (title.Length > 0)
        {
            file.AddRange([(byte)(cover.Length > 0 ? 4 : 0x84), 0, 0, (byte)(12 + field.Length), 0, 0, 0, 0]);
            file.AddRange([1, 0, 0, 0, (byte)field.Length, 0, 0, 0, .. field]);
        }

        if (cover.Length > 0)
        {
            byte[] size = [(byte)(cover.Length >> 16), (byte)(cover.Length >> 8), (byte)cover.Length];
            byte[] head = [0, 0, 0, 3, 0, 0, 0, 9, .. "image/png"u8, .. new byte[20], 0, .. size];
            int bytes = head.Length + cover.Length;
            file.AddRange([0x86, (byte)(bytes >> 16), (byte)(bytes >> 8), (byte)bytes, .. head, .. cover]);
        }

        return [.. file, 0xFF, 0xF8, 1, 2, 3, number];
    }

    /// <summary>The tags of a file with a name.</summary>
    public static MediaTag[] TagsOf(byte[] content, string name)
    {
        lock (s_mapper)
        {
            return [.. s_mapper.ReadTags(new MemoryMedia(content)).All.Where(tag => tag.Name == name)];
        }
    }

    /// <summary>The pictures in the tags of a file.</summary>
    public static byte[][] PicturesOf(byte[] content)
    {
        lock (s_mapper)
        {
            return
            [
                .. s_mapper.ReadPictures(new MemoryMedia(content)).Select(static picture => picture.Bytes.ToArray()),
            ];
        }
    }

    /// <summary>What has to keep a name: format, key and payload of media, of other files all.</summary>
    public static string PayloadOf(byte[] content)
    {
        lock (s_mapper)
        {
            if (s_mapper.Map(new MemoryMedia(content), MediaPolicy.Strict).Map is not { } map)
            {
                return Convert.ToHexString(SHA256.HashData(content));
            }

            using var payload = new MemoryStream();
            foreach (PayloadExtent extent in map.Extents)
            {
                payload.Write(content, (int)extent.Offset, (int)extent.Length);
            }

            return $"{map.Format} {map.Key} {Convert.ToHexString(SHA256.HashData(payload.ToArray()))}";
        }
    }

    private sealed class MemoryMedia(byte[] content) : IMediaSource
    {
        public long Length => content.Length;

        public bool TryRead(long offset, Span<byte> buffer)
        {
            content.AsSpan((int)offset, buffer.Length).CopyTo(buffer);
            return true;
        }
    }
}
