using System.Net;

namespace Doppel.S3;

/// <summary>A server refused a request, or could not be reached, or answered what makes no sense.</summary>
/// <remarks>What servers are expected to answer (not found, condition not met) is a result and no exception.</remarks>
public sealed class S3Exception : Exception
{
    /// <summary>Makes one.</summary>
    public S3Exception()
        : this("A request to S3 failed.")
    {
    }

    /// <summary>Makes one.</summary>
    /// <param name="message">What happened.</param>
    public S3Exception(string message)
        : base(message)
    {
    }

    /// <summary>Makes one.</summary>
    /// <param name="message">What happened.</param>
    /// <param name="innerException">Why.</param>
    public S3Exception(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>The status of the answer; 0 if there was none.</summary>
    public HttpStatusCode StatusCode { get; init; }

    /// <summary>
    /// The code of the error: the server's, such as <c>AccessDenied</c>, or one of <see cref="S3ErrorCode"/>.
    /// </summary>
    public string Code { get; init; } = S3ErrorCode.Unknown;

    /// <summary>
    /// What the server calls this request, for those who look into its logs; null if it did not tell.
    /// </summary>
    public string? RequestId { get; init; }

    /// <summary>The region that the server says the bucket is in; null if it did not tell.</summary>
    public string? Region { get; init; }

    /// <summary>Whether the same request may well succeed later.</summary>
    public bool IsRetryable { get; init; }

    /// <summary>How often the request was sent.</summary>
    public int Attempts { get; init; }
}
