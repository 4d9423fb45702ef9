namespace Doppel.S3;

/// <summary>Which objects are listed, and how.</summary>
public sealed record S3ListOptions
{
    /// <summary>What keys begin with. Default: nothing, which is all of them.</summary>
    public string Prefix { get; init; } = string.Empty;

    /// <summary>
    /// Keys that have this behind <see cref="Prefix"/> are listed as one common prefix up to it; mostly <c>/</c>.
    /// Default: none, so that each key is listed.
    /// </summary>
    public string? Delimiter { get; init; }

    /// <summary>Only keys behind this one, in the order of their UTF-8 bytes. Default: from the first on.</summary>
    public string? StartAfter { get; init; }

    /// <summary>Entries of a page, 1 to 1,000; servers may give less. Default: 1,000.</summary>
    public int PageSize { get; init; } = 1000;

    /// <summary>Which request is made. Default: <see cref="S3ListVersion.V2"/>.</summary>
    public S3ListVersion Version { get; init; }

    /// <summary>
    /// Asks for percent-encoded keys, without which a key with a control character makes a page that is no XML. What
    /// the answer says of itself decides how it is read. Default: asked for; for servers that refuse it, not.
    /// </summary>
    public bool WithEncodedKeys { get; init; } = true;

    internal static S3ListOptions Default { get; } = new();

    internal void Validate()
    {
        ArgumentNullException.ThrowIfNull(Prefix);
        S3ClientOptions.InRange(PageSize, 1, 1000, nameof(PageSize));
        S3ClientOptions.InRange((int)Version, (int)S3ListVersion.V2, (int)S3ListVersion.V1, nameof(Version));
    }
}
