using System.Text;
using Doppel.Pooling;
using Doppel.Testing;

namespace Doppel.S3.Tests.Signing;

public sealed class RequestSignerTests
{
    private static readonly S3Credentials s_credentials = new() { AccessKeyId = "AKID", SecretAccessKey = "se/cr+et=" };
    private static readonly DateTimeOffset s_time = new(2026, 12, 31, 23, 59, 59, TimeSpan.Zero);

    [Fact]
    public void Random_requests_are_signed_as_by_naive_code()
    {
        for (int round = TestRun.Count(1000, 50_000); round > 0; round--)
        {
            int seed = round + TestRun.SeedOffset;
            var random = new Random(seed);
            S3Credentials credentials = s_credentials with
            {
                SessionToken = random.Next(2) == 0 ? null : Convert.ToBase64String(Bytes(random, 700)),
            };
            var ours = new RequestSigner(credentials, "eu-west-3", "s3");
            var naive = new NaiveSigner(credentials, "eu-west-3", "s3");
            SampleRequest request = Some(random);
            string expected = naive.CanonicalRequest(
                request.Method, request.Host, request.Path, request.Query, request.Headers, request.Payload,
                request.Time);
            var canonical = new Utf8Builder(new byte[random.Next(2000)]);
            ours.AppendCanonicalRequest(request, ref canonical);
            Assert.True(expected == canonical.ToString(), $"seed {seed}\n{expected}\n{canonical.ToString()}");
            Assert.Equal(naive.Authorization(expected, request.Time), ours.GetAuthorization(request));
            canonical.Dispose();
        }
    }

    [Fact]
    public void A_key_is_good_for_the_day_of_the_request_also_when_days_alternate()
    {
        var signer = new RequestSigner(s_credentials, "r");
        var naive = new NaiveSigner(s_credentials, "r", "s3");
        foreach (int seconds in (int[])[0, 1, 0, 1, 86_400, 0, -86_400])
        {
            var request = new SampleRequest { Time = s_time.AddSeconds(seconds).ToOffset(TimeSpan.FromHours(-7)) };
            string canonical =
                naive.CanonicalRequest("GET", request.Host, "/", [], [], PayloadHash.Empty, request.Time);
            Assert.Equal(naive.Authorization(canonical, request.Time), signer.GetAuthorization(request));
        }
    }

    [Fact]
    public async Task Many_threads_may_share_a_signer_over_midnight()
    {
        var signer = new RequestSigner(s_credentials, "r");
        SampleRequest[] requests =
            [.. Enumerable.Range(0, 8).Select(i => new SampleRequest { Time = s_time.AddHours(i * 9) })];
        string[] expected =
            [.. requests.Select(request => new RequestSigner(s_credentials, "r").GetAuthorization(request))];
        await Task.WhenAll(Enumerable.Range(0, 8).Select(thread => Task.Run(() =>
        {
            for (int i = 0; i < 500; i++)
            {
                int which = (i + thread) % requests.Length;
                Assert.Equal(expected[which], signer.GetAuthorization(requests[which]));
            }
        }, TestContext.Current.CancellationToken)));
    }

    [Fact]
    public void Signing_allocates_the_string_and_into_a_span_nothing()
    {
        var signer = new RequestSigner(s_credentials with { SessionToken = new string('t', 300) }, "us-east-1");
        var request = new SampleRequest
        {
            Method = "PUT",
            Path = "/bucket/" + new string('ä', 300),
            Query = [new("uploadId", new string('/', 200)), new("partNumber", "7")],
            Headers = [new("x-amz-meta-b", "1  2"), new("Content-Type", "application/pdf"), new("x-amz-meta-a", "")],
        };
        char[] destination = new char[1000];
        int length = 0;
        Assert.Equal(0, Allocated(() => signer.TryGetAuthorization(request, destination, out length)));
        long stringBytes = (22 + (2 * length) + 7) / 8 * 8;
        Assert.Equal(stringBytes, Allocated(() => signer.GetAuthorization(request)));
    }

    [Fact]
    public void A_destination_that_is_too_short_is_left_alone()
    {
        var signer = new RequestSigner(s_credentials, "us-east-1");
        var request = new SampleRequest();
        string expected = signer.GetAuthorization(request);
        char[] destination = new char[expected.Length];
        Assert.False(signer.TryGetAuthorization(request, destination.AsSpan(1), out int written));
        Assert.Equal((0, new string('\0', expected.Length)), (written, new string(destination)));
        Assert.True(signer.TryGetAuthorization(request, destination, out written));
        Assert.Equal((expected.Length, expected), (written, new string(destination)));
    }

