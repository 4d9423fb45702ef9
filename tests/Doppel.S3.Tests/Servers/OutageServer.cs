using System.Collections.Concurrent;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using Doppel.Testing;

namespace Doppel.S3.Tests.Servers;

/// <summary>Keeps objects in memory, answers in the caller's thread, and is away for some simulated time.</summary>
/// <param name="clock">The clock.</param>
/// <param name="absence">How it is away.</param>
/// <param name="after">The outage begins after this number of requests.</param>
/// <param name="lasts">How long the outage lasts.</param>
internal sealed partial class OutageServer(ManualClock clock, Absence absence, int after, TimeSpan lasts)
    : HttpMessageHandler
{
    private readonly ConcurrentDictionary<string, byte[]> _objects = new(StringComparer.Ordinal);
    private int _requests;
    private int _refused;
    private long _began = -1;

    /// <summary>What it holds, by key.</summary>
    public ConcurrentDictionary<string, byte[]> Objects => _objects;

    /// <summary>The number of requests, without those during the outage.</summary>
    public int Answered => Volatile.Read(ref _requests) - Refused;

    /// <summary>The number of requests during the outage.</summary>
    public int Refused => Volatile.Read(ref _refused);

    protected override async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        int number = Interlocked.Increment(ref _requests);
        if (number == after + 1)
        {
            Volatile.Write(ref _began, clock.GetTimestamp());
        }

        long began = Volatile.Read(ref _began);
        if (began < 0 || clock.GetTimestamp() >= began + lasts.Ticks)
        {
            return await AnswerAsync(request, cancellationToken);
        }

        Interlocked.Increment(ref _refused);
        if (absence == Absence.Reset && number % 2 == 0)
        {
            await AnswerAsync(request, cancellationToken);
        }

        return absence switch
        {
            Absence.Refused => throw new HttpRequestException(HttpRequestError.ConnectionError, "Connection refused"),
            Absence.Reset => throw new HttpRequestException(HttpRequestError.ResponseEnded, "Connection reset"),
            Absence.Unavailable => Response(HttpStatusCode.ServiceUnavailable, []),
            _ => Response(HttpStatusCode.InternalServerError, []),
        };
    }

    private async Task<HttpResponseMessage> AnswerAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        string key = Uri.UnescapeDataString(request.RequestUri!.AbsolutePath)["/b/".Length..];
        byte[] body = request.Content is null ? [] : await request.Content.ReadAsByteArrayAsync(cancellationToken);
        if (request.Method == HttpMethod.Put)
        {
            bool isNew = _objects.TryAdd(key, body);
            return isNew ? Response(HttpStatusCode.OK, [], body) : Response(HttpStatusCode.PreconditionFailed, []);
        }

        if (request.Method == HttpMethod.Post)
        {
            foreach (Match match in Key().Matches(Encoding.UTF8.GetString(body)))
            {
                _objects.TryRemove(match.Groups[1].Value, out _);
            }

            return Response(HttpStatusCode.OK, "<DeleteResult/>"u8.ToArray());
        }

        if (!_objects.TryGetValue(key, out byte[]? content))
        {
            return Response(HttpStatusCode.NotFound, []);
        }

        byte[] sent = request.Method == HttpMethod.Head ? [] : content;
        HttpResponseMessage found = Response(HttpStatusCode.OK, sent, content);
        found.Content.Headers.ContentLength = content.Length;
        return found;
    }

    private static HttpResponseMessage Response(HttpStatusCode status, byte[] body, byte[]? content = null)
    {
        var response = new HttpResponseMessage(status) { Content = new ByteArrayContent(body) };
        if (content is not null)
        {
            using var md5 = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
            md5.AppendData(content);
            response.Headers.TryAddWithoutValidation(
                "ETag", $"\"{Convert.ToHexStringLower(md5.GetHashAndReset())}\"");
        }

        return response;
    }

    [GeneratedRegex("<Key>([^<]*)</Key>")]
    private static partial Regex Key();
}

/// <summary>How a server is away.</summary>
public enum Absence
{
    /// <summary>No connection can be opened.</summary>
    Refused,

    /// <summary>Each request is carried out or not, and the connection ends instead of a response.</summary>
    Reset,

    /// <summary>A gateway answers for it: 503.</summary>
    Unavailable,

    /// <summary>It answers 500.</summary>
    Broken,
}
