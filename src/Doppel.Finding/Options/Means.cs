namespace Doppel.Finding;

/// <summary>Implementation choices for the steps of a search, independent of what the steps are.</summary>
/// <remarks>
/// The defaults are what measured best. The alternatives exist to measure what each choice gains; they find the same
/// files. Not public, because digests of another kind must not get into a report.
/// </remarks>
internal sealed record Means
{
    /// <summary>Gets the defaults.</summary>
    internal static Means Default { get; } = new();

    /// <summary>Gets the digest that identifies equal content where it is not compared. Default: XXH3-128.</summary>
    public DigestKind Digest { get; init; }

    /// <summary>Gets whether memory for content, lists and hash states is reused. Default: true.</summary>
    public bool ReusesMemory { get; init; } = true;

    /// <summary>
    /// Gets whether a separate thread closes files. Default: false; it gains nothing where closing is one short call.
    /// </summary>
    public bool ClosesInBackground { get; init; }

    /// <summary>
    /// Gets whether each file's path is kept as a string and used to open the file. Default: false, which represents
    /// paths as numbers.
    /// </summary>
    public bool KeepsPathsAsText { get; init; }
}

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
