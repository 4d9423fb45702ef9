using System.Net;

namespace Doppel.S3.Http;

/// <summary>Which errors may go away by themselves.</summary>
internal static class RetryRules
{
    internal static bool IsRetryable(HttpStatusCode status, string? code) => code switch
    {
        "SlowDown" or "InternalError" or "ServiceUnavailable" or "RequestTimeout" or "RequestLimitExceeded"
            or "Throttling" or "ThrottlingException" or "TooManyRequests" or "BandwidthLimitExceeded"
            or "OperationAborted" or "PriorRequestNotComplete" => true,
        _ => status is HttpStatusCode.RequestTimeout or HttpStatusCode.TooManyRequests
            or HttpStatusCode.InternalServerError or HttpStatusCode.BadGateway
            or HttpStatusCode.ServiceUnavailable or HttpStatusCode.GatewayTimeout,
    };

    /// <summary>Whether a request with such an answer may have been done nevertheless.</summary>
    internal static bool MayBeDone(HttpStatusCode status) => status is HttpStatusCode.InternalServerError
        or HttpStatusCode.BadGateway or HttpStatusCode.GatewayTimeout or HttpStatusCode.RequestTimeout;

    /// <summary>Whether a request that found no answer never got as far as the server.</summary>
    internal static bool WasNotSent(Exception failure) => failure is HttpRequestException
    {
        HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError
            or HttpRequestError.SecureConnectionError or HttpRequestError.ProxyTunnelError,
    };

    /// <summary>The next wait: random between the shortest and three times the last, never above the longest.</summary>
    internal static TimeSpan NextDelay(S3RetryOptions options, TimeSpan last)
    {
        double least = options.DelayMin.TotalMilliseconds;
        double most = Math.Max(least, 3 * last.TotalMilliseconds);
        double wait = least + (Random.Shared.NextDouble() * (most - least));
        return TimeSpan.FromMilliseconds(Math.Min(wait, options.DelayMax.TotalMilliseconds));
    }
}
