using System.Buffers.Binary;
using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Writes boxes of the ISO base media format.</summary>
internal static class BoxBytes
{
    /// <summary>A box.</summary>
    public static byte[] Box(string type, params byte[][] content)
    {
        byte[] inside = [.. content.SelectMany(static one => one)];
        return [.. U32(8 + inside.Length), .. Encoding.ASCII.GetBytes(type), .. inside];
    }

    /// <summary>A box with version and flags.</summary>
    public static byte[] Full(string type, int version, int flags, params byte[][] content) =>
        Box(type, [U32((version << 24) | flags), .. content]);

    public static byte[] U16(int value)
    {
        byte[] bytes = new byte[2];
        BinaryPrimitives.WriteUInt16BigEndian(bytes, (ushort)value);
        return bytes;
    }

    public static byte[] U32(long value)
    {
        byte[] bytes = new byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(bytes, (uint)value);
        return bytes;
    }

    public static byte[] U64(long value)
    {
        byte[] bytes = new byte[8];
        BinaryPrimitives.WriteInt64BigEndian(bytes, value);
        return bytes;
    }

    /// <summary>A number of 0, 2, 4 or 8 bytes.</summary>
    public static byte[] Number(long value, int bytes) => bytes switch
    {
        0 => [],
        2 => U16((int)value),
        4 => U32(value),
        _ => U64(value),
    };

    /// <summary>Noise that a seed makes.</summary>
    public static byte[] Noise(int seed, int bytes)
    {
        byte[] noise = new byte[bytes];
        new Random(seed).NextBytes(noise);
        return noise;
    }
}
