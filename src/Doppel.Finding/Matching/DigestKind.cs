namespace Doppel.Finding;

/// <summary>A digest that tells contents apart.</summary>
internal enum DigestKind : byte
{
    /// <summary>XXH3-128, the one that reports show.</summary>
    Xxh3,

    /// <summary>The first half of SHA-256, to measure what XXH3-128 gains. No report may show it.</summary>
    Sha256,
}
