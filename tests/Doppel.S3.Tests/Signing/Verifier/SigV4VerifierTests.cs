using Doppel.Testing;

namespace Doppel.S3.Tests.Signing.Verifier;

/// <summary>The judge is judged: by published signatures, and by requests that it has to refuse.</summary>
public sealed class SigV4VerifierTests
{
    private const string Token = "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267";

    private static readonly DateTimeOffset s_time = new(2026, 5, 1, 23, 50, 0, TimeSpan.Zero);
    private static readonly S3Credentials s_credentials = new() { AccessKeyId = "AKID", SecretAccessKey = "secret" };

    // From the suite of Amazon for all services: requests whose paths are sent as they are.
    [Theory]
    [InlineData("/", null, "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31")]
    [InlineData("//example//", null, "87cca117541a147f6df867677d98a7d80dff226d2bfca9e4ffa899665623c7e5")]
    [InlineData("/example/..", null, "eca7ead57bb5aa5c8e28007acd4ff04e1ff9a0ff3b237ec1554a184887ff9282")]
    [InlineData("/", Token, "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8")]
    public void Requests_of_the_published_suite_are_accepted(string path, string? token, string signature)
    {
        var verifier = new SigV4Verifier(
            new()
            {
                AccessKeyId = "AKIDEXAMPLE",
                SecretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
                SessionToken = token,
            },
            "us-east-1", At(new(2015, 8, 30, 12, 36, 0, TimeSpan.Zero)))
        {
            Service = "service",
            WantsContentHash = false,
        };
        string names = token is null ? "host;x-amz-date" : "host;x-amz-date;x-amz-security-token";
        string more = token is null ? "" : $"X-Amz-Security-Token:{token}\r\n";
        string claim = "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
            + $"SignedHeaders={names}, Signature={signature}";
        var request = VerifierRequest.Parse($"""
            GET {path} HTTP/1.1
            Host:example.amazonaws.com
            Authorization:{claim}
            X-Amz-Date:20150830T123600Z

            """.ReplaceLineEndings("\r\n") + more, []);
        Assert.True(verifier.Verify(request).IsAccepted, verifier.Verify(request).ToString());
        Assert.False(verifier.Verify(request with { Target = path + "x" }).IsAccepted);
    }

    [Fact]
    public void Random_requests_of_the_library_are_accepted_and_changed_ones_are_not()
    {
        for (int round = TestRun.Count(200, 20_000); round > 0; round--)
        {
            int seed = round + TestRun.SeedOffset;
            var random = new Random(seed);
            var requests = new RandomRequests(random);
            byte[] body = requests.Body(100);
            S3Credentials credentials = requests.Credentials();
            SampleRequest sample = requests.Next(body);
            VerifierRequest wire = WireRequest.Signed(
                new(credentials, "eu-west-3"), sample, body, credentials.SessionToken);
            CheckBoth(credentials, wire, sample, random, seed);
        }
    }

    [Fact]
    public void Random_addresses_of_the_library_are_accepted_and_changed_ones_are_not()
    {
        for (int round = TestRun.Count(200, 20_000); round > 0; round--)
        {
            int seed = round + TestRun.SeedOffset;
            var random = new Random(seed);
            var requests = new RandomRequests(random);
            S3Credentials credentials = requests.Credentials();
            SampleRequest sample = requests.Next([]);
            string address = new RequestSigner(credentials, "eu-west-3").GetPresignedAddress(new()
            {
                Method = sample.Method,
                Host = sample.Host,
                Path = sample.Path,
                Query = sample.Query,
                Headers = sample.Headers,
                Time = sample.Time,
                Lifetime = TimeSpan.FromSeconds(random.Next(1, 604_801)),
            });
            CheckBoth(credentials, WireRequest.Presigned(address, sample, []), sample, random, seed);
        }
    }

    [Fact]
    public async Task Many_threads_presign_over_midnight_as_one_does()
    {
        var signer = new RequestSigner(s_credentials, "r");
        await Task.WhenAll(Enumerable.Range(0, 8).Select(thread => Task.Run(() =>
        {
            for (int i = 0; i < 200; i++)
            {
                var sample = new SampleRequest { Time = s_time.AddMinutes((thread * 7) + i) };
                string address = signer.GetPresignedAddress(new()
                {
                    Method = "GET",
                    Host = sample.Host,
                    Path = "/" + i,
                    Time = sample.Time,
                    Lifetime = TimeSpan.FromHours(1),
                });
                Verdict verdict = new SigV4Verifier(s_credentials, "r", At(sample.Time))
                    .Verify(WireRequest.Presigned(address, sample, []));
                Assert.True(verdict.IsAccepted, verdict.ToString());
            }
        }, TestContext.Current.CancellationToken)));
    }

