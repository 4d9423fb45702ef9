using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Doppel.S3.Server;

namespace Doppel.S3.Tests.Servers;

/// <summary>The server around the faults: rules, counts, connections, TLS and its end.</summary>
public sealed class FaultServerTests
{
    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    [Fact]
    public async Task Faults_happen_where_and_as_often_as_asked()
    {
        await using FaultServer server = FaultServer.Start();
        FaultRule rule = server.On(
            request => request.Target.Contains("partNumber=2"), Fault.Status(503, "SlowDown"), times: 2, after: 1);
        using HttpClient client = new();
        var seen = new List<int>();
        foreach (string target in (string[])["/a?partNumber=2", "/a?partNumber=1", "/a?partNumber=2", "/a?partNumber=2",
            "/a?partNumber=2"])
        {
            seen.Add((int)(await client.GetAsync(new Uri(server.Endpoint, target), s_cancellation)).StatusCode);
        }

        Assert.Equal([200, 200, 503, 503, 200], seen);
        Assert.Equal((2, 1, 5), (rule.Hits, server.Connections, server.Requests.Count));
        Assert.Equal([1, 2, 3, 4, 5], server.Requests.Select(request => request.Number));
    }

    [Fact]
    public async Task Requests_are_logged_as_received()
    {
        await using FaultServer server = FaultServer.Start();
        await RawClient.ExchangeAsync(
            server.Endpoint, "GET /./a//b/%7e?x&y=%2F HTTP/1.1\r\nHost: A\r\nX-A: 1\r\nx-a:  2 \r\n\r\n");
        RawRequest request = Assert.Single(server.Requests);
        Assert.Equal(("GET", "/./a//b/%7e", "x&y=%2F"), (request.Method, request.Path, request.Query));
        Assert.Equal(("1,2", "A", null), (request.Header("x-a"), request.Header("host"), request.Header("none")));
    }

    [Fact]
    public async Task Bodies_in_chunks_are_read_as_a_whole()
    {
        var handler = new EchoHandler();
        await using FaultServer server = FaultServer.Start(handler);
        (string text, _) = await RawClient.ExchangeAsync(server.Endpoint,
            "PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n"
            + "GET /b HTTP/1.1\r\n\r\n");
        Assert.Contains("\r\n\r\nabcde", text);
        Assert.Equal(2, server.Requests.Count);
    }

