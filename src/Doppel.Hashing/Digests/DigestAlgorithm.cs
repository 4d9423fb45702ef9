namespace Doppel.Hashing;

/// <summary>
/// Specifies a hash function, from the one that is easiest to forge to the one that is hardest. MD5s of parts come
/// last, and are as easy to forge as MD5.
/// </summary>
/// <remarks>
/// Of the digests of all of them, 128 bits are kept: the first 16 bytes, or the only 8 of XXH64 and 8 zeros. Two
/// different contents with equal digests do not occur by chance, with 64 bits among up to ten million files.
/// For XXH64, MetroHash, XXH3, MD5 and SHA-1 they can be made on purpose.
/// </remarks>
public enum DigestAlgorithm : byte
{
    /// <summary>XXH64 with the seed 0, the upper byte first, as <c>xxhsum</c> prints it.</summary>
    Xxh64 = 1,

    /// <summary>MetroHash128 with the seed 0, as fclones computes it.</summary>
    Metro128 = 2,

    /// <summary>XXH3-128 with the seed 0, as <c>xxhsum -H2</c> prints it.</summary>
    Xxh3 = 3,

    /// <summary>MD5.</summary>
    Md5 = 4,

    /// <summary>SHA-1.</summary>
    Sha1 = 5,

    /// <summary>SHA-256.</summary>
    Sha256 = 6,

    /// <summary>SHA-384.</summary>
    Sha384 = 7,

    /// <summary>SHA-512.</summary>
    Sha512 = 8,

    /// <summary>BLAKE2b with 512 bits and no key, as <c>b2sum</c> prints it.</summary>
    Blake2b = 9,

    /// <summary>The MD5 of the MD5s of all parts of 5 MiB, the ETag of an object in S3 that was uploaded so.</summary>
    Md5Parts5 = 10,

    /// <summary>Like <see cref="Md5Parts5"/>, with parts of 8 MiB.</summary>
    Md5Parts8 = 11,

    /// <summary>Like <see cref="Md5Parts5"/>, with parts of 15 MiB.</summary>
    Md5Parts15 = 12,

    /// <summary>Like <see cref="Md5Parts5"/>, with parts of 16 MiB.</summary>
    Md5Parts16 = 13,

    /// <summary>Like <see cref="Md5Parts5"/>, with parts of 32 MiB.</summary>
    Md5Parts32 = 14,

    /// <summary>Like <see cref="Md5Parts5"/>, with parts of 64 MiB.</summary>
    Md5Parts64 = 15,

    /// <summary>Like <see cref="Md5Parts5"/>, with parts of 100 MiB.</summary>
    Md5Parts100 = 16,

    /// <summary>Like <see cref="Md5Parts5"/>, with parts of 128 MiB.</summary>
    Md5Parts128 = 17,
}
