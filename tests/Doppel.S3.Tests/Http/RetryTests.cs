using System.Net;
using System.Security.Authentication;
using System.Text;
using Doppel.S3.Tests.Servers;
using Doppel.Testing;

namespace Doppel.S3.Tests.Http;

/// <summary>When a request is sent again, where to, when, and as whom.</summary>
public sealed class RetryTests
{
    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    [Fact]
    public async Task Retries_of_one_object_end_with_the_budget_and_successes_pay_for_new_ones()
    {
        // The server works for other objects, so this is no outage.
        var server = new CannedServer(request => request.Path.EndsWith("bad", StringComparison.Ordinal)
            ? (HttpStatusCode.Conflict, Encoding.UTF8.GetBytes("<Error><Code>OperationAborted</Code></Error>"))
            : (HttpStatusCode.OK, [1]));
        using S3Client client = Client(server, static options => options with
        {
            Retry = options.Retry with { AttemptsMax = 100, Budget = 10 },
        });

        // A success refills no more than the budget has.
        await RequestsAsync("good", 20);
        Assert.Equal(3, await RequestsAsync("bad", 1));
        Assert.Equal(1, await RequestsAsync("bad", 1));
        Assert.Equal(1, await RequestsAsync("bad", 1));
        await RequestsAsync("good", 5);
        Assert.Equal(2, await RequestsAsync("bad", 1));

        async Task<int> RequestsAsync(string key, int calls)
        {
            int before = server.Requests.Count;
            for (int i = 0; i < calls; i++)
            {
                Exception? failure = await Record.ExceptionAsync(() => GetAsync(client, key));
                Assert.Equal(key == "good", failure is null);
            }

            return server.Requests.Count - before;
        }
    }

    [Theory]
    [InlineData("7", 7)]
    [InlineData("3600", 20)]
    public async Task A_server_says_how_long_to_wait_up_to_the_longest_wait(string asked, int seconds)
    {
        var clock = new ManualClock();
        int requests = 0;
        var server = new CannedServer(
            _ => requests++ == 0 ? (HttpStatusCode.ServiceUnavailable, []) : (HttpStatusCode.OK, [1]));
        server.Headers["Retry-After"] = asked;
        using S3Client client = Client(server, options => options with { Time = clock, Retry = new S3RetryOptions() });
        Task call = GetAsync(client);
        clock.Advance(TimeSpan.FromSeconds(seconds) - TimeSpan.FromTicks(1));
        Assert.Equal((1, false), (server.Requests.Count, call.IsCompleted));
        clock.Advance(TimeSpan.FromTicks(1));
        await call.WaitAsync(s_token);
        Assert.Equal(2, server.Requests.Count);
    }

    [Fact]
    public void A_wait_is_never_longer_than_the_longest()
    {
        var options = new S3RetryOptions { DelayMin = TimeSpan.FromSeconds(1), DelayMax = TimeSpan.FromSeconds(2) };
        for (int i = 0; i < 100; i++)
        {
            TimeSpan wait = RetryRules.NextDelay(options, TimeSpan.FromHours(1));
            Assert.InRange(wait, options.DelayMin, options.DelayMax);
        }
    }

    [Fact]
    public async Task Credentials_that_have_expired_are_replaced_and_sign_the_next_request()
    {
        var provider = new TwoKeys();
        var server = new CannedServer((HttpStatusCode.BadRequest, "<Error><Code>ExpiredToken</Code></Error>"),
            (HttpStatusCode.OK, "x"));
        using var client = new S3Client(
            new S3ClientOptions { Endpoint = "http://s3.test" }, provider, new HttpMessageInvoker(server));
        await GetAsync(client);
        Assert.Equal(["KEY1", "KEY2"], server.Requests.Select(KeyOf));

        static string KeyOf(CannedRequest request) =>
            request.Message.Headers.NonValidated["Authorization"].ToString().Split('=')[1].Split('/')[0];
    }

    [Theory]
    [InlineData("https://s3.test/b/k", 4)]
    [InlineData("https://b.s3.test/k", 4)]
    [InlineData("http://s3.test/b/k", 1)]
    [InlineData("https://evils3.test/b/k", 1)]
    [InlineData("https://example.org/b/k", 1)]
    public async Task Redirects_are_followed_three_times_and_only_within_the_endpoint(string location, int requests)
    {
        var server = new CannedServer((HttpStatusCode.TemporaryRedirect, ""));
        server.Headers["Location"] = location;
        using S3Client client = Client(server, static options => options with { Endpoint = "https://s3.test" });
        await Assert.ThrowsAsync<S3Exception>(() => GetAsync(client));
        Assert.Equal(requests, server.Requests.Count);
    }

    [Theory]
    [InlineData(HttpStatusCode.Forbidden, 2)]
    [InlineData(HttpStatusCode.BadRequest, 1)]
    public async Task Only_a_refusal_corrects_the_clock(HttpStatusCode status, int requests)
    {
        var server = new CannedServer((status, "<Error><Code>RequestTimeTooSkewed</Code></Error>"));
        server.Headers["Date"] = "Mon, 01 Jan 2024 00:00:00 GMT";
        using S3Client client = Client(server);
        await Assert.ThrowsAsync<S3Exception>(() => GetAsync(client));
        Assert.Equal(requests, server.Requests.Count);
    }

