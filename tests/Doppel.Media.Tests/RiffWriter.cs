using System.Buffers.Binary;

namespace Doppel.Media.Tests;

/// <summary>Writes AVI as the specification says, in all the ways it allows.</summary>
internal static class RiffWriter
{
    public static byte[] Chunk(string id, params byte[][] parts)
    {
        byte[] content = [.. parts.SelectMany(static one => one)];
        return [.. Letters(id), .. Bytes32(content.Length), .. content, .. new byte[content.Length & 1]];
    }

    public static byte[] List(string kind, params byte[][] parts) => Chunk("LIST", [Letters(kind), .. parts]);

    public static byte[] Riff(string kind, params byte[][] parts) => Chunk("RIFF", [Letters(kind), .. parts]);

    public static byte[] Bytes32(params long[] numbers)
    {
        byte[] bytes = new byte[4 * numbers.Length];
        for (int i = 0; i < numbers.Length; i++)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(bytes.AsSpan(4 * i), (uint)numbers[i]);
        }

        return bytes;
    }

    /// <summary>The head of a whole film.</summary>
    public static byte[] MainHeader(long flags = 0x10, long frames = 4, long rate = 0) => Chunk(
        "avih", Bytes32(40_000, rate, 0, flags, frames, 0, 2, 0, 160, 90, 0, 0, 0, 0));

    /// <summary>A stream of pictures.</summary>
    public static byte[] Pictures(long scale = 1, long rate = 25, params byte[][] more) => List("strl", [
        Chunk("strh", Letters("vids"), Letters("MJPG"), Bytes32(0, 0, 0, scale, rate, 0, 4, 9999, 0, 0, 0, 0)),
        Chunk("strf", Bytes32(40, 160, 90, 0x180001), Letters("MJPG"), Bytes32(43_200, 0, 0, 0, 0)), .. more]);

    /// <summary>A stream of sound; with samples of one size, or of packets.</summary>
    public static byte[] Sound(long sampleBytes, long mean = 176_400, byte[]? behind = null) => List(
        "strl",
        Chunk("strh", Letters("auds"), Bytes32(1, 0, 0, 0, 1, 44_100, 0, 4, 0, 0, sampleBytes, 0, 0)),
        Chunk("strf", Bytes32(0x20001, 44_100, mean, 0x100004), behind ?? []));

    private static byte[] Letters(string letters) => [.. letters.Select(static one => (byte)one)];
}
