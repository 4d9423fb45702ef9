using System.Security.Cryptography;

namespace Doppel.S3.Server;

/// <summary>The checksums of S3, from their definitions: slow, and sharing nothing with the library.</summary>
public static class ServerChecksum
{
    private static readonly ulong[] s_crc32 = Table(0xEDB88320);
    private static readonly ulong[] s_crc32C = Table(0x82F63B78);
    private static readonly ulong[] s_crc64Nvme = Table(0x9A6C9329AC4BC9B5);

    /// <summary>All that are known here, by the names of S3.</summary>
    public static IReadOnlyList<string> Algorithms { get; } = ["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"];

    /// <summary>The header that carries one.</summary>
    public static string HeaderOf(string algorithm)
    {
        ArgumentNullException.ThrowIfNull(algorithm);
        return "x-amz-checksum-" + algorithm.ToLowerInvariant();
    }

    /// <summary>The checksum of bytes, in base64 of its big-endian bytes.</summary>
    public static string Of(string algorithm, ReadOnlySpan<byte> bytes) => Convert.ToBase64String(algorithm switch
    {
        "CRC32" => BigEndian(Crc(s_crc32, uint.MaxValue, bytes), 4),
        "CRC32C" => BigEndian(Crc(s_crc32C, uint.MaxValue, bytes), 4),
        "CRC64NVME" => BigEndian(Crc(s_crc64Nvme, ulong.MaxValue, bytes), 8),
        "SHA1" => SHA1.HashData(bytes),
        "SHA256" => SHA256.HashData(bytes),
        _ => throw new ArgumentException($"{algorithm} is no checksum that is known here.", nameof(algorithm)),
    });

    /// <summary>The checksum of the checksums of parts, with their count behind it.</summary>
    public static string OfParts(string algorithm, IEnumerable<string> parts)
    {
        byte[][] all = [.. parts.Select(Convert.FromBase64String)];
        return $"{Of(algorithm, all.SelectMany(one => one).ToArray())}-{all.Length}";
    }

    private static ulong[] Table(ulong polynomial) => [.. Enumerable.Range(0, 256).Select(first =>
    {
        ulong value = (ulong)first;
        for (int bit = 0; bit < 8; bit++)
        {
            value = (value & 1) != 0 ? value >> 1 ^ polynomial : value >> 1;
        }

        return value;
    })];

    private static ulong Crc(ulong[] table, ulong ones, ReadOnlySpan<byte> bytes)
    {
        ulong crc = ones;
        foreach (byte one in bytes)
        {
            crc = table[(byte)(crc ^ one)] ^ crc >> 8;
        }

        return crc ^ ones;
    }

    private static byte[] BigEndian(ulong value, int bytes) =>
        [.. Enumerable.Range(1, bytes).Select(i => (byte)(value >> 8 * (bytes - i)))];
}
