namespace Doppel.Reports;

/// <summary>Specifies how the copies of a group were proved equal.</summary>
public enum Proof : byte
{
    /// <summary>Every byte of every copy was compared.</summary>
    Bytes,

    /// <summary>
    /// The copies have equal sizes and equal XXH3-128 digests of all bytes. This is safe against chance, but not
    /// against someone who prepares collisions.
    /// </summary>
    Digest,

    /// <summary>
    /// Unknown: the group was read from a format that does not record it, such as an fdupes list. A search never
    /// produces this value.
    /// </summary>
    Unstated,

    /// <summary>
    /// The copies on disks are proved as by <see cref="Digest"/>. Those on a saved volume that was made from a list of
    /// digests have their XXH64 digest, as the list says. The same applies to the values that follow; if lists with
    /// several algorithms have a copy, this is the first of their values here.
    /// </summary>
    Xxh64,

    /// <summary>Like <see cref="Xxh64"/>, with MetroHash128.</summary>
    Metro128,

    /// <summary>Like <see cref="Xxh64"/>, with MD5.</summary>
    Md5,

    /// <summary>Like <see cref="Xxh64"/>, with SHA-1.</summary>
    Sha1,

    /// <summary>Like <see cref="Xxh64"/>, with SHA-256.</summary>
    Sha256,

    /// <summary>Like <see cref="Xxh64"/>, with SHA-384.</summary>
    Sha384,

    /// <summary>Like <see cref="Xxh64"/>, with SHA-512.</summary>
    Sha512,

    /// <summary>Like <see cref="Xxh64"/>, with BLAKE2b.</summary>
    Blake2b,

    /// <summary>
    /// Like <see cref="Xxh64"/>, with the MD5 of the MD5s of all parts: the ETag of an object that was uploaded in
    /// parts.
    /// </summary>
    Md5Parts,
}
