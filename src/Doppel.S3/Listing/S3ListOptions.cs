namespace Doppel.S3;

/// <summary>Options that select the objects to list, and how they are listed.</summary>
public sealed record S3ListOptions
{
    /// <summary>The prefix of the keys to list. Default: empty, which lists all keys.</summary>
    public string Prefix { get; init; } = string.Empty;

    /// <summary>
    /// The delimiter, usually <c>/</c>. Keys that contain it after <see cref="Prefix"/> are grouped into a single
    /// common prefix that ends with it. Default: none, so that every key is listed.
    /// </summary>
    public string? Delimiter { get; init; }

    /// <summary>
    /// The key after which the listing starts, in the order of UTF-8 bytes. Default: the listing starts at the first
    /// key.
    /// </summary>
    public string? StartAfter { get; init; }

    /// <summary>
    /// The number of entries per page, from 1 to 1,000. Servers may return fewer. Default: 1,000.
    /// </summary>
    public int PageSize { get; init; } = 1000;

    /// <summary>The version of the list request. Default: <see cref="S3ListVersion.V2"/>.</summary>
    public S3ListVersion Version { get; init; }

    /// <summary>
    /// Whether to request percent-encoded keys. Without encoding, a key with a control character makes its page invalid
    /// XML. What the response says about its encoding decides how it is read. Default: true. Use false for servers that
    /// reject the request.
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

/// <summary>Specifies which request lists objects.</summary>
public enum S3ListVersion
{
    /// <summary>ListObjectsV2, which continues with a token from the server.</summary>
    V2,

    /// <summary>ListObjects, for servers that support only this version. It continues after a key.</summary>
    V1,
}
