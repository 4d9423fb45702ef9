namespace Doppel.S3;

/// <summary>The address of the service, and the timeouts and limits of a client.</summary>
public sealed record S3ClientOptions
{
    /// <summary>The Amazon S3 endpoint: <c>https://s3.{region}.amazonaws.com</c>.</summary>
    public const string AmazonEndpoint = "https://s3.{region}.amazonaws.com";

    /// <summary>What stands for the region in <see cref="Endpoint"/>.</summary>
    internal const string RegionMark = "{region}";

    /// <summary>
    /// The address of the service: scheme, host name and, if it is not the default, port. <c>{region}</c> stands for
    /// <see cref="Region"/>, or for the region of the bucket once a server has reported it. For example,
    /// <c>https://s3.dualstack.{region}.amazonaws.com</c> also reaches Amazon S3 over IPv6. Default: Amazon S3.
    /// </summary>
    public string Endpoint { get; init; } = AmazonEndpoint;

    /// <summary>
    /// The region that requests are signed for. Default: <c>us-east-1</c>, which most other servers accept.
    /// </summary>
    public string Region { get; init; } = "us-east-1";

    /// <summary>
    /// Whether the bucket name is part of the path or of the host name. Default: depends on the endpoint.
    /// </summary>
    public S3AddressStyle AddressStyle { get; init; } = S3AddressStyle.Auto;

    /// <summary>
    /// How much of a request body is signed. Default: the whole body over plain HTTP, nothing over HTTPS, which already
    /// protects it.
    /// </summary>
    public S3PayloadSigning PayloadSigning { get; init; } = S3PayloadSigning.Auto;

    /// <summary>
    /// Whether to pay for requests and downloads from buckets whose owner lets the requester pay. Such buckets reject
    /// requests otherwise; for all others, it changes nothing. Every request then has the header
    /// <c>x-amz-request-payer</c>, and presigned URLs have the query parameter. Default: no.
    /// </summary>
    public bool RequesterPays { get; init; }

    /// <summary>How often requests are retried, and how long the client waits between attempts.</summary>
    public S3RetryOptions Retry { get; init; } = new();