    [Fact]
    public async Task Error_messages_of_a_server_are_cut_to_a_thousand_characters()
    {
        using S3Client client = new CannedServer(
            (HttpStatusCode.Forbidden, $"<Error><Code>C</Code><Message>{new string('m', 5000)}</Message></Error>"))
            .Client();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => GetAsync(client));
        Assert.InRange(failure.Message.Length, 1024, 1100);
    }

    [Theory]
    [InlineData("NoSuchBucket", true)]
    [InlineData("NoSuchKey", false)]
    public async Task A_missing_bucket_is_an_error_and_a_missing_object_is_not(string code, bool isError)
    {
        using S3Client client =
            new CannedServer((HttpStatusCode.NotFound, $"<Error><Code>{code}</Code></Error>")).Client();
        Exception? failure = await Record.ExceptionAsync(() => GetAsync(client));
        Assert.Equal(isError, failure is S3Exception { Code: "NoSuchBucket" });
    }

    [Theory]
    [InlineData(HttpRequestError.ConnectionError, S3ErrorCode.Connection, 3)]
    [InlineData(HttpRequestError.NameResolutionError, S3ErrorCode.Connection, 3)]
    [InlineData(HttpRequestError.ResponseEnded, S3ErrorCode.Ambiguous, 1)]
    public async Task A_conditional_write_is_ambiguous_only_if_it_was_sent(
        HttpRequestError error, string code, int requests)
    {
        int sent = 0;
        var server = new CannedServer(_ => throw Failure(error, inner: null, ref sent));
        using S3Client client = server.Client();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () => await client.PutObjectAsync(
            "b", "k", new byte[1], new S3PutOptions { Conditions = S3Conditions.Create }, s_token));
        Assert.Equal(
            (code, requests), (failure.Code, server.Requests.Count(static request => request.Method == "PUT")));
        Assert.InRange(sent, requests, 3 + requests);
    }

    [Fact]
    public async Task A_certificate_that_is_not_trusted_is_not_tried_again()
    {
        int sent = 0;
        var server = new CannedServer(
            _ => throw Failure(HttpRequestError.SecureConnectionError, new AuthenticationException("no"), ref sent));
        using S3Client client = server.Client();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => GetAsync(client));
        Assert.Equal((false, 1), (failure.IsRetryable, sent));
    }

    // The stream holds more than the body, so a second request would send what follows as another content.
    [Theory]
    [InlineData(HttpStatusCode.BadRequest, "ExpiredToken")]
    [InlineData(HttpStatusCode.Forbidden, "RequestTimeTooSkewed")]
    [InlineData(HttpStatusCode.TemporaryRedirect, "TemporaryRedirect")]
    [InlineData(HttpStatusCode.InternalServerError, "InternalError")]
    public async Task A_body_is_sent_again_only_if_its_stream_can_seek(HttpStatusCode status, string code)
    {
        const int BodyBytes = 10;
        byte[] content = [.. Enumerable.Range(0, 2 * BodyBytes).Select(static i => (byte)i)];
        foreach (bool canSeek in (bool[])[true, false])
        {
            var server = new CannedServer((status, $"<Error><Code>{code}</Code></Error>"), (HttpStatusCode.OK, ""));
            server.Headers["Date"] = "Mon, 01 Jan 2024 00:00:00 GMT";
            server.Headers["Location"] = "http://b.s3.test/k";
            server.Headers["ETag"] = "\"0123456789abcdef0123456789abcdef\"";
            using var client = new S3Client(
                new S3ClientOptions
                {
                    Endpoint = "http://s3.test",
                    VerifiesETags = false,
                    Retry = new S3RetryOptions { DelayMin = TimeSpan.Zero, DelayMax = TimeSpan.Zero },
                },
                new TwoKeys(),
                new HttpMessageInvoker(server));
            Stream stream = canSeek ? new MemoryStream(content) : new NoSeekStream(content);
            Exception? failure = await Record.ExceptionAsync(
                async () => await client.PutObjectAsync("b", "k", stream, BodyBytes, options: null, s_token));
            Assert.Equal(canSeek, failure is null);
            Assert.Equal(canSeek ? 2 : 1, server.Requests.Count);
        }
    }

    private static HttpRequestException Failure(HttpRequestError error, Exception? inner, ref int sent)
    {
        sent++;
        return new HttpRequestException(error, "It failed.", inner);
    }

    private static S3Client Client(CannedServer server, Func<S3ClientOptions, S3ClientOptions>? change = null)
    {
        var options = new S3ClientOptions
        {
            Endpoint = "http://s3.test",
            Retry = new S3RetryOptions { AttemptsMax = 1, DelayMin = TimeSpan.Zero, DelayMax = TimeSpan.Zero },
        };
        var credentials = new S3Credentials { AccessKeyId = "KEY", SecretAccessKey = "secret" };
        return new S3Client(
            change?.Invoke(options) ?? options,
            S3CredentialsProvider.Fixed(credentials),
            new HttpMessageInvoker(server));
    }

    private static async Task GetAsync(S3Client client, string key = "k")
    {
        using S3Object found = await client.GetObjectAsync("b", key, cancellationToken: s_token);
    }

    private sealed class TwoKeys : IS3CredentialsProvider
    {
        private S3Credentials _current = Make("KEY1");

        public ValueTask<S3Credentials> GetAsync(CancellationToken cancellationToken) => new(_current);

        public void Discard(S3Credentials refused) => _current = Make("KEY2");

        private static S3Credentials Make(string key) => new() { AccessKeyId = key, SecretAccessKey = "secret" };
    }
}
