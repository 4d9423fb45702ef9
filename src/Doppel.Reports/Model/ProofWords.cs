namespace Doppel.Reports;

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
        proof = word.SequenceEqual("bytes"u8) ? Proof.Bytes
            : word.SequenceEqual("xxh3-128"u8) ? Proof.Digest
            : Proof.Unstated;
        return word.SequenceEqual(Of(proof));
    }
}
