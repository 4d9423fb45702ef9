using Doppel.S3.Http;

namespace Doppel.S3;

/// <summary>Where a client sends its requests and how patient it is.</summary>
public sealed record S3ClientOptions
{
    /// <summary>The address of Amazon's S3: <c>https://s3.{region}.amazonaws.com</c>.</summary>
    public const string AmazonEndpoint = "https://s3.{region}.amazonaws.com";

    /// <summary>
    /// The address of the service: scheme, name and, where it is not the usual one, port. <c>{region}</c> in it stands
    /// for <see cref="Region"/>, or for that of the bucket once a server has told it; so
    /// <c>https://s3.dualstack.{region}.amazonaws.com</c> reaches Amazon over IPv6 too. Default: Amazon's S3.
    /// </summary>
    public string Endpoint { get; init; } = AmazonEndpoint;

    /// <summary>
    /// The region that requests are signed for. Default: <c>us-east-1</c>, which most other servers take.
    /// </summary>
    public string Region { get; init; } = "us-east-1";

    /// <summary>Whether the bucket stands in the path or in the name of the host. Default: by the endpoint.</summary>
    public S3AddressStyle AddressStyle { get; init; } = S3AddressStyle.Auto;

    /// <summary>
    /// What of a body is signed. Default: all of it over plain HTTP, nothing over HTTPS, which protects it already.
    /// </summary>
    public S3PayloadSigning PayloadSigning { get; init; } = S3PayloadSigning.Auto;

    /// <summary>How often and for how long a request is tried again.</summary>
    public S3RetryOptions Retry { get; init; } = new();

    /// <summary>
    /// How long a request may stand still: no byte of its body taken, none of the answer come. From 10 ms to a day.
    /// Default: 60 seconds.
    /// </summary>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>
    /// The longest time from the last byte of a request to the end of an answer that is read whole: listings, errors,
    /// tags and other documents. Objects have no such limit; see <see cref="DownloadBytesMin"/>. Completions and copies
    /// have twelve times as long, because servers send blanks while they work. Such a request is not sent again. From
    /// 10 ms to a day. Default: 5 minutes.
    /// </summary>
    public TimeSpan AnswerTimeout { get; init; } = TimeSpan.FromMinutes(5);

    /// <summary>
    /// The fewest bytes of an object that must arrive in each <see cref="DownloadWindow"/> of waiting for them;
    /// otherwise the read fails with <see cref="S3ErrorCode.TooSlow"/>. Time between reads does not count. 0 sets no
    /// least rate. From 0 to 1 GiB. Default: 16 KiB.
    /// </summary>
    public int DownloadBytesMin { get; init; } = 16 * 1024;

    /// <summary>
    /// The time in which <see cref="DownloadBytesMin"/> must arrive. From 10 ms to a day. Default: 60 seconds.
    /// </summary>
    public TimeSpan DownloadWindow { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>
    /// How long opening a connection may take; only for connections of the client's own. From 10 ms to an hour.
    /// Default: 10 seconds.
    /// </summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Connections of the client's own to one host, 1 to 10,000. Default: 256.</summary>
    public int ConnectionsMax { get; init; } = 256;

    /// <summary>
    /// From how many bytes on a body waits for the server to ask for it (<c>Expect: 100-continue</c>, RFC 9110,
    /// 10.1.1), so that a refusal costs no upload. Parts never wait: their upload was begun, and a refusal had its
    /// chance. <see cref="long.MaxValue"/> never waits. Default: 1 MiB.
    /// </summary>
    public long ExpectContinueBytesMin { get; init; } = 1024 * 1024;

    /// <summary>
    /// Bytes that all uploads of this client together may hold in buffers, for sources that cannot be read twice; who
    /// needs more waits. At least twice the size of a part, at most 64 GiB. Default: 64 MiB.
    /// </summary>
    public long UploadBufferBytesMax { get; init; } = 64 * 1024 * 1024;

    /// <summary>
    /// The version of HTTP: <c>1.1</c> or <c>2.0</c>, and never another one. Default: 1.1, which is what S3 speaks.
    /// </summary>
    public Version HttpVersion { get; init; } = System.Net.HttpVersion.Version11;

    /// <summary>The clock of signatures and waits.</summary>
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
        InRange(UploadBufferBytesMax, 2 * S3UploadOptions.PartBytesMin, 1L << 36, nameof(UploadBufferBytesMax));
        Retry.Validate();
        ServiceAddress.Validate(this);
    }

    internal static void InRange<T>(T value, T least, T most, string name)
        where T : IComparable<T>
    {
        if (value.CompareTo(least) < 0 || value.CompareTo(most) > 0)
        {
            throw new ArgumentOutOfRangeException(name, value, $"{name} must be from {least} to {most}.");
        }
    }
}
