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
}
