using System.Collections.Concurrent;
using System.Globalization;
using System.Text;
using Doppel.S3.Server;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.EndToEnd.Harness;

/// <summary>Stands before a real server, and counts what it is asked and what it answers.</summary>
/// <remarks>It is for requests without a body. The header Host stays the client's, because it is signed.</remarks>
internal sealed class CountingProxy : IAsyncDisposable
{
    private readonly FaultServer _front = FaultServer.Start();
    private readonly HttpMessageInvoker _http =
        new(new SocketsHttpHandler { AllowAutoRedirect = false, UseProxy = false, UseCookies = false });

    private readonly string _server;
    private readonly ConcurrentDictionary<string, long> _partBytes = new(StringComparer.Ordinal);
    private long _bodyBytes;

    /// <summary>Begins to listen.</summary>
    /// <param name="server">Where all goes.</param>
    public CountingProxy(Uri server)
    {
        _server = server.GetLeftPart(UriPartial.Authority);
        _front.On(static _ => true, new Fault("relay", RelayAsync));
    }

    /// <summary>Where it listens.</summary>
    public Uri Endpoint => _front.Endpoint;

    /// <summary>Every request, also repeated ones.</summary>
    public IReadOnlyList<RawRequest> Requests => _front.Requests;

    /// <summary>The bytes of the bodies of all responses.</summary>
    public long BodyBytes => Interlocked.Read(ref _bodyBytes);

    /// <summary>What the server answered as the length of a part of an object, by path.</summary>
    public IReadOnlyDictionary<string, long> PartBytes => _partBytes;

    public async ValueTask DisposeAsync()
    {
        await _front.DisposeAsync();
        _http.Dispose();
    }

    private async ValueTask RelayAsync(Exchange exchange)
    {
        // No other form of the path has the same signature.
        var asItIs = new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true };
        using var request = new HttpRequestMessage(
            new HttpMethod(exchange.Request.Method), new Uri(_server + exchange.Request.Target, in asItIs));
        foreach ((string name, string value) in exchange.Request.Headers)
        {
            Assert.True(request.Headers.TryAddWithoutValidation(name, value), name);
        }

        using HttpResponseMessage response = await _http.SendAsync(request, exchange.Stop);
        byte[] body = await response.Content.ReadAsByteArrayAsync(exchange.Stop);
        long length = exchange.Request.Method == "HEAD"
            ? response.Content.Headers.ContentLength ?? 0
            : body.Length;
        if (exchange.Request.Query.Contains("partNumber=", StringComparison.Ordinal))
        {
            _partBytes[exchange.Request.Path] = length;
        }

        var head = new StringBuilder();
        head.Append(CultureInfo.InvariantCulture, $"HTTP/1.1 {(int)response.StatusCode} {response.ReasonPhrase}\r\n");
        foreach ((string name, IEnumerable<string> values) in response.Headers.Concat(response.Content.Headers)
            .Where(static header => header.Key is not ("Transfer-Encoding" or "Content-Length" or "Connection")))
        {
            head.Append(CultureInfo.InvariantCulture, $"{name}: {string.Join(',', values)}\r\n");
        }

        head.Append(CultureInfo.InvariantCulture, $"Content-Length: {length}\r\n\r\n");
        Interlocked.Add(ref _bodyBytes, body.Length);
        await exchange.WriteAsync(head.ToString());
        await exchange.WriteAsync(body);
    }
}
