namespace Doppel.Hashing;

/// <summary>
/// Specifies a hash function, from the one that is easiest to forge to the one that is hardest. The numbers from 64 to
/// 191 are MD5s of parts (<see cref="ContentHash.Md5Parts"/>), which are as easy to forge as MD5.
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
}
