using Doppel.Hashing;

namespace Doppel.Benchmarks.Comparing;

/// <summary>A digest of content that comes in blocks.</summary>
internal interface IContentHash
{
    void Append(ReadOnlySpan<byte> block);

    /// <summary>
    /// The digest, or its first 16 bytes: enough to group by where the groups are known. Begins anew.
    /// </summary>
    Digest128 Finish();
}
