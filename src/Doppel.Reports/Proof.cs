namespace Doppel.Reports;

/// <summary>How it was shown that the copies of a group are equal.</summary>
public enum Proof : byte
{
    /// <summary>Every byte of every copy was compared.</summary>
    Bytes,

    /// <summary>
    /// Equal size and equal XXH3-128 of all bytes: safe against chance, not against one who prepares collisions.
    /// </summary>
    Digest,

    /// <summary>
    /// Not told: the group was read from a form that does not say, such as a list of fdupes. A search never gives it.
    /// </summary>
    Unstated,
}
