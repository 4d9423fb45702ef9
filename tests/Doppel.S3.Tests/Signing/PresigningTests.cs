using Doppel.Pooling;

namespace Doppel.S3.Tests.Signing;

public sealed class PresigningTests
{
    private static readonly DateTimeOffset s_time = new(2013, 5, 24, 0, 0, 0, TimeSpan.Zero);
    private static readonly S3Credentials s_credentials = new()
    {
        AccessKeyId = "AKIAIOSFODNN7EXAMPLE",
        SecretAccessKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    };

    [Fact]
    public void The_published_example_gives_the_published_address() => Assert.Equal(
        "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
            + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
            + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
            + "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
        new RequestSigner(s_credentials, "us-east-1").GetPresignedAddress(new()
        {
            Method = "GET",
            Host = "examplebucket.s3.amazonaws.com",
            Path = "/test.txt",
            Time = s_time,
            Lifetime = TimeSpan.FromDays(1),
        }));

    // From the suite of Amazon for all services, where the content of these requests is hashed.
    [Theory]
    [InlineData(null, "e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d")]
    [InlineData(
        "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267",
        "7ff2b50b376cb4d151970630573d6291dc128cc5c2a12ffb237f73cc53f67b6c")]
    public void A_session_token_is_signed_as_in_the_published_suite(string? token, string signature)
    {
        var signer = new RequestSigner(new()
        {
            AccessKeyId = "AKIDEXAMPLE",
            SecretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
            SessionToken = token,
        }, "us-east-1", "service");
        var address = new Utf8Builder(stackalloc byte[64]);
        signer.AppendPresignedAddress(
            new()
            {
                Method = "GET",
                Host = "example.amazonaws.com",
                Path = "/",
                Time = new(2015, 8, 30, 12, 36, 0, TimeSpan.Zero),
                Lifetime = TimeSpan.FromHours(1),
            },
            PayloadHash.Empty, ref address);
        Assert.EndsWith("&X-Amz-Signature=" + signature, address.ToString());
        address.Dispose();
    }

    [Fact]
    public void Presigning_into_a_span_allocates_nothing()
    {
        var signer = new RequestSigner(s_credentials with { SessionToken = new string('/', 1000) }, "us-east-1");
        QueryParameter[] query = [new("partNumber", "7"), new("uploadId", new string('=', 300))];
        RequestHeader[] headers = [new("x-amz-acl", "private"), new("Content-Type", "a/b")];
        char[] destination = new char[8000];
        int length = 0;
        Assert.Equal(0, AllocatedBytes.Least(() => signer.TryGetPresignedAddress(
            Sample(query, headers), destination, out length)));
        string address = new(destination, 0, length);
        Assert.Equal(address, signer.GetPresignedAddress(Sample(query, headers)));
        Assert.Contains("&X-Amz-SignedHeaders=content-type%3Bhost%3Bx-amz-acl&", address);
        Assert.Contains("&X-Amz-Security-Token=%2F%2F%2F", address);
    }

    [Fact]
    public void A_destination_that_is_too_short_is_left_alone()
    {
        var signer = new RequestSigner(s_credentials, "us-east-1");
        string expected = signer.GetPresignedAddress(Sample([], []));
        char[] destination = new char[expected.Length];
        Assert.False(signer.TryGetPresignedAddress(Sample([], []), destination.AsSpan(1), out int written));
        Assert.Equal((0, new string('\0', expected.Length)), (written, new string(destination)));
        Assert.True(signer.TryGetPresignedAddress(Sample([], []), destination, out written));
        Assert.Equal((expected.Length, expected), (written, new string(destination)));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(604_800)]
    public void An_address_is_good_for_whole_seconds_up_to_seven_days(int seconds) =>
        Assert.Contains($"&X-Amz-Expires={seconds}&", Presign(TimeSpan.FromSeconds(seconds)));

    [Fact]
    public void Requests_that_no_server_accepts_are_not_signed()
    {
        TimeSpan[] lifetimes =
        [
            TimeSpan.Zero, TimeSpan.FromSeconds(-1), TimeSpan.FromSeconds(1.5), TimeSpan.FromTicks(10_000_001),
            TimeSpan.FromSeconds(604_801), TimeSpan.MaxValue,
        ];
        Assert.All(lifetimes, lifetime => Assert.Throws<ArgumentException>(() => Presign(lifetime)));

        var signer = new RequestSigner(s_credentials, "us-east-1");
        string[] own =
        [
            "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires", "x-amz-security-token",
            "X-Amz-Signature", "X-Amz-SignedHeaders",
        ];
        Assert.All(own, name => Assert.Throws<ArgumentException>(
            () => signer.GetPresignedAddress(Sample([new(name, "x")], []))));
        string[] headers = ["Host", "x-amz-date", "x-amz-content-sha256", "a b"];
        Assert.All(headers, name => Assert.Throws<ArgumentException>(
            () => signer.GetPresignedAddress(Sample([], [new(name, "x")]))));
        Assert.Throws<ArgumentException>(() => signer.GetPresignedAddress(
            new() { Method = "GET", Host = "h", Path = "key", Time = s_time, Lifetime = TimeSpan.FromSeconds(1) }));
    }

    private static string Presign(TimeSpan lifetime) =>
        new RequestSigner(s_credentials, "us-east-1").GetPresignedAddress(new()
        {
            Method = "GET",
            Host = "h",
            Path = "/",
            Time = s_time,
            Lifetime = lifetime,
        });

    private static PresignRequest Sample(QueryParameter[] query, RequestHeader[] headers) => new()
    {
        Method = "PUT",
        Host = "h:9000",
        Path = "/bucket/ä b",
        Query = query,
        Headers = headers,
        Time = s_time,
        Lifetime = TimeSpan.FromSeconds(60),
    };
}
