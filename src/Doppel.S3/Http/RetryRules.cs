using System.Net;

namespace Doppel.S3;

/// <summary>Decides which errors may be resolved by retrying.</summary>
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

    /// <summary>Returns whether a request with this status may have been executed anyway.</summary>
    internal static bool MayBeDone(HttpStatusCode status) => status is HttpStatusCode.InternalServerError
        or HttpStatusCode.BadGateway or HttpStatusCode.GatewayTimeout or HttpStatusCode.RequestTimeout;

    /// <summary>Returns whether a request that received no response certainly never reached the server.</summary>
    internal static bool WasNotSent(Exception failure) => failure is HttpRequestException
    {
        HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError
            or HttpRequestError.SecureConnectionError or HttpRequestError.ProxyTunnelError,
    };

    /// <summary>
    /// Returns the next delay: random between the minimum and three times the last delay, limited to the maximum.
    /// </summary>
    internal static TimeSpan NextDelay(S3RetryOptions options, TimeSpan last)
    {
        double least = options.DelayMin.TotalMilliseconds;
        double most = Math.Max(least, 3 * last.TotalMilliseconds);
        double wait = least + (Random.Shared.NextDouble() * (most - least));
        return TimeSpan.FromMilliseconds(Math.Min(wait, options.DelayMax.TotalMilliseconds));
    }
}