    [Theory]
    [InlineData(ConnectFault.Close, RawEnd.Closed)]
    [InlineData(ConnectFault.Reset, RawEnd.Reset)]
    public async Task Connections_end_before_a_request(ConnectFault fault, RawEnd expected)
    {
        await using FaultServer server = FaultServer.Start();
        server.NextConnection(fault);
        using RawClient client = await RawClient.ConnectAsync(server.Endpoint);
        if (fault != ConnectFault.Close)
        {
            await client.SendAsync("GET");
        }

        (string text, RawEnd end) = await client.ReadToEndAsync();
        Assert.Equal(("", expected), (text, end));
        Assert.Empty(server.Requests);
        (text, _) = await RawClient.ExchangeAsync(server.Endpoint, "GET / HTTP/1.1\r\n\r\n");
        Assert.StartsWith("HTTP/1.1 200", text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_connection_that_stalls_ends_with_the_server()
    {
        RawClient client;
        await using (FaultServer server = FaultServer.Start())
        {
            server.NextConnection(ConnectFault.Stall);
            client = await RawClient.ConnectAsync(server.Endpoint);
            await client.SendAsync("GET / HTTP/1.1\r\n\r\n");
        }

        using (client)
        {
            Assert.Equal("", (await client.ReadToEndAsync()).Text);
        }
    }

    [Fact]
    public async Task A_connection_that_was_kept_is_stale()
    {
        await using FaultServer server = FaultServer.Start();
        server.Next(Fault.AnswerThenClose);
        using RawClient client = await RawClient.ConnectAsync(server.Endpoint);
        await client.SendAsync("GET /1 HTTP/1.1\r\n\r\n");
        (string text, RawEnd end) = await client.ReadToEndAsync();
        Assert.EndsWith("plain", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Connection:", text);
        Assert.Equal(RawEnd.Closed, end);
    }

    [Fact]
    public async Task It_refuses_connections_and_takes_them_again()
    {
        await using FaultServer server = FaultServer.Start();
        await server.RefuseAsync();
        await Assert.ThrowsAsync<SocketException>(() => RawClient.ConnectAsync(server.Endpoint));
        server.AcceptAgain();
        using RawClient client = await RawClient.ConnectAsync(server.Endpoint);
    }

    [Fact]
    public async Task A_refusing_endpoint_refuses()
    {
        using var endpoint = new RefusingEndpoint();
        SocketException refused =
            await Assert.ThrowsAsync<SocketException>(() => RawClient.ConnectAsync(endpoint.Endpoint));
        Assert.Equal(SocketError.ConnectionRefused, refused.SocketErrorCode);
    }

    [Fact]
    public async Task It_speaks_TLS_with_a_certificate_and_faults_stay_faults()
    {
        using X509Certificate2 certificate = TestCertificate.Valid();
        await using FaultServer server = FaultServer.Start(certificate: certificate);
        using HttpClient client = Trusting(certificate);
        Assert.Equal("plain", await client.GetStringAsync(server.Endpoint, s_cancellation));
        server.Next(Fault.CutAfterBytes(2));
        var cut = await Assert.ThrowsAsync<HttpRequestException>(
            () => client.GetStringAsync(server.Endpoint, s_cancellation));
        Assert.IsAssignableFrom<IOException>(cut.InnerException);
        server.Next(Fault.ResetBeforeHeaders);
        await Assert.ThrowsAsync<HttpRequestException>(() => client.PutAsync(server.Endpoint, null, s_cancellation));
        Assert.Empty(server.Problems);
    }

    [Fact]
    public async Task An_alert_and_an_expired_certificate_end_the_handshake()
    {
        using X509Certificate2 certificate = TestCertificate.Expired();
        await using FaultServer server = FaultServer.Start(certificate: certificate);
        using HttpClient client = Trusting(certificate);
        var expired = await Assert.ThrowsAsync<HttpRequestException>(
            () => client.GetAsync(server.Endpoint, s_cancellation));
        Assert.IsType<AuthenticationException>(expired.InnerException);
        server.NextConnection(ConnectFault.TlsAlert);
        var alert = await Assert.ThrowsAsync<HttpRequestException>(
            () => client.GetAsync(server.Endpoint, s_cancellation));
        Assert.IsType<AuthenticationException>(alert.InnerException);
    }

    [Fact]
    public async Task Nothing_is_left_when_it_is_disposed()
    {
        FaultServer server = FaultServer.Start();
        FaultRule rule = server.On(_ => true, Fault.StallBeforeHeaders);
        using var client = new HttpClient();
        Task<HttpResponseMessage>[] stalled =
            [.. Enumerable.Range(0, 20).Select(_ => client.GetAsync(server.Endpoint, s_cancellation))];
        await server.WaitForRequestsAsync(20, s_cancellation);
        await rule.FirstHit;
        Assert.Equal(20, server.OpenConnections);
        await server.DisposeAsync();
        Assert.Equal(0, server.OpenConnections);
        Assert.All(stalled, one => Assert.False(one.IsCompletedSuccessfully));
        await Assert.ThrowsAsync<HttpRequestException>(() => Task.WhenAll(stalled));
    }

    [Fact]
    public async Task Input_that_is_not_HTTP_is_recorded_as_a_problem()
    {
        await using FaultServer server = FaultServer.Start();
        await RawClient.ExchangeAsync(server.Endpoint, "HELO example.org\r\n\r\n");
        Assert.IsType<WireException>(Assert.Single(server.Problems));
    }

    private static HttpClient Trusting(X509Certificate2 certificate) => new(new SocketsHttpHandler
    {
        SslOptions = new SslClientAuthenticationOptions
        {
            CertificateChainPolicy = new X509ChainPolicy
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                CustomTrustStore = { certificate },
                RevocationMode = X509RevocationMode.NoCheck,
            },
        },
    });

    private sealed class EchoHandler : IRequestHandler
    {
        public async ValueTask<Answer> AnswerAsync(
            RawRequest request, ReceivedBody body, CancellationToken cancellation) =>
            new Answer((int)HttpStatusCode.OK) { Body = await body.ReadAllAsync(cancellation) };
    }
}
