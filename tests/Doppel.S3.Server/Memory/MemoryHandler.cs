using System.Net;

namespace Doppel.S3.Server;

/// <summary>Sends the requests of a client to a server in this process, without a connection.</summary>
/// <param name="answer">Answers a request whose body was read.</param>
public sealed class MemoryHandler(Func<RawRequest, byte[], Answer> answer) : HttpMessageHandler
{
    private int _requests;

    /// <summary>Sends requests to a server in memory.</summary>
    public MemoryHandler(MemoryS3 memory)
        : this((memory ?? throw new ArgumentNullException(nameof(memory))).AnswerTo)
    {
    }

    /// <summary>Called before each request is answered; nothing where null.</summary>
    public Action<RawRequest>? Before { get; set; }

    /// <inheritdoc/>
    protected override async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(request);
        byte[] body = request.Content is null ? [] : await request.Content.ReadAsByteArrayAsync(cancellationToken);
        var raw = new RawRequest
        {
            Method = request.Method.Method,
            Target = request.RequestUri!.PathAndQuery,
            Version = "HTTP/1.1",
            Headers =
            [
                new("Host", request.RequestUri.Authority),
                .. request.Headers.NonValidated
                    .Select(static one => KeyValuePair.Create(one.Key, one.Value.ToString())),
                .. (request.Content?.Headers.NonValidated ?? default)
                    .Select(static one => KeyValuePair.Create(one.Key, one.Value.ToString())),
            ],
            Connection = 1,
            Number = Interlocked.Increment(ref _requests),
        };
        Before?.Invoke(raw);
        Answer given = answer(raw, body);
        var response = new HttpResponseMessage((HttpStatusCode)given.Status)
        {
            RequestMessage = request,
            Content = new ReadOnlyMemoryContent(raw.Method == "HEAD" ? default : given.Body),
        };
        response.Content.Headers.ContentLength = given.Body.Length;
        foreach ((string name, string value) in given.Headers)
        {
            if (!response.Headers.TryAddWithoutValidation(name, value))
            {
                response.Content.Headers.TryAddWithoutValidation(name, value);
            }
        }

        return response;
    }
}
