using System.Net;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Listing;

/// <summary>Lists of buckets, uploads and parts; tags and regions.</summary>
public sealed class OtherListTests
{
    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    [Fact]
    public async Task Buckets_are_listed_with_their_times()
    {
        var server = new CannedServer(
            "<ListAllMyBucketsResult><Owner><ID>x</ID><Name>o</Name></Owner><Buckets><Bucket><Name>a</Name>"
                + "<CreationDate>2026-01-02T03:04:05.000Z</CreationDate><BucketRegion>eu-west-1</BucketRegion></Bucket>"
                + "</Buckets><ContinuationToken>t=</ContinuationToken></ListAllMyBucketsResult>",
            "<ListAllMyBucketsResult><Buckets><Bucket><Name>b</Name></Bucket></Buckets></ListAllMyBucketsResult>",
            "<ListAllMyBucketsResult><Buckets/><ContinuationToken/></ListAllMyBucketsResult>",
            "<ListAllMyBucketsResult><Buckets><Bucket/></Buckets></ListAllMyBucketsResult>");
        using S3Client client = server.Client();
        var time = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);
        Assert.Equal(
            [new("a", time, "eu-west-1"), new("b", null, null)], await All(client.ListBucketsAsync(s_cancellation)));
        Assert.Equal(
            [null, "t="], server.Requests.Select(request => request.Query.GetValueOrDefault("continuation-token")));
        Assert.Empty(await All(client.ListBucketsAsync(s_cancellation)));
        await Assert.ThrowsAsync<S3Exception>(() => All(client.ListBucketsAsync(s_cancellation)));
    }

    [Fact]
    public async Task Uploads_are_listed_behind_both_markers()
    {
        var server = new CannedServer(
            "<ListMultipartUploadsResult><EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>"
                + "<NextKeyMarker>p%2Fa+b</NextKeyMarker><NextUploadIdMarker>i+1</NextUploadIdMarker><Upload>"
                + "<Key>p%2Fa+b</Key><UploadId>i+1</UploadId><Initiated>2026-01-02T03:04:05Z</Initiated>"
                + "<Owner><Key>x</Key></Owner><StorageClass>STANDARD</StorageClass></Upload>"
                + "</ListMultipartUploadsResult>",
            "<ListMultipartUploadsResult><IsTruncated>false</IsTruncated><Upload><Key>p/c+d</Key><UploadId>2</UploadId>"
                + "</Upload></ListMultipartUploadsResult>");
        using S3Client client = server.Client();
        var time = new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero);
        Assert.Equal([new("p/a b", "i+1", time, "STANDARD"), new("p/c+d", "2", null, null)],
            await All(client.ListUploadsAsync("bucket", "p/", s_cancellation)));
        Assert.Equal(("p/", "p/a b", "i+1", ""), (server.Requests[1].Query["prefix"],
            server.Requests[1].Query["key-marker"],
            server.Requests[1].Query["upload-id-marker"], server.Requests[1].Query["uploads"]));
    }

    [Theory]
    [InlineData("")]
    [InlineData("<IsTruncated>true</IsTruncated>")]
    [InlineData("<IsTruncated>true</IsTruncated><NextKeyMarker>k</NextKeyMarker>")]
    [InlineData("<IsTruncated>false</IsTruncated><Upload><Key>k</Key></Upload>")]
    [InlineData("<IsTruncated>false</IsTruncated><Upload><Key/><UploadId>i</UploadId></Upload>")]
    [InlineData("<IsTruncated>false</IsTruncated><Upload><Key>q</Key><UploadId>i</UploadId></Upload>")]
    public async Task Wrong_lists_of_uploads_are_errors(string rows)
    {
        using S3Client client =
            new CannedServer($"<ListMultipartUploadsResult>{rows}</ListMultipartUploadsResult>").Client();
        S3Exception refused = await Assert.ThrowsAsync<S3Exception>(
            () => All(client.ListUploadsAsync("bucket", "k", s_cancellation)));
        Assert.Equal(S3ErrorCode.BadAnswer, refused.Code);
    }

    [Fact]
    public async Task Parts_are_listed_page_by_page()
    {
        var server = new CannedServer(
            "<ListPartsResult><IsTruncated>true</IsTruncated><NextPartNumberMarker>2</NextPartNumberMarker><Part>"
                + "<PartNumber>2</PartNumber><ETag>x</ETag><Size>5</Size></Part></ListPartsResult>",
            "<ListPartsResult><IsTruncated>false</IsTruncated><Part><PartNumber>10000</PartNumber><ETag>\"y\"</ETag>"
                + "<Size>0</Size></Part></ListPartsResult>");
        using S3Client client = server.Client();
        Assert.Equal([new(2, "\"x\"", 5), new(10_000, "\"y\"", 0)],
            await All(client.ListPartsAsync("bucket", "k", "id", s_cancellation)));
        Assert.Equal(["0", "2"], server.Requests.Select(request => request.Query["part-number-marker"]));
    }

    [Theory]
    [InlineData("")]
    [InlineData("<IsTruncated>true</IsTruncated>")]
    [InlineData("<IsTruncated>true</IsTruncated><NextPartNumberMarker>0</NextPartNumberMarker>")]
    [InlineData("<IsTruncated>false</IsTruncated><Part><ETag>x</ETag><Size>1</Size></Part>")]
    [InlineData("<IsTruncated>false</IsTruncated><Part><PartNumber>1</PartNumber><ETag/><Size>1</Size></Part>")]
    [InlineData("<IsTruncated>false</IsTruncated><Part><PartNumber>1</PartNumber><ETag>x</ETag></Part>")]
    [InlineData("<IsTruncated>false</IsTruncated><Part><PartNumber>0</PartNumber><ETag>x</ETag><Size>1</Size></Part>")]
    [InlineData(
        "<IsTruncated>false</IsTruncated><Part><PartNumber>10001</PartNumber><ETag>x</ETag><Size>1</Size></Part>")]
    public async Task Wrong_lists_of_parts_are_errors(string rows)
    {
        using S3Client client = new CannedServer($"<ListPartsResult>{rows}</ListPartsResult>").Client();
        S3Exception refused = await Assert.ThrowsAsync<S3Exception>(
            () => All(client.ListPartsAsync("bucket", "k", "id", s_cancellation)));
        Assert.Equal(S3ErrorCode.BadAnswer, refused.Code);
    }

    [Fact]
    public async Task Tags_are_read_written_and_taken_away()
    {
        var server = new CannedServer(
            "<Tagging><TagSet><Tag><Key>a</Key><Value>&lt;é</Value></Tag><Tag><Key>b</Key><Value/>"
            + "</Tag></TagSet></Tagging>");
        using S3Client client = server.Client();
        var tags = new Dictionary<string, string> { ["a"] = "<é", ["b"] = "" };
        Assert.Equal(tags, await client.GetTagsAsync("bucket", "k", "v", s_cancellation));
        Assert.Equal(S3Status.Ok, await client.SetTagsAsync("bucket", "k", tags, null, s_cancellation));
        Assert.Equal(S3Status.Ok, await client.DeleteTagsAsync("bucket", "k", null, s_cancellation));
        Assert.Equal(["GET", "PUT", "DELETE"], server.Requests.Select(request => request.Method));
        Assert.Equal("v", server.Requests[0].Query["versionId"]);
        Assert.Contains("<Tag><Key>a</Key><Value>&lt;é</Value></Tag><Tag><Key>b</Key><Value></Value></Tag>",
            server.Requests[1].Text);
        await Assert.ThrowsAsync<ArgumentException>(() => client.SetTagsAsync(
            "bucket", "k", new Dictionary<string, string> { ["\u0001"] = "" }, null, s_cancellation).AsTask());
    }

    [Theory]
    [InlineData("NoSuchTagSet", 0)]
    [InlineData("NoSuchKey", null)]
    public async Task An_object_without_tags_and_a_missing_object_are_distinguished(string code, int? count)
    {
        using S3Client client =
            new CannedServer((HttpStatusCode.NotFound, $"<Error><Code>{code}</Code></Error>")).Client();
        Assert.Equal(count, (await client.GetTagsAsync("bucket", "k", null, s_cancellation))?.Count);
    }

    [Theory]
    [InlineData("<LocationConstraint/>", "us-east-1")]
    [InlineData("<LocationConstraint>EU</LocationConstraint>", "eu-west-1")]
    [InlineData("<LocationConstraint>ap-south-1</LocationConstraint>", "ap-south-1")]
    public async Task The_region_is_taken_from_the_location_where_no_header_gives_it(string location, string region)
    {
        var server = new CannedServer("", location);
        using S3Client client = server.Client();
        Assert.Equal(region, await client.GetBucketRegionAsync("bucket", s_cancellation));
        Assert.Equal(["HEAD", "GET"], server.Requests.Select(request => request.Method));
    }

    [Theory]
    [InlineData(HttpStatusCode.OK), InlineData(HttpStatusCode.Forbidden)]
    public async Task The_region_is_taken_from_a_header_even_where_access_is_denied(HttpStatusCode status)
    {
        var server = new CannedServer((status, "")) { Headers = { ["x-amz-bucket-region"] = "eu-north-1" } };
        using S3Client client = server.Client();
        Assert.Equal("eu-north-1", await client.GetBucketRegionAsync("bucket", s_cancellation));
        Assert.All(server.Requests, request => Assert.Equal("HEAD", request.Method));
    }

    [Fact]
    public async Task A_bucket_that_is_not_there_has_no_region()
    {
        using S3Client client = new CannedServer((HttpStatusCode.NotFound, "")).Client();
        Assert.Null(await client.GetBucketRegionAsync("bucket", s_cancellation));
    }

    private static async Task<List<T>> All<T>(IAsyncEnumerable<T> entries)
    {
        var all = new List<T>();
        await foreach (T entry in entries)
        {
            all.Add(entry);
        }

        return all;
    }
}
