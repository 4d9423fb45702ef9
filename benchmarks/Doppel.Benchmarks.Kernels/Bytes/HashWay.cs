using System.Buffers.Binary;
using System.IO.Hashing;
using System.Security.Cryptography;
using Doppel.Hashing;

namespace Doppel.Benchmarks.Kernels.Bytes;

/// <summary>One hash function.</summary>
/// <param name="Name">As tables name it.</param>
/// <param name="Role">What the judge makes of it.</param>
/// <param name="Hash">The function.</param>
public sealed record HashWay(string Name, Role Role, HashFunction Hash) : IContestant
{
    /// <summary>MD5 of the framework, which is that of the system's OpenSSL.</summary>
    public const string Md5 = "MD5";

    /// <summary>SHA-1, likewise.</summary>
    public const string Sha1 = "SHA-1";

    /// <summary>SHA-256, likewise.</summary>
    public const string Sha256 = "SHA-256";

    /// <summary>Ours.</summary>
    public const string Ours = "ours, XXH3-128";

    /// <summary>The function of .NET's package.</summary>
    public const string Package = "System.IO.Hashing, XXH3-128";

    /// <summary>The C library.</summary>
    public const string C = "libxxhash, XXH3-128";

    /// <summary>The functions that use the processor's SHA instructions or could.</summary>
    public static IReadOnlyList<HashWay> Secure { get; } =
    [
        new(Md5, Role.Rival, HashMd5), new(Sha1, Role.Rival, HashSha1), new(Sha256, Role.Rival, HashSha256),
    ];

    /// <summary>All functions that can run here.</summary>
    public static IReadOnlyList<HashWay> All { get; } =
    [
        .. Secure,
        new(Package, Role.Rival, source => HashWithPackage(source).Low),
        .. LibXxhash.IsThere
            ? [new HashWay(C, Role.Rival, source => LibXxhash.Hash(source).Low)]
            : Array.Empty<HashWay>(),
        new(Ours, Role.Ours, source => Xxh3.Hash128(source).Low),
    ];

    /// <summary>The digest that System.IO.Hashing computes.</summary>
    public static Digest128 HashWithPackage(ReadOnlySpan<byte> source)
    {
        UInt128 hash = XxHash128.HashToUInt128(source);
        return new Digest128((ulong)(hash >> 64), (ulong)hash);
    }

    /// <summary>The name, which parts the cells.</summary>
    public override string ToString() => Name;

    // MD5 and SHA-1 are measured, not trusted.
#pragma warning disable CA5351, CA5350
    private static ulong HashMd5(ReadOnlySpan<byte> source)
    {
        Span<byte> digest = stackalloc byte[MD5.HashSizeInBytes];
        MD5.HashData(source, digest);
        return BinaryPrimitives.ReadUInt64LittleEndian(digest);
    }

    private static ulong HashSha1(ReadOnlySpan<byte> source)
    {
        Span<byte> digest = stackalloc byte[SHA1.HashSizeInBytes];
        SHA1.HashData(source, digest);
        return BinaryPrimitives.ReadUInt64LittleEndian(digest);
    }
#pragma warning restore CA5351, CA5350

    private static ulong HashSha256(ReadOnlySpan<byte> source)
    {
        Span<byte> digest = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(source, digest);
        return BinaryPrimitives.ReadUInt64LittleEndian(digest);
    }
}