    /// <summary>
    /// How long a request may make no progress: no byte of its body sent, no byte of the response received.
    /// Completions, copies and batch deletions get four times as long, because some servers send nothing while they
    /// work. From 10 ms to one day. Default: 60 seconds.
    /// </summary>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>
    /// The maximum time from the last byte of a request to the end of a response that is read whole: listings, errors,
    /// tags and other documents. It does not apply to objects; see <see cref="DownloadBytesMin"/>. Completions and
    /// copies get twelve times as long, because servers send whitespace while they work. A request that exceeds this
    /// time is not retried. From 10 ms to one day. Default: 5 minutes.
    /// </summary>
    public TimeSpan AnswerTimeout { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// The minimum number of bytes of an object that must arrive in each <see cref="DownloadWindow"/> spent waiting for
    /// them; otherwise the read fails with <see cref="S3ErrorCode.TooSlow"/>. Time between reads does not count. 0
    /// disables the minimum rate. From 0 to 1 GiB. Default: 16 KiB.
    /// </summary>
    public int DownloadBytesMin { get; init; } = 16 * 1024;

    /// <summary>
    /// The period in which <see cref="DownloadBytesMin"/> must arrive. From 10 ms to one day. Default: 60 seconds.
    /// </summary>
    public TimeSpan DownloadWindow { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>
    /// The timeout for opening a connection. Applies only to connections that the client owns. From 10 ms to one hour.
    /// Default: 10 seconds.
    /// </summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>
    /// The maximum number of connections to one host that the client owns, from 1 to 10,000. Default: 256.
    /// </summary>
    public int ConnectionsMax { get; init; } = 256;

    /// <summary>
    /// The minimum body size, in bytes, for which the client waits until the server asks for the body
    /// (<c>Expect: 100-continue</c>, RFC 9110, 10.1.1), so that the body of a rejected request is not sent. Parts never
    /// wait: the server could already reject the start of their upload. <see cref="long.MaxValue"/> disables the wait.
    /// Default: 1 MiB.
    /// </summary>
    public long ExpectContinueBytesMin { get; init; } = 1024 * 1024;

    /// <summary>
    /// The maximum number of bytes that all uploads of this client together may buffer for sources that cannot be read
    /// twice. An upload that needs more waits. At least twice the part size, at most 64 GiB. Default: 64 MiB.
    /// </summary>
    public long UploadBufferBytesMax { get; init; } = 64 * 1024 * 1024;

    /// <summary>
    /// The HTTP version, <c>1.1</c> or <c>2.0</c>. No other version is negotiated. Default: 1.1, which S3 uses.
    /// </summary>
    public Version HttpVersion { get; init; } = System.Net.HttpVersion.Version11;

    /// <summary>
    /// Whether content that is read is compared with its ETag, where Amazon defines the ETag as an MD5: for an object
    /// that is not encrypted with a KMS or customer key and was stored with one request or, for downloads to files, in
    /// parts of known sizes. A mismatch fails with <see cref="S3ErrorCode.ChecksumMismatch"/>. Disable it for servers
    /// whose ETags look like MD5s and are none. Default: yes.
    /// </summary>
    public bool VerifiesETags { get; init; } = true;

    /// <summary>The clock for signatures, delays and timeouts.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    internal void Validate()
    {
        ArgumentException.ThrowIfNullOrEmpty(Endpoint);
        ArgumentException.ThrowIfNullOrEmpty(Region);
        ArgumentNullException.ThrowIfNull(Retry);
        ArgumentNullException.ThrowIfNull(Time);
        if (HttpVersion != System.Net.HttpVersion.Version11 && HttpVersion != System.Net.HttpVersion.Version20)
        {
            throw new ArgumentOutOfRangeException(nameof(HttpVersion), HttpVersion, "The version is 1.1 or 2.0.");
        }

        InRange(IdleTimeout, TimeSpan.FromMilliseconds(10), TimeSpan.FromDays(1), nameof(IdleTimeout));
        InRange(AnswerTimeout, TimeSpan.FromMilliseconds(10), TimeSpan.FromDays(1), nameof(AnswerTimeout));
        InRange(DownloadBytesMin, 0, 1 << 30, nameof(DownloadBytesMin));
        InRange(DownloadWindow, TimeSpan.FromMilliseconds(10), TimeSpan.FromDays(1), nameof(DownloadWindow));
        InRange(ConnectTimeout, TimeSpan.FromMilliseconds(10), TimeSpan.FromHours(1), nameof(ConnectTimeout));
        InRange(ConnectionsMax, 1, 10_000, nameof(ConnectionsMax));
        InRange(ExpectContinueBytesMin, 0, long.MaxValue, nameof(ExpectContinueBytesMin));
        InRange(UploadBufferBytesMax, 2 * S3Part.BytesMin, 1L << 36, nameof(UploadBufferBytesMax));
        Retry.Validate();
        CheckEndpoint(this);
    }

    internal static void InRange<T>(T value, T least, T most, string name)
        where T : IComparable<T>
    {
        if (value.CompareTo(least) < 0 || value.CompareTo(most) > 0)
        {
            throw new ArgumentOutOfRangeException(name, value, $"{name} must be from {least} to {most}.");
        }
    }

    private static void CheckEndpoint(S3ClientOptions options)
    {
        string text = options.Endpoint.Replace(RegionMark, "us-east-1", StringComparison.Ordinal);
        bool isAddress = Uri.TryCreate(text, UriKind.Absolute, out Uri? uri)
            && (uri.Scheme == Uri.UriSchemeHttp || uri.Scheme == Uri.UriSchemeHttps)
            && uri.PathAndQuery == "/" && uri.Fragment.Length == 0 && uri.UserInfo.Length == 0;
        if (!isAddress)
        {
            throw new ArgumentException(
                $"'{options.Endpoint}' is not an endpoint. Give scheme, host and port, such as "
                + "https://s3.example.org:9000.",
                nameof(options));
        }
    }
}

/// <summary>Specifies where the bucket name appears in request URLs.</summary>
public enum S3AddressStyle
{
    /// <summary>
    /// Virtual-host style for Amazon endpoints if the bucket name is valid as a host name; path style otherwise.
    /// </summary>
    Auto,

    /// <summary>Path style: <c>https://host/bucket/key</c>.</summary>
    Path,

    /// <summary>Virtual-host style: <c>https://bucket.host/key</c>.</summary>
    VirtualHost,
}

/// <summary>Specifies how much of a request body is signed.</summary>
public enum S3PayloadSigning
{
    /// <summary><see cref="Signed"/> over plain HTTP, <see cref="Unsigned"/> over HTTPS.</summary>
    Auto,

    /// <summary>
    /// Signs the whole body by its SHA-256. A body that can be read only once is signed in chunks while it is sent.
    /// </summary>
    Signed,

    /// <summary>Does not sign the body. Over plain HTTP it could be modified in transit undetected.</summary>
    Unsigned,
}
