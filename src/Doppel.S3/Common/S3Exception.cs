using System.Net;

namespace Doppel.S3;

/// <summary>
/// The exception thrown when a server rejects a request, cannot be reached or returns an invalid response.
/// </summary>
/// <remarks>Expected outcomes (not found, condition not met) are results, not exceptions.</remarks>
public sealed class S3Exception : Exception
{
    /// <summary>Initializes a new instance with a default message.</summary>
    public S3Exception()
        : this("A request to S3 failed.")
    {
    }

    /// <summary>Initializes a new instance with a message.</summary>
    /// <param name="message">The message that describes the error.</param>
    public S3Exception(string message)
        : base(message)
    {
    }

    /// <summary>Initializes a new instance with a message and an inner exception.</summary>
    /// <param name="message">The message that describes the error.</param>
    /// <param name="innerException">The cause of the error, or null.</param>
    public S3Exception(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>The HTTP status of the response, or 0 if there was no response.</summary>
    public HttpStatusCode StatusCode { get; init; }

    /// <summary>
    /// The error code: the server's, such as <c>AccessDenied</c>, or one of <see cref="S3ErrorCode"/>.
    /// </summary>
    public string Code { get; init; } = S3ErrorCode.Unknown;

    /// <summary>
    /// The server's ID for this request, which identifies it in the server's logs, or null if it sent none.
    /// </summary>
    public string? RequestId { get; init; }

    /// <summary>The region of the bucket as reported by the server, or null if it sent none.</summary>
    public string? Region { get; init; }

    /// <summary>Whether the same request may succeed later.</summary>
    public bool IsRetryable { get; init; }

    /// <summary>
    /// Whether the server worked for no request of this client for as long as <see cref="S3RetryOptions.TimeMax"/>
    /// allows, so that other requests to it fail in the same way.
    /// </summary>
    public bool IsOutage { get; init; }

    /// <summary>
    /// Whether requests for other objects would fail in the same way: during an outage, and if the host, the
    /// certificate, the credentials, the clock or the bucket is the cause. If false, the next request may succeed.
    /// </summary>
    public bool AffectsAllRequests => IsOutage
        || (Code == S3ErrorCode.Connection && !IsRetryable)
        || Code is "NoSuchBucket" or "InvalidAccessKeyId" or "SignatureDoesNotMatch" or "ExpiredToken"
            or "RequestTimeTooSkewed";

    /// <summary>The number of times the request was sent.</summary>
    public int Attempts { get; init; }

    /// <summary>Returns the same failure as one that concerns every request to the server.</summary>
    internal S3Exception AsOutage() => new(Message, this)
    {
        StatusCode = StatusCode,
        Code = Code,
        RequestId = RequestId,
        Region = Region,
        IsRetryable = IsRetryable,
        IsOutage = true,
        Attempts = Attempts,
    };
}
