using System.Net;
using System.Text;

namespace Doppel.S3.Tests.Servers;

/// <summary>Answers in the caller's thread by a function, and keeps what was asked.</summary>
internal sealed class CannedServer(Func<CannedRequest, (HttpStatusCode Status, byte[] Body)> answer)
    : HttpMessageHandler
{
    private readonly List<CannedRequest> _requests = [];

    /// <summary>Answers one after the other, and the last one for ever.</summary>
    public CannedServer(params string[] bodies)
        : this(bodies.Select(body => (HttpStatusCode.OK, body)).ToArray())
    {
    }

    /// <summary>Answers one after the other, and the last one for ever.</summary>
    public CannedServer(params (HttpStatusCode Status, string Body)[] answers)
        : this(Queue(answers))
    {
    }

    public IReadOnlyList<CannedRequest> Requests => _requests;

    /// <summary>Headers of all answers.</summary>
    public Dictionary<string, string> Headers { get; } = [];

    /// <summary>A client of this server that does not wait before it tries again.</summary>
    public S3Client Client(int attempts = 3) => new(
        new S3ClientOptions
        {
            Endpoint = "http://s3.test",
            Retry = new S3RetryOptions { AttemptsMax = attempts, DelayMin = TimeSpan.Zero, DelayMax = TimeSpan.Zero },
        },
        credentials: null,
        new HttpMessageInvoker(this));

    protected override async Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        byte[] body = [];
        if (request.Content is not null)
        {
            using var copy = new MemoryStream();
            await request.Content.CopyToAsync(copy, cancellationToken);
            body = copy.ToArray();
        }

        string[] address = request.RequestUri!.PathAndQuery.Split('?', 2);
        Dictionary<string, string> query = address.Length < 2 ? [] : address[1].Split('&')
            .Select(pair => pair.Split('=', 2))
            .ToDictionary(pair => Uri.UnescapeDataString(pair[0]), pair => Uri.UnescapeDataString(pair[1]));
        var asked = new CannedRequest(
            request.Method.Method, Uri.UnescapeDataString(address[0]), query, request, body);
        lock (_requests)
        {
            _requests.Add(asked);
        }

        (HttpStatusCode status, byte[] content) = answer(asked);
        var response = new HttpResponseMessage(status)
        {
            Content = new ByteArrayContent(request.Method == HttpMethod.Head ? [] : content),
        };
        foreach ((string name, string value) in Headers)
        {
            if (!response.Headers.TryAddWithoutValidation(name, value))
            {
                response.Content.Headers.TryAddWithoutValidation(name, value);
            }
        }

        if (request.Method == HttpMethod.Head)
        {
            response.Content.Headers.ContentLength = content.Length;
        }

        return response;
    }

    private static Func<CannedRequest, (HttpStatusCode Status, byte[] Body)> Queue((HttpStatusCode, string)[] answers)
    {
        int next = 0;
        return _ =>
        {
            (HttpStatusCode status, string body) = answers[Math.Min(next++, answers.Length - 1)];
            return (status, Encoding.UTF8.GetBytes(body));
        };
    }
}
