using System.Security.Cryptography;
using Doppel.Media;

namespace Doppel.Acting.Tests;

/// <summary>Small sounds, and what is payload of any media.</summary>
internal static class Sounds
{
    private static readonly MediaMapper s_mapper = new();

    /// <summary>A sound whose samples depend on its number alone, with tags before and behind them.</summary>
    public static byte[] Wave(int number, string title = "", string artist = "") =>
        WaveFile.Make(number, title, artist);

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
