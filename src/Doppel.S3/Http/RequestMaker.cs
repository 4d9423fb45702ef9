using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Creates signed HTTP messages from calls. Everything constant for a client is created once.</summary>
internal sealed class RequestMaker(S3ClientOptions options, ServerClock clock)
{
    private const int TextOnStack = 512;
    private const int SignatureDigits = 64;
    private const string ContentHash = "x-amz-content-sha256";

    // Keys can contain "." and "..", "//" and "%2E", which must not be normalized.
    private static readonly UriCreationOptions s_asGiven =
        new() { DangerousDisablePathAndQueryCanonicalization = true };

    private readonly ConcurrentDictionary<string, SignerOf> _signers = new(StringComparer.Ordinal);
    private TimeText _time = new(DateTimeOffset.MinValue, string.Empty);

    /// <summary>Creates the message for one attempt, signed with the current time.</summary>
    internal HttpRequestMessage Make(
        S3Call call, BucketAddress address, S3Credentials? credentials, PayloadPlan plan, IdleTimer timer)
    {
        var message = new HttpRequestMessage(call.Method, AddressOf(call, address))
        {
            Version = options.HttpVersion,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        ChunkedContent? chunks = null;
        if (call.Body is not null)
        {
            chunks = plan.Chunks is { } how ? new ChunkedContent(call.Body, timer, how) : null;
            message.Content = chunks ?? ContentOf(call.Body, timer);
            if (call.Body.Length >= options.ExpectContinueBytesMin && !call.IsAnnounced)
            {
                message.Headers.ExpectContinue = true;
            }
        }

        foreach (ref readonly RequestHeader header in call.Headers)
        {
            Add(message, header.Name, header.Value);
        }

        if (credentials is not null)
        {
            Sign(message, chunks, call, address, credentials, plan);
        }
        else if (plan.Chunks is not null)
        {
            // This header describes the body.
            message.Headers.TryAddWithoutValidation(ContentHash, plan.Hash);
        }

        return message;
    }

    private static HttpContent ContentOf(RequestBody body, IdleTimer timer) =>
        body.Memory is { } bytes ? new MemoryContent(bytes, timer) : new BodyContent(body, timer);

    private static void Add(HttpRequestMessage message, string name, string value)
    {
        // HttpContent holds the headers that describe a body.
        if (!message.Headers.TryAddWithoutValidation(name, value))
        {
            message.Content?.Headers.TryAddWithoutValidation(name, value);
        }
    }

    [SkipLocalsInit]
    private static Uri AddressOf(S3Call call, BucketAddress address)
    {
        var text = new Utf8Builder(stackalloc byte[TextOnStack]);
        text.Append(address.Origin);
        PercentEncoding.AppendPath(address.PathPrefix, ref text);
        PercentEncoding.AppendPath(call.Key, ref text);
        byte separator = (byte)'?';
        foreach (ref readonly QueryParameter parameter in call.Query)
        {
            text.AppendByte(separator);
            PercentEncoding.AppendValue(parameter.Name, ref text);
            text.AppendByte((byte)'=');
            PercentEncoding.AppendValue(parameter.Value, ref text);
            separator = (byte)'&';
        }

        string uri = Encoding.Latin1.GetString(text.AsSpan());
        text.Dispose();
        return new Uri(uri, in s_asGiven);
    }

    [SkipLocalsInit]
    private void Sign(
        HttpRequestMessage message,
        ChunkedContent? chunks,
        S3Call call,
        BucketAddress address,
        S3Credentials credentials,
        PayloadPlan plan)
    {
        DateTimeOffset now = clock.Now;
        var path = new TextBuilder(stackalloc char[TextOnStack]);
        path.Append(address.PathPrefix);
        path.Append(call.Key);
        RequestSigner signer = SignerFor(credentials, address.Region);
        string authorization = signer.GetAuthorization(new SigningRequest
        {
            Method = call.Method.Method,
            Host = address.Host,
            Path = path.AsSpan(),
            Query = call.Query,
            Headers = call.Headers,
            PayloadHash = plan.Hash,
            Time = now,
        });
        path.Dispose();

        message.Headers.TryAddWithoutValidation(ContentHash, plan.Hash);
        message.Headers.TryAddWithoutValidation("x-amz-date", TextOf(now));
        if (credentials.SessionToken is not null)
        {
            message.Headers.TryAddWithoutValidation("x-amz-security-token", credentials.SessionToken);
        }

        message.Headers.TryAddWithoutValidation("Authorization", authorization);
        if (plan.Chunks is { Signing: ChunkSigning.Signed })
        {
            // The first chunk is chained to the signature of the request, which is at the end of its authorization.
            byte[] signature = Convert.FromHexString(authorization.AsSpan()[^SignatureDigits..]);
            chunks!.SignBy(signer.BeginChunks(now, signature));
        }
    }

    // The text is cached, because all requests within a second share it.
    private string TextOf(DateTimeOffset now)
    {
        TimeText known = Volatile.Read(ref _time);
        long second = now.UtcTicks / TimeSpan.TicksPerSecond;
        if (known.Time.UtcTicks / TimeSpan.TicksPerSecond != second)
        {
            known = new TimeText(now, AmzTime.Format(now));
            Volatile.Write(ref _time, known);
        }

        return known.Text;
    }

    private RequestSigner SignerFor(S3Credentials credentials, string region)
    {
        if (_signers.TryGetValue(region, out SignerOf? known) && ReferenceEquals(known.Credentials, credentials))
        {
            return known.Signer;
        }

        var signer = new RequestSigner(credentials, region);
        _signers[region] = new SignerOf(credentials, signer);
        return signer;
    }

    private sealed record SignerOf(S3Credentials Credentials, RequestSigner Signer);

    private sealed record TimeText(DateTimeOffset Time, string Text);
}