    [Theory]
    [InlineData(-901, "RequestTimeTooSkewed")]
    [InlineData(-900, "")]
    [InlineData(900, "")]
    [InlineData(901, "RequestTimeTooSkewed")]
    public void Clocks_may_differ_by_fifteen_minutes(int seconds, string code)
    {
        VerifierRequest wire = WireRequest.Signed(
            new(s_credentials, "r"), new() { Time = s_time.AddSeconds(seconds) }, []);
        Assert.Equal(code, new SigV4Verifier(s_credentials, "r", At(s_time)).Verify(wire).Code);
    }

    [Theory]
    [InlineData(-1, 60, "")]
    [InlineData(-60, 60, "")]
    [InlineData(-61, 60, "AccessDenied")]
    [InlineData(901, 60, "AccessDenied")]
    public void Addresses_end(int seconds, int lifetime, string code)
    {
        var sample = new SampleRequest { Time = s_time.AddSeconds(seconds) };
        string address = new RequestSigner(s_credentials, "r").GetPresignedAddress(new()
        {
            Method = "GET",
            Host = sample.Host,
            Path = "/",
            Time = sample.Time,
            Lifetime = TimeSpan.FromSeconds(lifetime),
        });
        Assert.Equal(code, new SigV4Verifier(s_credentials, "r", At(s_time))
            .Verify(WireRequest.Presigned(address, sample, [])).Code);
    }

    [Fact]
    public void A_refusal_gives_its_reason()
    {
        var sample = new SampleRequest { Time = s_time, Payload = PayloadHash.Compute("abc"u8) };
        VerifierRequest good = WireRequest.Signed(new(s_credentials, "r"), sample, "abc"u8.ToArray());
        Assert.Equal("", Code(good));
        Assert.Equal("AuthorizationHeaderMalformed", Code(WireRequest.Signed(new(s_credentials, "q"), sample, [])));
        Assert.Equal("InvalidAccessKeyId", Code(WireRequest.Signed(
            new(s_credentials with { AccessKeyId = "Other" }, "r"), sample, [])));
        Assert.Equal("SignatureDoesNotMatch", Code(WireRequest.Signed(
            new(s_credentials with { SecretAccessKey = "Secret" }, "r"), sample, [])));
        Assert.Equal("InvalidToken", Code(WireRequest.Signed(
            new(s_credentials with { SessionToken = "t" }, "r"), sample, [], "t")));
        Assert.Equal("XAmzContentSHA256Mismatch", Code(good with { Body = "abd"u8.ToArray() }));
        Assert.Equal("SignatureDoesNotMatch", Code(good with { Method = "PUT" }));
        Assert.Equal("AccessDenied", Code(With(good, "x-amz-acl", "public-read")));
        Assert.Equal("AccessDenied", Code(Without(good, "Host")));
        Assert.Equal("AccessDenied", Code(Without(good, "Authorization")));
        Assert.Equal("InvalidRequest", Code(Without(good, "x-amz-content-sha256")));
        Assert.Equal("InvalidURI", Code(good with { Target = "/%4" }));
        Assert.Equal("InvalidURI", Code(good with { Target = "/ä" }));
        Assert.Equal("InvalidRequest", Code(good with { Target = "/?X-Amz-Algorithm=AWS4-HMAC-SHA256" }));
    }

    private static void CheckBoth(
        S3Credentials credentials, VerifierRequest wire, SampleRequest sample, Random random, int seed)
    {
        var verifier = new SigV4Verifier(credentials, "eu-west-3", At(sample.Time));
        Verdict verdict = verifier.Verify(wire);
        Assert.True(verdict.IsAccepted, $"seed {seed}: {verdict}");
        VerifierRequest changed = random.Next(4) switch
        {
            0 => wire with { Method = wire.Method + "X" },
            1 => wire with { Target = "/." + wire.Target },
            2 => wire with { Target = wire.Target + (wire.Query == "" ? "?" : "&") + "added" },
            _ => With(Without(wire, "Host"), "Host", "other"),
        };
        Assert.False(verifier.Verify(changed).IsAccepted, $"seed {seed}: {changed.Method} {changed.Target}");
        Assert.False(
            new SigV4Verifier(credentials, "eu-west-1", At(sample.Time)).Verify(wire).IsAccepted, $"seed {seed}");
    }

    private static string Code(VerifierRequest request) =>
        new SigV4Verifier(s_credentials, "r", At(s_time)).Verify(request).Code;

    private static VerifierRequest With(VerifierRequest request, string name, string value) =>
        request with { Headers = [.. request.Headers, new(name, value)] };

    private static VerifierRequest Without(VerifierRequest request, string name) => request with
    {
        Headers = [.. request.Headers.Where(one => !one.Key.Equals(name, StringComparison.OrdinalIgnoreCase))],
    };

    private static StoppedClock At(DateTimeOffset time) => new(time);
}
