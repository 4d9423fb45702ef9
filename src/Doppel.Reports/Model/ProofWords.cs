namespace Doppel.Reports;

/// <summary>The words for a proof in text, JSON and CSV.</summary>
internal static class ProofWords
{
    /// <summary>All words, as an error lists them.</summary>
    public const string Listed =
        "bytes, xxh3-128, xxh64, metro128, md5, sha1, sha256, sha384, sha512, blake2b, md5-parts or unstated";

    /// <summary>All proofs. A word that another one begins with comes after it.</summary>
    public static ReadOnlySpan<Proof> All =>
    [
        Proof.Bytes, Proof.Digest, Proof.Unstated, Proof.Xxh64, Proof.Metro128, Proof.Md5Parts, Proof.Md5, Proof.Sha1,
        Proof.Sha256, Proof.Sha384, Proof.Sha512, Proof.Blake2b,
    ];

    public static ReadOnlySpan<byte> Of(Proof proof) => proof switch
    {
        Proof.Bytes => "bytes"u8,
        Proof.Digest => "xxh3-128"u8,
        Proof.Unstated => "unstated"u8,
        Proof.Xxh64 => "xxh64"u8,
        Proof.Metro128 => "metro128"u8,
        Proof.Md5 => "md5"u8,
        Proof.Sha1 => "sha1"u8,
        Proof.Sha256 => "sha256"u8,
        Proof.Sha384 => "sha384"u8,
        Proof.Sha512 => "sha512"u8,
        Proof.Blake2b => "blake2b"u8,
        Proof.Md5Parts => "md5-parts"u8,
        _ => throw new ArgumentOutOfRangeException(nameof(proof), proof, "A proof must be one of Proof."),
    };

    public static bool TryParse(ReadOnlySpan<byte> word, out Proof proof)
    {
        foreach (Proof one in All)
        {
            if (word.SequenceEqual(Of(one)))
            {
                proof = one;
                return true;
            }
        }

        proof = Proof.Unstated;
        return false;
    }
}
