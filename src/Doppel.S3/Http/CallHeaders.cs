using System.Buffers;

namespace Doppel.S3;

/// <summary>Headers that a client adds to its calls.</summary>
/// <param name="always">Headers of every call.</param>
/// <param name="key">The key that encrypts the contents of objects, or null.</param>
internal sealed class CallHeaders(RequestHeader[] always, S3CustomerKey? key)
{
    // RFC 9110, 5.6.2.
    private static readonly SearchValues<char> s_token = SearchValues.Create(
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

    // What the client or the HTTP stack sets itself.
    private static readonly string[] s_own =
    [
        "authorization", "host", "content-length", "transfer-encoding", "expect", "connection", "x-amz-date",
        "x-amz-content-sha256", "x-amz-security-token",
    ];

    /// <summary>Says that the sender of a request pays for it.</summary>
    internal static RequestHeader RequesterPays { get; } = new("x-amz-request-payer", "requester");

    internal static CallHeaders None { get; } = new([], null);

    internal CallHeaders With(ReadOnlySpan<RequestHeader> more)
    {
        foreach (ref readonly RequestHeader header in more)
        {
            Check(header);
        }

        return new CallHeaders([.. always, .. more], key);
    }

    internal CallHeaders With(S3CustomerKey? other) => new(always, other);

    /// <summary>Adds the headers to a call that has everything else.</summary>
    internal void AddTo(S3Call call)
    {
        foreach (RequestHeader header in always)
        {
            call.AddHeader(header.Name, header.Value);
        }

        key?.AddTo(call);
    }

    private static void Check(RequestHeader header)
    {
        if (string.IsNullOrEmpty(header.Name) || header.Name.AsSpan().ContainsAnyExcept(s_token))
        {
            throw new ArgumentException($"'{header.Name}' is not a name of a header.");
        }

        if (s_own.Contains(header.Name, StringComparer.OrdinalIgnoreCase))
        {
            throw new ArgumentException($"The client sets the header '{header.Name}' itself.");
        }

        if (header.Value is null || header.Value.AsSpan().ContainsAnyExceptInRange(' ', '~'))
        {
            throw new ArgumentException($"The value of the header '{header.Name}' is not ASCII text.");
        }
    }
}
