namespace Doppel.S3.Signing;

/// <summary>What is signed of a request.</summary>
/// <remarks>
/// Everything is given as it is meant. Path and query are percent-encoded in here by <see cref="PercentEncoding"/>,
/// which also has to write the address that is sent: then both agree.
/// </remarks>
public readonly ref struct SigningRequest
{
    /// <summary>The method, such as <c>GET</c>.</summary>
    public required ReadOnlySpan<char> Method { get; init; }

    /// <summary>The header <c>Host</c>: name and, where it is not the default of the scheme, port.</summary>
    public required ReadOnlySpan<char> Host { get; init; }

    /// <summary>The path from its first <c>/</c> on, not encoded: key <c>a b</c> is <c>/a b</c>.</summary>
    public required ReadOnlySpan<char> Path { get; init; }

    /// <summary>The parameters of the query in any order, not encoded; at most 64.</summary>
    public ReadOnlySpan<QueryParameter> Query { get; init; }

    /// <summary>
    /// Headers to sign in any order, at most 60, without those that are always signed: <c>host</c>,
    /// <c>x-amz-content-sha256</c>, <c>x-amz-date</c> and, with a session token, <c>x-amz-security-token</c>.
    /// Every other <c>x-amz-</c> header of the request belongs here.
    /// </summary>
    public ReadOnlySpan<RequestHeader> Headers { get; init; }

    /// <summary>
    /// The header <c>x-amz-content-sha256</c>: 64 lower-case hexadecimal digits, or a word such as
    /// <see cref="PayloadHash.Unsigned"/>.
    /// </summary>
    public required ReadOnlySpan<char> PayloadHash { get; init; }

    /// <summary>
    /// The time of the header <c>x-amz-date</c>; servers allow 15 minutes of difference to their clock.
    /// </summary>
    public required DateTimeOffset Time { get; init; }
}
