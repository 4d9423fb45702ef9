namespace Doppel.S3;

/// <summary>Counts the requests that reach a server, each attempt for itself, and the body bytes received.</summary>
/// <remarks>Thread-safe. A request counts once it has been answered, or has been lost after it was sent.</remarks>
internal sealed class RequestMeter
{
    private long _lists;
    private long _gets;
    private long _heads;
    private long _bodyBytes;

    /// <summary>The requests for pages of listings.</summary>
    internal long Lists => Volatile.Read(ref _lists);

    /// <summary>The requests for objects.</summary>
    internal long Gets => Volatile.Read(ref _gets);

    /// <summary>The requests for the headers of objects.</summary>
    internal long Heads => Volatile.Read(ref _heads);

    /// <summary>The bytes of bodies, also of errors, as far as they were read.</summary>
    internal long BodyBytes => Volatile.Read(ref _bodyBytes);

    internal void AddBytes(long count) => Interlocked.Add(ref _bodyBytes, count);

    /// <summary>Counts an attempt that has ended.</summary>
    internal void Count(S3Call call, in AttemptResult result)
    {
        if (IsUnsent(result.Failure))
        {
            return;
        }

        if (call.Method == HttpMethod.Head)
        {
            Interlocked.Increment(ref _heads);
        }
        else if (call.Method == HttpMethod.Get)
        {
            Interlocked.Increment(ref call.Key.Length == 0 ? ref _lists : ref _gets);
        }
    }

    private static bool IsUnsent(S3Exception? failure) => failure?.InnerException is HttpRequestException
    {
        HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError
            or HttpRequestError.SecureConnectionError or HttpRequestError.ProxyTunnelError,
    };
}
