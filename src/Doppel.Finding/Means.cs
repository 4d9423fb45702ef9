namespace Doppel.Finding;

/// <summary>By what means a search does its steps, whatever the steps are.</summary>
/// <remarks>
/// The defaults are what measured best. Others are there to measure what each is worth; they find the same files.
/// Not public, because digests of another kind must not get into a report.
/// </remarks>
internal sealed record Means
{
    /// <summary>The means of a search unless it is told otherwise.</summary>
    internal static Means Default { get; } = new();

    /// <summary>What equal content is known by where it is not compared. Default: XXH3-128.</summary>
    public DigestKind Digest { get; init; }

    /// <summary>Whether memory for content, lists and hash states is used again. Default: true.</summary>
    public bool ReusesMemory { get; init; } = true;

    /// <summary>
    /// Whether another thread closes files. Default: false; it gains nothing where a closing is one short call.
    /// </summary>
    public bool ClosesInBackground { get; init; }

    /// <summary>
    /// Whether the path of each file is kept as a string, and the file opened by it. Default: false; paths are numbers.
    /// </summary>
    public bool KeepsPathsAsText { get; init; }
}
