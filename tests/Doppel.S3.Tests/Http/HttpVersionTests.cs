using System.Net;
using System.Security.Cryptography.X509Certificates;
using Doppel.S3.Server;
using Doppel.S3.Tests.Servers;
using Doppel.S3.Tests.Signing.Verifier;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace Doppel.S3.Tests.Http;

/// <summary>The version of HTTP that is asked for is spoken over TLS, and never another one.</summary>
public sealed class HttpVersionTests
{
    private const string Region = "us-east-1";

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;
    private static readonly S3Credentials s_credentials = new() { AccessKeyId = "AKID", SecretAccessKey = "secret" };

    [Theory]
    [InlineData("1.1", HttpProtocols.Http1AndHttp2, "HTTP/1.1")]
    [InlineData("2.0", HttpProtocols.Http1AndHttp2, "HTTP/2")]
    [InlineData("2.0", HttpProtocols.Http2, "HTTP/2")]
    public async Task Requests_use_the_HTTP_version_that_is_asked_for(
        string version, HttpProtocols served, string expected)
    {
        await using WebApplication server = await StartAsync(served);
        using S3Client client = ClientOf(server, version);
        byte[] content = FaultyService.Content(3_000_000);
        foreach (ReadOnlyMemory<byte> body in (ReadOnlyMemory<byte>[])[default, content.AsMemory(0, 1), content])
        {
            S3PutResult stored = await client.PutObjectAsync("bucket", "a b/ü", body, cancellationToken: s_token);
            Assert.Equal($"\"{expected} {body.Length}\"", stored.ETag);
        }

        await Parallel.ForAsync(0, 16, s_token, async (_, token) =>
        {
            using S3Object found = await client.GetObjectAsync("bucket", "k", cancellationToken: token);
            byte[] read = new byte[found.Length];
            await found.ReadAsync(read, token);
            Assert.Equal(expected, System.Text.Encoding.ASCII.GetString(read));
        });
    }

    [Theory]
    [InlineData("2.0", HttpProtocols.Http1)]
    [InlineData("1.1", HttpProtocols.Http2)]
    public async Task A_server_without_that_version_gets_no_request(string version, HttpProtocols served)
    {
        await using WebApplication server = await StartAsync(served);
        using S3Client client = ClientOf(server, version);
        await Assert.ThrowsAsync<S3Exception>(
            async () => await client.HeadObjectAsync("bucket", "k", cancellationToken: s_token));
    }

    private static S3Client ClientOf(WebApplication server, string version)
    {
        var trusting = new SocketsHttpHandler { AllowAutoRedirect = false };
        trusting.SslOptions.RemoteCertificateValidationCallback =
            static (_, certificate, _, _) => certificate?.Subject == "CN=localhost";
        string address = server.Services.GetRequiredService<IServer>()
            .Features.GetRequiredFeature<IServerAddressesFeature>().Addresses.Single();
        var options = new S3ClientOptions
        {
            Endpoint = address,
            Region = Region,
            HttpVersion = Version.Parse(version),
            PayloadSigning = S3PayloadSigning.Signed,
            Retry = new S3RetryOptions { AttemptsMax = 1 },
        };
        return new S3Client(options, S3CredentialsProvider.Fixed(s_credentials), new HttpMessageInvoker(trusting));
    }

    // A server that judges each request, and answers with the version that it came by.
    private static async Task<WebApplication> StartAsync(HttpProtocols protocols)
    {
        X509Certificate2 certificate = TestCertificate.Valid();
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration().ConfigureKestrel(kestrel =>
            kestrel.Listen(IPAddress.Loopback, 0, listen =>
            {
                listen.Protocols = protocols;
                listen.UseHttps(certificate);
            }));
        WebApplication server = builder.Build();
        server.Run(AnswerAsync);
        await server.StartAsync(s_token);
        return server;
    }

    private static async Task AnswerAsync(HttpContext context)
    {
        HttpRequest request = context.Request;
        using var body = new MemoryStream();
        await request.Body.CopyToAsync(body, context.RequestAborted);
        string target = context.Features.GetRequiredFeature<IHttpRequestFeature>().RawTarget;
        var judged = new VerifierRequest(
            request.Method, target,
            [.. request.Headers.Select(header => KeyValuePair.Create(header.Key, header.Value.ToString()))],
            body.ToArray());
        Verdict verdict = new SigV4Verifier(s_credentials, Region, TimeProvider.System).Verify(judged);
        if (!verdict.IsAccepted)
        {
            context.Response.StatusCode = verdict.Status;
            return;
        }

        string protocol = request.Protocol;
        context.Response.Headers.ETag = $"\"{protocol} {body.Length}\"";
        context.Response.ContentLength = request.Method == "PUT" ? 0 : protocol.Length;
        if (request.Method == "GET")
        {
            await context.Response.WriteAsync(protocol, context.RequestAborted);
        }
    }
}
