namespace Doppel.S3;

/// <summary>The parts of a request that are signed.</summary>
/// <remarks>
/// All values are unencoded. The signer encodes the path and query with <see cref="PercentEncoding"/>. Use the same
/// class to write the URL that is sent, so that both match.
/// </remarks>
public readonly ref struct SigningRequest
{
    /// <summary>The HTTP method, such as <c>GET</c>.</summary>
    public required ReadOnlySpan<char> Method { get; init; }

    /// <summary>
    /// The <c>Host</c> header: the host name and, if it is not the default of the scheme, the port.
    /// </summary>
    public required ReadOnlySpan<char> Host { get; init; }

    /// <summary>
    /// The unencoded path, starting with <c>/</c>. For the key <c>a b</c>, it is <c>/a b</c>.
    /// </summary>
    public required ReadOnlySpan<char> Path { get; init; }

    /// <summary>The query parameters in any order, unencoded; at most 64.</summary>
    public ReadOnlySpan<QueryParameter> Query { get; init; }

    /// <summary>
    /// The headers to sign, in any order; at most 60. Do not include those that are always signed: <c>host</c>,
    /// <c>x-amz-content-sha256</c>, <c>x-amz-date</c> and, with a session token, <c>x-amz-security-token</c>. Include
    /// every other <c>x-amz-</c> header of the request.
    /// </summary>
    public ReadOnlySpan<RequestHeader> Headers { get; init; }

    /// <summary>
    /// The value of the <c>x-amz-content-sha256</c> header: 64 lowercase hexadecimal digits, or a constant such as
    /// <see cref="PayloadHash.Unsigned"/>.
    /// </summary>
    public required ReadOnlySpan<char> PayloadHash { get; init; }

    /// <summary>
    /// The time in the <c>x-amz-date</c> header. Servers accept a difference of up to 15 minutes from their clock.
    /// </summary>
    public required DateTimeOffset Time { get; init; }
}

/// <summary>A query parameter, without percent-encoding.</summary>
/// <param name="Name">The name, such as <c>prefix</c>.</param>
/// <param name="Value">The value. Empty for parameters without a value, such as <c>uploads</c>.</param>
public readonly record struct QueryParameter(string Name, string Value = "");

/// <summary>A header of a request.</summary>
/// <param name="Name">The name, case-insensitive.</param>
/// <param name="Value">
/// The value: ASCII without control characters. Surrounding blanks and the length of runs of blanks are insignificant.
/// </param>
public readonly record struct RequestHeader(string Name, string Value);
