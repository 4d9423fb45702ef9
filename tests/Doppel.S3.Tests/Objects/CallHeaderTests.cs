using System.Net;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Objects;

/// <summary>Which requests carry which further headers.</summary>
public sealed class CallHeaderTests
{
    private const string Key = "x-amz-server-side-encryption-customer-key";
    private const string SourceKey = "x-amz-copy-source-server-side-encryption-customer-key";

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_customer_key_is_sent_only_where_content_is_read_or_written()
    {
        using var server = new CannedServer(Answer);
        using S3Client client = ClientOf(server, "http://127.0.0.1:1");
        S3Client with = client.WithCustomerKey(new S3CustomerKey(new byte[S3CustomerKey.ByteCount]));
        await with.PutObjectAsync("b", "k", new byte[] { 1 }, null, s_token);
        (await with.GetObjectAsync("b", "k", null, s_token)).Dispose();
        await with.HeadObjectAsync("b", "k", null, s_token);
        await with.StartUploadAsync("b", "k", null, s_token);
        await with.UploadPartAsync("b", "k", "u", 1, new byte[] { 1 }, s_token);
        Assert.All(server.Requests, static request => Assert.Equal(44, request.Header(Key)!.Length));
        Assert.All(server.Requests, static request => Assert.Null(request.Header(SourceKey)));

        int before = server.Requests.Count;
        await with.CopyObjectAsync("b", "k", "b", "l", null, s_token);
        await with.UploadPartCopyAsync("b", "k", "b", "l", "u", 1, 0, 10, cancellationToken: s_token);
        Assert.All(server.Requests.Skip(before), static request =>
        {
            Assert.NotNull(request.Header(Key));
            Assert.NotNull(request.Header(SourceKey));
        });

        before = server.Requests.Count;
        await with.DeleteObjectAsync("b", "k", cancellationToken: s_token);
        await with.AbortUploadAsync("b", "k", "u", s_token);
        await with.DeleteTagsAsync("b", "k", null, s_token);
        await with.SetTagsAsync("b", "k", new Dictionary<string, string> { ["a"] = "b" }, null, s_token);
        await with.BucketExistsAsync("b", s_token);
        await with.WithCustomerKey(null).HeadObjectAsync("b", "k", null, s_token);
        await client.HeadObjectAsync("b", "k", null, s_token);
        Assert.All(server.Requests.Skip(before), static request => Assert.Null(request.Header(Key)));
        Assert.Equal(7, server.Requests.Count - before);
    }

    [Fact]
    public void A_customer_key_is_not_sent_where_others_can_read_it()
    {
        var key = new S3CustomerKey(new byte[S3CustomerKey.ByteCount]);
        using var server = new CannedServer("");
        using S3Client exposed = ClientOf(server, "http://s3.test");
        using S3Client secure = ClientOf(server, "https://s3.test");
        Assert.Throws<InvalidOperationException>(() => exposed.WithCustomerKey(key));
        Assert.NotNull(secure.WithCustomerKey(key));
        Assert.Throws<ArgumentException>(() => new S3CustomerKey(new byte[31]));
    }

    [Fact]
    public async Task The_server_is_asked_to_encrypt_what_is_stored()
    {
        using var server = new CannedServer(Answer);
        using S3Client client = ClientOf(server, "http://127.0.0.1:1");
        var managed = new S3PutOptions { Encryption = S3Encryption.Managed };
        var kms = new S3PutOptions { Encryption = S3Encryption.Kms("arn:key", "{\"a\":\"b\"}") };
        await client.PutObjectAsync("b", "k", new byte[] { 1 }, managed, s_token);
        await client.StartUploadAsync("b", "k", kms, s_token);
        await client.CopyObjectAsync("b", "k", "b", "l", new S3CopyOptions { Replacement = kms }, s_token);
        string?[] algorithms =
            [.. server.Requests.Select(static request => request.Header("x-amz-server-side-encryption"))];
        Assert.Equal(["AES256", "aws:kms", "aws:kms"], algorithms);
        Assert.Equal("arn:key", server.Requests[1].Header("x-amz-server-side-encryption-aws-kms-key-id"));
        Assert.Equal("eyJhIjoiYiJ9", server.Requests[1].Header("x-amz-server-side-encryption-context"));
    }

