namespace Doppel.S3;

/// <summary>A request for which a presigned URL gives access for a limited time, without credentials.</summary>
/// <remarks>All values are unencoded; the signer encodes them.</remarks>
public readonly ref struct PresignRequest
{
    /// <summary>The maximum lifetime of a presigned URL: seven days.</summary>
    public static readonly TimeSpan LifetimeMax = TimeSpan.FromDays(7);

    /// <summary>Creates a request. Properties without a default must be set.</summary>
    public PresignRequest()
    {
    }

    /// <summary>The scheme of the URL. Default: <c>https</c>.</summary>
    public ReadOnlySpan<char> Scheme { get; init; } = "https";

    /// <summary>The only HTTP method that the URL allows, such as <c>GET</c>.</summary>
    public required ReadOnlySpan<char> Method { get; init; }

    /// <summary>The host name and, if it is not the default of the scheme, the port.</summary>
    public required ReadOnlySpan<char> Host { get; init; }

    /// <summary>The unencoded path, starting with <c>/</c>.</summary>
    public required ReadOnlySpan<char> Path { get; init; }

    /// <summary>
    /// Additional query parameters in any order, unencoded; at most 57. Do not include the parameters of the signature.
    /// </summary>
    public ReadOnlySpan<QueryParameter> Query { get; init; }

    /// <summary>
    /// Headers that users of the URL must send with exactly these values; at most 60, without <c>Host</c>.
    /// </summary>
    public ReadOnlySpan<RequestHeader> Headers { get; init; }

    /// <summary>When the URL becomes valid.</summary>
    public required DateTimeOffset Time { get; init; }

    /// <summary>
    /// How long the URL is valid: whole seconds, from one second to <see cref="LifetimeMax"/>. With temporary
    /// credentials, it expires no later than they do.
    /// </summary>
    public required TimeSpan Lifetime { get; init; }
}
