using System.Net;
using System.Net.Sockets;

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

    /// <summary>Returns whether an error concerns the server and not only one request.</summary>
    internal static bool IsOfServer(HttpStatusCode status, string? code) =>
        code is "SlowDown" or "InternalError" or "ServiceUnavailable"
        || status is HttpStatusCode.TooManyRequests or HttpStatusCode.InternalServerError or HttpStatusCode.BadGateway
            or HttpStatusCode.ServiceUnavailable or HttpStatusCode.GatewayTimeout;

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
    /// Returns whether no host has this name. If a name server cannot be reached, the result is false.
    /// </summary>
    internal static bool IsUnknownHost(Exception? failure) => failure is HttpRequestException
    {
        InnerException: SocketException { SocketErrorCode: SocketError.HostNotFound },
    };

    /// <summary>
    /// Returns the next delay: about twice the last one, with jitter, between the minimum and the maximum.
    /// </summary>
    internal static TimeSpan NextDelay(S3RetryOptions options, TimeSpan last)
    {
        TimeSpan next = last == TimeSpan.Zero
            ? options.DelayMin * (1 + Random.Shared.NextDouble())
            : last * (1.5 + Random.Shared.NextDouble());
        if (next >= options.DelayMax)
        {
            // Clients that have waited for long do not come back at the same moment.
            next = options.DelayMax * (0.75 + (0.25 * Random.Shared.NextDouble()));
        }

        return next > options.DelayMin ? next : options.DelayMin;
    }
}