    [Fact]
    public async Task Object_locks_are_reported()
    {
        using var server = new CannedServer(Answer);
        server.Headers["x-amz-object-lock-mode"] = "COMPLIANCE";
        server.Headers["x-amz-object-lock-retain-until-date"] = "2031-05-01T12:30:00.123Z";
        server.Headers["x-amz-object-lock-legal-hold"] = "ON";
        server.Headers["x-amz-server-side-encryption"] = "aws:kms";
        using S3Client client = ClientOf(server, "http://127.0.0.1:1");
        S3ObjectInfo found = await client.HeadObjectAsync("b", "k", null, s_token);
        Assert.Equal(("COMPLIANCE", true, "aws:kms"), (found.LockMode, found.IsLegalHold, found.Encryption));
        Assert.Equal(new DateTimeOffset(2031, 5, 1, 12, 30, 0, 123, TimeSpan.Zero), found.RetainUntil);
        server.Headers.Clear();
        found = await client.HeadObjectAsync("b", "k", null, s_token);
        Assert.Equal((null, false, null), (found.LockMode, found.IsLegalHold, found.RetainUntil));
    }

    [Fact]
    public async Task Requester_pays_is_declared_in_every_request_and_in_every_presigned_URL()
    {
        using var server = new CannedServer(Answer);
        foreach (bool pays in (bool[])[true, false])
        {
            int before = server.Requests.Count;
            server.Headers["ETag"] = "\"e\"";
            using var client = new S3Client(
                new S3ClientOptions { Endpoint = "http://127.0.0.1:1", RequesterPays = pays },
                S3CredentialsProvider.Fixed(new S3Credentials { AccessKeyId = "a", SecretAccessKey = "s" }),
                new HttpMessageInvoker(server));
            S3Client with = client.WithHeaders(new RequestHeader("x-more", "x"));
            await client.BucketExistsAsync("b", s_token);
            (await client.GetObjectAsync("b", "k", null, s_token)).Dispose();
            await with.CopyObjectAsync("b", "k", "b", "l", null, s_token);
            await with.DeleteObjectAsync("b", "k", cancellationToken: s_token);
            Assert.Equal(4, server.Requests.Count - before);
            Assert.All(server.Requests.Skip(before), request => Assert.Equal(
                (pays ? "requester" : null, pays),
                (request.Header("x-amz-request-payer"), request.Header("authorization")!
                    .Contains(";x-amz-request-payer", StringComparison.Ordinal))));
            string signed = await client.PresignGetAsync("b", "k", TimeSpan.FromHours(1), s_token);
            Assert.Equal(pays, signed.Contains("&x-amz-request-payer=requester", StringComparison.Ordinal));
        }
    }

    [Theory]
    [InlineData("", "x")]
    [InlineData("a b", "x")]
    [InlineData("x:y", "x")]
    [InlineData("Authorization", "x")]
    [InlineData("x-amz-date", "x")]
    [InlineData("X-Amz-Content-SHA256", "x")]
    [InlineData("x-a", "ü")]
    [InlineData("x-a", "a\r\nb: c")]
    [InlineData("x-a", null)]
    public void Headers_that_cannot_be_sent_are_refused(string name, string? value)
    {
        using var server = new CannedServer("");
        using S3Client client = server.Client();
        Assert.Throws<ArgumentException>(() => client.WithHeaders(new RequestHeader(name, value!)));
    }

    private static (HttpStatusCode, byte[]) Answer(CannedRequest request) => (HttpStatusCode.OK, request switch
    {
        { Method: "POST" } => "<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>"u8
            .ToArray(),
        { Method: "PUT" } when request.Header(S3Call.CopySourceHeader) is null => [],
        { Method: "PUT" } when request.Query.ContainsKey("uploadId") =>
            "<CopyPartResult><ETag>e</ETag></CopyPartResult>"u8.ToArray(),
        { Method: "PUT" } => "<CopyObjectResult><ETag>e</ETag></CopyObjectResult>"u8.ToArray(),
        _ => [],
    });

    private static S3Client ClientOf(CannedServer server, string endpoint)
    {
        server.Headers["ETag"] = "\"e\"";
        return new S3Client(
            new S3ClientOptions { Endpoint = endpoint }, credentials: null, new HttpMessageInvoker(server));
    }
}
