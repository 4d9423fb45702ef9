using Doppel.S3.Tests.Servers;
using Doppel.S3.Tests.Signing.Verifier;

namespace Doppel.S3.Tests.Signing;

/// <summary>Addresses that are good for a time, judged by the verifier and by a real server.</summary>
public sealed class ClientPresigningTests
{
    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;
    private static readonly DateTimeOffset s_time = new(2026, 5, 1, 23, 59, 30, TimeSpan.Zero);
    private static readonly TimeSpan s_hour = TimeSpan.FromHours(1);

    private static readonly S3Credentials s_credentials =
        new() { AccessKeyId = "AKID", SecretAccessKey = "secret/+", SessionToken = "token/+=" };

    [Theory]
    [InlineData("GET", "k")]
    [InlineData("PUT", "a b/ü+%2F")]
    [InlineData("HEAD", "../x//y")]
    [InlineData("DELETE", "'()*!")]
    public async Task An_address_is_good_for_its_method_and_its_time(string method, string key)
    {
        var clock = new StoppedClock(s_time);
        using var client = new S3Client(
            new S3ClientOptions { Endpoint = "https://s3.example.org:9000", Region = "eu-x", Time = clock },
            S3CredentialsProvider.Fixed(s_credentials));
        string address = await client.PresignAsync(new HttpMethod(method), "bucket", key, s_hour, s_token);
        Assert.Equal(address, await client.PresignAsync(new HttpMethod(method), "bucket", key, s_hour, s_token));
        Assert.DoesNotContain("secret", address, StringComparison.Ordinal);
        Assert.True(Judge(method, s_time).IsAccepted, Judge(method, s_time).Reason);
        Assert.True(Judge(method, s_time + s_hour).IsAccepted);
        Assert.False(Judge(method, s_time + s_hour + TimeSpan.FromSeconds(1)).IsAccepted);
        Assert.False(Judge(method == "GET" ? "PUT" : "GET", s_time).IsAccepted);

        Verdict Judge(string used, DateTimeOffset now) =>
            new SigV4Verifier(s_credentials, "eu-x", new StoppedClock(now)).Verify(RequestOf(used, address));
    }

    [Fact]
    public async Task The_clock_of_an_address_is_the_servers_once_it_is_known()
    {
        await using var service = new FaultyService(
            new() { Time = new StoppedClock(s_time) },
            static options => options with { Time = new StoppedClock(s_time.AddMinutes(40)) });
        Assert.Contains("X-Amz-Date=20260502T003930Z", await AddressAsync(), StringComparison.Ordinal);
        await service.Client.HeadObjectAsync(FaultyService.Bucket, "k", cancellationToken: s_token);
        Assert.Contains("X-Amz-Date=20260501T2359", await AddressAsync(), StringComparison.Ordinal);

        async Task<string> AddressAsync() =>
            await service.Client.PresignAsync(HttpMethod.Get, FaultyService.Bucket, "k", s_hour, s_token);
    }

    [Fact]
    public async Task Requests_that_cannot_be_presigned_are_refused()
    {
        using var client = new S3Client(
            new S3ClientOptions { Endpoint = "https://s3.example.org" }, S3CredentialsProvider.Fixed(s_credentials));
        await Assert.ThrowsAsync<ArgumentException>(
            async () => await client.PresignAsync(HttpMethod.Post, "bucket", "k", s_hour, s_token));
        foreach (TimeSpan lifetime in (TimeSpan[])[TimeSpan.Zero, TimeSpan.FromDays(8), TimeSpan.FromSeconds(1.5)])
        {
            await Assert.ThrowsAnyAsync<ArgumentException>(
                async () => await client.PresignAsync(HttpMethod.Get, "bucket", "k", lifetime, s_token));
        }

        using var nobody = new S3Client(new S3ClientOptions { Endpoint = "https://s3.example.org" }, null);
        await Assert.ThrowsAsync<InvalidOperationException>(
            async () => await nobody.PresignAsync(HttpMethod.Get, "bucket", "k", s_hour, s_token));
    }

    [Fact]
    public async Task A_real_server_takes_it_without_credentials()
    {
        RealServer server = await RealServer.GetAsync();
        using S3Client client = server.Client();
        using var http = new HttpClient();
        string bucket = RealServer.NewBucket();
        const string Key = "a b/ü+%2F";
        await client.CreateBucketAsync(bucket, s_token);
        using (HttpResponseMessage put = await http.PutAsync(
            await AddressAsync(HttpMethod.Put), new ByteArrayContent([1, 2, 3]), s_token))
        {
            Assert.True(put.IsSuccessStatusCode);
        }

        Assert.Equal([1, 2, 3], await http.GetByteArrayAsync(await AddressAsync(HttpMethod.Get), s_token));
        string tampered = (await AddressAsync(HttpMethod.Get)).Replace("X-Amz-Expires=3600", "X-Amz-Expires=3601");
        using (HttpResponseMessage refused = await http.GetAsync(tampered, s_token))
        {
            Assert.Equal(System.Net.HttpStatusCode.Forbidden, refused.StatusCode);
        }

        using (HttpResponseMessage deleted = await http.DeleteAsync(await AddressAsync(HttpMethod.Delete), s_token))
        {
            Assert.True(deleted.IsSuccessStatusCode);
        }

        Assert.Equal(S3Status.Ok, await client.DeleteBucketAsync(bucket, s_token));

        async Task<string> AddressAsync(HttpMethod method) =>
            await client.PresignAsync(method, bucket, Key, s_hour, s_token);
    }

    private static VerifierRequest RequestOf(string method, string address)
    {
        int slash = address.IndexOf('/', "https://".Length);
        return new VerifierRequest(
            method, address[slash..], [new("host", address["https://".Length..slash])], Body: []);
    }
}
