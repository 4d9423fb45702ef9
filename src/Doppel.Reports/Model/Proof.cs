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

/// <summary>The words for a proof in JSON and CSV.</summary>
internal static class ProofWords
{
    public static ReadOnlySpan<byte> Of(Proof proof) => proof switch
    {
        Proof.Bytes => "bytes"u8,
        Proof.Digest => "xxh3-128"u8,
        Proof.Unstated => "unstated"u8,
        _ => throw new ArgumentOutOfRangeException(nameof(proof), proof, "A proof must be one of Proof."),
    };

    public static bool TryParse(ReadOnlySpan<byte> word, out Proof proof)
    {
        foreach (Proof one in (ReadOnlySpan<Proof>)[Proof.Bytes, Proof.Digest])
        {
            if (word.SequenceEqual(Of(one)))
            {
                proof = one;
                return true;
            }
        }

        proof = Proof.Unstated;
        return word.SequenceEqual(Of(proof));
    }
}
