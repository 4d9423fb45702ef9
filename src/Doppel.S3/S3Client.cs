using System.Buffers;
using System.Net;
using Doppel.S3.Credentials;
using Doppel.S3.Http;
using Doppel.S3.Uploads;

namespace Doppel.S3;

/// <summary>Speaks with a service that speaks S3.</summary>
/// <remarks>
/// <para>Thread-safe; make one and keep it. What is expected to happen (not found, condition not met) is a result,
/// what is not is an <see cref="S3Exception"/>. Every request is signed anew each time it is sent, and sent again as
/// <see cref="S3RetryOptions"/> says. Keys are sent exactly as they are given, <c>..</c> and <c>//</c> included.</para>
/// <para>The tasks that its methods return are awaited once, as with every <see cref="ValueTask"/>.</para>
/// <para>Source: Amazon S3 API Reference, version 2006-03-01.</para>
/// </remarks>
public sealed partial class S3Client : IDisposable
{
    private static readonly SearchValues<char> s_bucketCharacters =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._");

    private readonly S3Transport _transport;
    private readonly HttpMessageInvoker? _own;
    private readonly UploadBuffers _buffers;

    /// <summary>Makes a client with connections of its own.</summary>
    /// <param name="options">Where requests go.</param>
    /// <param name="credentials">Who signs them; null sends them unsigned, which public buckets allow.</param>
    /// <exception cref="ArgumentException">An option is out of its range.</exception>
    public S3Client(S3ClientOptions options, IS3CredentialsProvider? credentials)
        : this(options, credentials, http: null)
    {
    }

    /// <summary>Makes a client over connections of the caller.</summary>
    /// <param name="options">Where requests go.</param>
    /// <param name="credentials">Who signs them; null sends them unsigned, which public buckets allow.</param>
    /// <param name="http">
    /// What sends; an <see cref="HttpClient"/> too, whose own timeout then holds besides. It is never disposed. It must
    /// not follow redirects, decompress or keep cookies: a followed request carries no signature. Null: own
    /// connections.
    /// </param>
    /// <exception cref="ArgumentException">An option is out of its range.</exception>
    public S3Client(S3ClientOptions options, IS3CredentialsProvider? credentials, HttpMessageInvoker? http)
        : this(options, credentials, http, configure: null)
    {
    }

    /// <summary>As above; own connections are set up by a test besides, so that they trust its certificate.</summary>
    internal S3Client(
        S3ClientOptions options,
        IS3CredentialsProvider? credentials,
        HttpMessageInvoker? http,
        Action<SocketsHttpHandler>? configure)
    {
        ArgumentNullException.ThrowIfNull(options);
        options.Validate();
        _own = http is null ? OwnConnections(options, configure) : null;
        _transport = new S3Transport(options, credentials, http ?? _own!, isOwn: http is null);
        _buffers = new UploadBuffers(options.UploadBufferBytesMax);
    }

    /// <summary>Closes the client's own connections. Answers that are still being read break off.</summary>
    public void Dispose()
    {
        _own?.Dispose();
        _transport.Dispose();
        _buffers.Dispose();
    }

    private static HttpMessageInvoker OwnConnections(S3ClientOptions options, Action<SocketsHttpHandler>? configure)
    {
        var connections = new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            UseCookies = false,
            ActivityHeadersPropagator = null,
            ConnectCallback = WatchedConnection.ConnectAsync,
            PlaintextStreamFilter = WatchedConnection.WatchAsync,
            ConnectTimeout = options.ConnectTimeout,
            MaxConnectionsPerServer = options.ConnectionsMax,

            // Names of large services lead to other machines by the minute.
            PooledConnectionLifetime = TimeSpan.FromMinutes(10),
        };
        configure?.Invoke(connections);
        return new HttpMessageInvoker(connections);
    }

    private static void CheckBucket(string bucket)
    {
        ArgumentException.ThrowIfNullOrEmpty(bucket);
        bool isName = bucket.Length <= 255 && bucket is not ("." or "..")
            && !bucket.AsSpan().ContainsAnyExcept(s_bucketCharacters);
        if (!isName)
        {
            throw new ArgumentException(
                $"'{bucket}' is no name of a bucket: letters, digits, '-', '.' and '_', at most 255.", nameof(bucket));
        }
    }

    // An empty key would address the bucket itself.
    private static void CheckKey(string bucket, string key)
    {
        CheckBucket(bucket);
        ArgumentException.ThrowIfNullOrEmpty(key);
    }
}
