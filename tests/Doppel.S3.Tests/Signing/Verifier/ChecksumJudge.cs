using System.Buffers.Binary;
using System.Security.Cryptography;
using Doppel.Hashing.Tests.Crc;

namespace Doppel.S3.Tests.Signing.Verifier;

/// <summary>Compares what headers or trailers say of content with the content, bit by bit.</summary>
internal static class ChecksumJudge
{
    private static readonly Dictionary<string, Func<byte[], byte[]>> s_checksums = new()
    {
        ["content-md5"] = MD5.HashData,
        ["x-amz-checksum-sha1"] = SHA1.HashData,
        ["x-amz-checksum-sha256"] = SHA256.HashData,
        ["x-amz-checksum-crc32"] = content => Bytes(NaiveCrc.Crc32.Hash(content), 4),
        ["x-amz-checksum-crc32c"] = content => Bytes(NaiveCrc.Crc32C.Hash(content), 4),
        ["x-amz-checksum-crc64nvme"] = content => Bytes(NaiveCrc.Crc64Nvme.Hash(content), 8),
    };

    /// <summary>The checksum of content that a header of this name has to have; null for names of none.</summary>
    public static string? Expected(string name, byte[] content) =>
        s_checksums.TryGetValue(name.ToLowerInvariant(), out Func<byte[], byte[]>? checksum)
            ? Convert.ToBase64String(checksum(content))
            : null;

    /// <summary>The first field that has another checksum than the content; null where all are right.</summary>
    public static string? FirstWrong(IEnumerable<KeyValuePair<string, string>> fields, byte[] content) => fields
        .Where(field => Expected(field.Key, content) is { } expected && expected != field.Value.Trim())
        .Select(field => field.Key).FirstOrDefault();

    private static byte[] Bytes(ulong crc, int count)
    {
        byte[] bytes = new byte[8];
        BinaryPrimitives.WriteUInt64BigEndian(bytes, crc);
        return bytes[^count..];
    }
}
