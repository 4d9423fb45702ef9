using Doppel.Hashing;
using Doppel.Reports;

namespace Doppel.Finding;

/// <summary>Says what equal digests by the hash functions of lists prove.</summary>
internal static class ListedProof
{
    /// <summary>Returns the proof of copies that were compared by a hash function.</summary>
    internal static Proof Of(DigestAlgorithm algorithm) => algorithm switch
    {
        DigestAlgorithm.Xxh64 => Proof.Xxh64,
        DigestAlgorithm.Metro128 => Proof.Metro128,
        DigestAlgorithm.Md5 => Proof.Md5,
        DigestAlgorithm.Sha1 => Proof.Sha1,
        DigestAlgorithm.Sha256 => Proof.Sha256,
        DigestAlgorithm.Sha384 => Proof.Sha384,
        DigestAlgorithm.Sha512 => Proof.Sha512,
        DigestAlgorithm.Blake2b => Proof.Blake2b,
        _ when ContentHash.PartBytesOf(algorithm) > 0 => Proof.Md5Parts,
        _ => Proof.Digest,
    };

    /// <summary>
    /// Returns which of two hash functions decides what equal digests prove: that of a list, or the one that is easier
    /// to forge if both are.
    /// </summary>
    internal static DigestAlgorithm Weaker(DigestAlgorithm one, DigestAlgorithm other)
    {
        if (one == DigestAlgorithm.Xxh3 || other == DigestAlgorithm.Xxh3)
        {
            return one == DigestAlgorithm.Xxh3 ? other : one;
        }

        return RankOf(other) < RankOf(one) ? other : one;
    }

    // MD5s of parts are not harder to forge than MD5s.
    private static int RankOf(DigestAlgorithm algorithm) =>
        ContentHash.PartBytesOf(algorithm) > 0 ? (2 * (int)DigestAlgorithm.Md5) - 1 : 2 * (int)algorithm;
}
