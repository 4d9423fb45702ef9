using System.Net;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Http;

/// <summary>What a server says about regions is believed only where it can be the name of one.</summary>
public sealed class RegionHintTests
{
    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    public static TheoryData<string> Wrong =>
    [
        "evil.example.com/#", "eu west", "eu_west", "eu\u001b[31m", "é", "a:1", "@evil", new string('a', 64), " ", "",
    ];

    [Theory, MemberData(nameof(Wrong))]
    public async Task A_wrong_hint_in_a_body_is_not_passed_on(string region)
    {
        string text = region.Replace("\u001b", "&#27;", StringComparison.Ordinal);
        var server = new CannedServer(
            (HttpStatusCode.BadRequest, $"<Error><Code>PermanentRedirect</Code><Region>{text}</Region></Error>"));
        using S3Client client = server.Client();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(
            async () => await client.GetObjectAsync("bucket", "k", cancellationToken: s_token));
        Assert.Null(failure.Region);
        Assert.Single(server.Requests);
    }

    [Theory]
    [InlineData("evil.example.com/#")]
    [InlineData("eu west")]
    [InlineData("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
    public async Task A_wrong_hint_in_a_header_is_not_passed_on(string region)
    {
        var server = new CannedServer((HttpStatusCode.Forbidden, "<Error><Code>AccessDenied</Code></Error>"));
        server.Headers["x-amz-bucket-region"] = region;
        using S3Client client = server.Client();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(
            async () => await client.GetObjectAsync("bucket", "k", cancellationToken: s_token));
        Assert.Null(failure.Region);
        Assert.Single(server.Requests);
    }

    [Fact]
    public async Task A_right_hint_in_the_body_counts_where_the_header_is_wrong()
    {
        var server = new CannedServer(
            (HttpStatusCode.BadRequest,
                "<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-1</Region></Error>"),
            (HttpStatusCode.OK, "content"));
        server.Headers["x-amz-bucket-region"] = "evil.example.com/#";
        using S3Client client = server.Client();
        using S3Object found = await client.GetObjectAsync("bucket", "k", cancellationToken: s_token);
        Assert.True(found.IsFound);
        Assert.Equal(2, server.Requests.Count);
    }

    [Fact]
    public async Task The_region_of_a_bucket_is_the_name_of_one()
    {
        var server = new CannedServer("<LocationConstraint>evil.example.com/#</LocationConstraint>");
        server.Headers["x-amz-bucket-region"] = "evil.example.com/#";
        using S3Client client = server.Client();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(
            async () => await client.GetBucketRegionAsync("bucket", s_token));
        Assert.Equal(S3ErrorCode.BadAnswer, failure.Code);
        Assert.DoesNotContain("evil", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_listed_bucket_has_no_region_where_it_cannot_be_one()
    {
        using S3Client client = new CannedServer(
            "<ListAllMyBucketsResult><Buckets><Bucket><Name>a</Name><BucketRegion>e/u</BucketRegion></Bucket><Bucket>"
            + "<Name>b</Name><BucketRegion>eu-1</BucketRegion></Bucket></Buckets></ListAllMyBucketsResult>").Client();
        List<string?> regions = [];
        await foreach (S3Bucket bucket in client.ListBucketsAsync(s_token))
        {
            regions.Add(bucket.Region);
        }

        Assert.Equal([null, "eu-1"], regions);
    }
}
