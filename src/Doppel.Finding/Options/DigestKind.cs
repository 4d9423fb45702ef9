namespace Doppel.Finding;

/// <summary>The digest that identifies content.</summary>
internal enum DigestKind : byte
{
    /// <summary>XXH3-128, the digest that reports show.</summary>
    Xxh3,

    /// <summary>
    /// The first half of SHA-256, used to measure what XXH3-128 gains. It must never appear in a report.
    /// </summary>
    Sha256,
}
