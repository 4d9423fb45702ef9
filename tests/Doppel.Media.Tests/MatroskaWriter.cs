using System.Buffers.Binary;
using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Writes Matroska as the specification says, in all the ways it allows.</summary>
internal static class MatroskaWriter
{
    public const int NoLace = 0, Xiph = 1, Fixed = 2, Ebml = 3;

    /// <summary>An element whose length is told in so many bytes; in none where it does not say it.</summary>
    public static byte[] Element(uint id, byte[] content, int lengthBytes = 4)
    {
        byte[] head = new byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(head, id);
        byte[] length = lengthBytes == 0
            ? [0x01, 255, 255, 255, 255, 255, 255, 255] : Number(content.Length, lengthBytes);
        return [.. head.SkipWhile(static one => one == 0), .. length, .. content];
    }

    public static byte[] Element(uint id, params byte[][] parts) =>
        Element(id, [.. parts.SelectMany(static one => one)]);

    public static byte[] Unsigned(uint id, long value)
    {
        byte[] bytes = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(bytes, value);
        return Element(id, [.. bytes.SkipWhile(static one => one == 0)], 1);
    }

    public static byte[] Float(uint id, double value, bool isShort = false)
    {
        byte[] bytes = new byte[isShort ? 4 : 8];
        if (isShort)
        {
            BinaryPrimitives.WriteSingleBigEndian(bytes, (float)value);
        }
        else
        {
            BinaryPrimitives.WriteDoubleBigEndian(bytes, value);
        }

        return Element(id, bytes, 1);
    }

    public static byte[] Text(uint id, string text) => Element(id, Encoding.UTF8.GetBytes(text), 2);

    public static byte[] Number(long value, int bytes)
    {
        byte[] all = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(all, value | (1L << (7 * bytes)));
        return all[(8 - bytes)..];
    }

    public static byte[] Header(string type = "matroska") => Element(0x1A45DFA3, Text(0x4282, type));

    public static byte[] Info(long scale = 1_000_000) => Element(0x1549A966, Unsigned(0x2AD7B1, scale));

    public static byte[] Track(int number, int type, string codec, params byte[][] more) => Element(
        0xAE, [Unsigned(0xD7, number), Unsigned(0x83, type), Text(0x86, codec), .. more]);

    public static byte[] Tracks(params byte[][] tracks) => Element(0x1654AE6B, tracks);

    public static byte[] Cluster(long time, params byte[][] blocks) =>
        Element(0x1F43B675, [Unsigned(0xE7, time), .. blocks]);

    public static byte[] Segment(params byte[][] parts) => Element(0x18538067, parts);

    public static byte[] SimpleBlock(int track, int time, int lacing, params byte[][] packets) =>
        Element(0xA3, Block(track, time, lacing, packets));

    /// <summary>The content of a block.</summary>
    public static byte[] Block(int track, int time, int lacing, params byte[][] packets)
    {
        byte[] head = [.. Number(track, 1), (byte)(time >> 8), (byte)time, (byte)(lacing << 1)];
        List<byte> sizes = lacing == NoLace ? [] : [(byte)(packets.Length - 1)];
        for (int i = 0; i < packets.Length - 1; i++)
        {
            int size = packets[i].Length;
            if (lacing == Xiph)
            {
                sizes.AddRange(Enumerable.Repeat((byte)255, size / 255));
                sizes.Add((byte)(size % 255));
            }
            else if (lacing == Ebml)
            {
                sizes.AddRange(i == 0 ? Number(size, 3) : Number(size - packets[i - 1].Length + ((1 << 20) - 1), 3));
            }
        }

        return [.. head, .. sizes, .. packets.SelectMany(static one => one)];
    }
}