    [Fact]
    public void Requests_that_cannot_be_sent_are_not_signed()
    {
        var signer = new RequestSigner(s_credentials, "us-east-1");
        SampleRequest[] bad =
        [
            new() { Path = "" }, new() { Path = "key" }, new() { Path = "/\uD800" }, new() { Path = "/a\uDC00b" },
            new() { Query = [new("a", "\uD800")] },
            new() { Headers = [new("", "x")] }, new() { Headers = [new("a b", "x")] },
            new() { Headers = [new("a:", "x")] },
            new() { Headers = [new("x-amz-meta-a", "1\r\nx-amz-acl: public-read")] },
            new() { Headers = [new("x-amz-meta-a", "é")] },
            new() { Headers = [new("Host", "x")] }, new() { Headers = [new("X-Amz-Date", "x")] },
            new() { Headers = [new("X-Amz-Content-SHA256", "x")] },
            new() { Headers = [new("x-amz-security-token", "x")] },
            new() { Host = "host\n" + "x" },
            new() { Headers = [.. Enumerable.Range(0, 65).Select(i => new RequestHeader("a" + i, ""))] },
            new() { Query = [.. Enumerable.Range(0, 65).Select(i => new QueryParameter("a" + i))] },
        ];
        Assert.All(bad, request => Assert.Throws<ArgumentException>(() => signer.GetAuthorization(request)));
        Assert.Throws<ArgumentException>(() => new RequestSigner(s_credentials, ""));
        Assert.Throws<ArgumentException>(() => new RequestSigner(s_credentials, "a/b"));
        Assert.Throws<ArgumentException>(() => new RequestSigner(s_credentials with { AccessKeyId = "a,b" }, "r"));
        Assert.Throws<ArgumentException>(() => new RequestSigner(s_credentials with { SecretAccessKey = "" }, "r"));
    }

    [Fact]
    public void Percent_encoding_keeps_unreserved_characters_and_in_paths_the_slash()
    {
        const string all = "/a//b/../.%2E~-_+ *'()!$&=@:,;\"<>\\^`{}|\0é€😀";
        var path = new Utf8Builder(stackalloc byte[4]);
        var value = new Utf8Builder(stackalloc byte[4]);
        PercentEncoding.AppendPath(all, ref path);
        PercentEncoding.AppendValue(all, ref value);
        Assert.Equal(string.Join('/', all.Split('/').Select(Uri.EscapeDataString)), path.ToString());
        Assert.Equal(Uri.EscapeDataString(all), value.ToString());
        path.Dispose();
        value.Dispose();
    }

    [Fact]
    public void Times_are_written_in_utc() =>
        Assert.Equal("20130524T000000Z", AmzTime.Format(new(2013, 5, 23, 17, 0, 0, 999, TimeSpan.FromHours(-7))));

    [Fact]
    public void The_hash_of_content_is_that_of_the_framework()
    {
        Assert.Equal(PayloadHash.Empty, PayloadHash.Compute([]));
        char[] destination = new char[64];
        PayloadHash.Compute([], destination);
        Assert.Equal(PayloadHash.Empty, new string(destination));
        Assert.Throws<ArgumentException>(() => PayloadHash.Compute([], new char[63]));
    }

    [Fact]
    public void The_text_of_credentials_shows_no_secret()
    {
        string text = (s_credentials with { SessionToken = "token-text" }).ToString();
        Assert.Contains("AKID", text);
        Assert.DoesNotContain("se/cr", text);
        Assert.DoesNotContain("token-text", text);
    }

    private static SampleRequest Some(Random random) => new()
    {
        Method = random.GetItems<string>(["GET", "PUT", "POST", "HEAD", "DELETE"], 1)[0],
        Host = "bucket.example.org:" + random.Next(65536),
        Path = "/" + Text(random, 40),
        Query = [.. Enumerable.Range(0, random.Next(6)).Select(
            _ => new QueryParameter(Text(random, 3), Text(random, 30)))],
        Headers = [.. Enumerable.Range(0, random.Next(8)).Select(_ => new RequestHeader(
            "X-Amz-Meta-" + (char)('a' + random.Next(4)),
            Blanks(random) + "v" + Blanks(random) + random.Next() + Blanks(random)))],
        Payload = random.Next(2) == 0 ? PayloadHash.Unsigned : PayloadHash.Compute(Bytes(random, 99)),
        Time = s_time.AddSeconds(random.Next()),
    };

    private static string Text(Random random, int lengthMax)
    {
        var text = new StringBuilder();
        for (int i = random.Next(lengthMax); i > 0; i--)
        {
            text.Append(random.Next(8) switch
            {
                0 => "/",
                1 => new Rune(random.Next(0xE000, 0x110000)).ToString(),
                2 => new Rune(random.Next(0xD800)).ToString(),
                3 => random.GetItems("~%+ =&.-_*'()".AsSpan(), 1)[0].ToString(),
                _ => ((char)random.Next('a', 'z' + 1)).ToString(),
            });
        }

        return text.ToString();
    }

    private static string Blanks(Random random) => new(' ', Math.Max(0, random.Next(6) - 3));

    private static byte[] Bytes(Random random, int countMax)
    {
        byte[] bytes = new byte[random.Next(countMax)];
        random.NextBytes(bytes);
        return bytes;
    }

    private static long Allocated(Action action)
    {
        long least = long.MaxValue;
        for (int round = 0; round < 10; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            action();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
