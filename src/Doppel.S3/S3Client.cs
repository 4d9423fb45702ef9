using System.Buffers;
using System.Net;

namespace Doppel.S3;

/// <summary>Accesses buckets and objects of a service that implements the S3 API.</summary>
/// <remarks>
/// <para>Thread-safe; create one client and reuse it. Expected outcomes (not found, condition not met) are results;
/// anything else is an <see cref="S3Exception"/>. Each attempt of a request is signed separately; retries are
/// controlled by <see cref="S3RetryOptions"/>. Keys are sent exactly as given, including <c>..</c> and
/// <c>//</c>.</para>
/// <para>As with every <see cref="ValueTask"/>, await each returned task exactly once.</para>
/// <para>Source: Amazon S3 API Reference, version 2006-03-01.</para>
/// </remarks>
public sealed partial class S3Client : IDisposable
{
    private static readonly SearchValues<char> s_bucketCharacters =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._");

    private readonly S3Transport _transport;
    private readonly HttpMessageInvoker? _own;
    private readonly UploadBuffers _buffers;
    private readonly bool _isView;

    /// <summary>Creates a client that owns its connections.</summary>
    /// <param name="options">The address of the service and the settings of the client.</param>
    /// <param name="credentials">
    /// The provider of the credentials that sign requests. Null sends unsigned requests, which public buckets accept.
    /// </param>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    public S3Client(S3ClientOptions options, IS3CredentialsProvider? credentials)
        : this(options, credentials, http: null)
    {
    }

    /// <summary>Creates a client that uses the caller's connections.</summary>
    /// <param name="options">The address of the service and the settings of the client.</param>
    /// <param name="credentials">
    /// The provider of the credentials that sign requests. Null sends unsigned requests, which public buckets accept.
    /// </param>
    /// <param name="http">
    /// Sends the requests and is never disposed. If this is an <see cref="HttpClient"/>, its own timeout also applies.
    /// It must not follow redirects, decompress or keep cookies: a redirected request carries no signature. Null: the
    /// client creates and owns its connections.
    /// </param>
    /// <exception cref="ArgumentException">An option is out of range.</exception>
    public S3Client(S3ClientOptions options, IS3CredentialsProvider? credentials, HttpMessageInvoker? http)
        : this(options, credentials, http, configure: null)
    {
    }

    /// <summary>
    /// Creates a client as above. Tests can also configure its connections, so that they trust a test certificate.
    /// </summary>
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

    internal S3ClientOptions Options => _transport.Options;

    private S3Client(S3Client whole, S3Transport transport)
    {
        _isView = true;
        _transport = transport;
        _buffers = whole._buffers;
    }

    /// <summary>Returns a client that sends further headers with every request, and signs them.</summary>
    /// <remarks>
    /// It shares connections, credentials and buffers with this one, costs a few hundred bytes, and is usable until
    /// this client is disposed; disposing it does nothing. Presigned URLs do not contain the headers.
    /// </remarks>
    /// <param name="headers">
    /// The headers, in addition to those that this client adds. Example:
    /// <c>x-amz-expected-bucket-owner: 111122223333</c>, to use a bucket only if it belongs to that account.
    /// </param>
    /// <returns>The other client.</returns>
    /// <exception cref="ArgumentException">
    /// A name is invalid or one of those that the client sets itself, or a value is not ASCII text.
    /// </exception>
    public S3Client WithHeaders(params ReadOnlySpan<RequestHeader> headers) =>
        new(this, _transport.With(_transport.Headers.With(headers)));

    /// <summary>
    /// Returns a client that reads, writes and copies objects whose contents the server encrypts with a key of the
    /// caller (SSE-C).
    /// </summary>
    /// <remarks>
    /// <inheritdoc cref="WithHeaders" path="/remarks"/>
    /// Copies use the key for the source as well as for the copy. To copy from or to an object without it, add the
    /// headers of that side with <see cref="WithHeaders"/>.
    /// </remarks>
    /// <param name="key">The key, or null to stop using one.</param>
    /// <returns>The other client.</returns>
    /// <exception cref="InvalidOperationException">
    /// The endpoint uses plain HTTP and is on another machine, so that others could read the key.
    /// </exception>
    public S3Client WithCustomerKey(S3CustomerKey? key) => key is not null && _transport.IsExposed
        ? throw new InvalidOperationException("Over plain HTTP, others could read the key. Use an https endpoint.")
        : new(this, _transport.With(_transport.Headers.With(key)));

    /// <summary>Returns a client that shares everything with this one and counts its requests.</summary>
    internal S3Client WithMeter(RequestMeter meter) => new(this, _transport.With(meter));

    /// <summary>Closes the connections that the client owns. Responses still being read are aborted.</summary>
    public void Dispose()
    {
        if (_isView)
        {
            return;
        }

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

            // The DNS records of large services change every few minutes.
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
                $"'{bucket}' is not a bucket name: use at most 255 letters, digits, '-', '.' and '_'.", nameof(bucket));
        }
    }

    // An empty key would address the bucket itself.
    private static void CheckKey(string bucket, string key)
    {
        CheckBucket(bucket);
        ArgumentException.ThrowIfNullOrEmpty(key);
    }
}
