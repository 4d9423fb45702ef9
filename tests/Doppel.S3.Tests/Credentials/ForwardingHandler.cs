using System.Collections.Concurrent;

namespace Doppel.S3.Tests.Credentials;

/// <summary>Sends every request to one server, whomever it was for, and keeps whom.</summary>
internal sealed class ForwardingHandler(string server)
    : DelegatingHandler(new SocketsHttpHandler { UseProxy = false })
{
    public ConcurrentQueue<Uri> Wanted { get; } = [];

    protected override Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        Uri wanted = request.RequestUri!;
        Wanted.Enqueue(wanted);
        request.Headers.Host ??= wanted.Authority;
        request.RequestUri = new Uri(new Uri(server), wanted.PathAndQuery);
        return base.SendAsync(request, cancellationToken);
    }
}
