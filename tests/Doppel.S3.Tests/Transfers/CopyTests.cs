using System.Net;
using System.Text;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Copying;

public sealed class CopyTests
{
    private const int MiB = 1024 * 1024;
    private const string ETag = "\"9b2cf535f27731c974343645a3985328\"";
    private const string Copied = "<CopyObjectResult><ETag>9b2cf535f27731c974343645a3985328</ETag></CopyObjectResult>";

    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("a b/c+d?é.txt", null, "from/a%20b/c%2Bd%3F%C3%A9.txt")]
    [InlineData("../%41//x", "v/1+2=", "from/../%2541//x?versionId=v%2F1%2B2%3D")]
    public async Task The_source_is_named_encoded(string key, string? version, string expected)
    {
        var server = new CannedServer(Copied);
        using S3Client client = server.Client();
        S3PutResult copied = await client.CopyObjectAsync(
            "from", key, "to", "k", new S3CopyOptions { SourceVersionId = version }, s_cancellation);
        Assert.Equal((S3Status.Ok, ETag), (copied.Status, copied.ETag));
        CannedRequest request = Assert.Single(server.Requests);
        Assert.Equal(("PUT", "/to/k", expected), (request.Method, request.Path, request.Header("x-amz-copy-source")));
        Assert.Null(request.Header("x-amz-metadata-directive"));
        Assert.Empty(request.Body);
    }

    [Fact]
    public async Task Conditions_and_replacements_are_sent()
    {
        var server = new CannedServer(Copied);
        using S3Client client = server.Client();
        var time = new DateTimeOffset(2026, 11, 22, 10, 0, 0, TimeSpan.Zero);
        await client.CopyObjectAsync("from", "a", "to", "b", new S3CopyOptions
        {
            SourceConditions = new() { IfMatch = ETag, IfUnmodifiedSince = time },
            Conditions = S3Conditions.Create,
            StorageClass = "GLACIER",
            Replacement = new S3PutOptions
            {
                ContentType = "text/plain",
                Metadata = new Dictionary<string, string> { ["a"] = "b" },
                Tags = new Dictionary<string, string> { ["t"] = "u" },
            },
        }, s_cancellation);
        CannedRequest request = Assert.Single(server.Requests);
        foreach ((string name, string value) in ((string, string)[])[
            ("x-amz-copy-source-if-match", ETag),
            ("x-amz-copy-source-if-unmodified-since", "Sun, 22 Nov 2026 10:00:00 GMT"),
            ("If-None-Match", "*"), ("x-amz-storage-class", "GLACIER"), ("x-amz-metadata-directive", "REPLACE"),
            ("x-amz-tagging-directive", "REPLACE"), ("x-amz-meta-a", "b"), ("x-amz-tagging", "t=u"),
            ("Content-Type", "text/plain")])
        {
            Assert.Equal(value, request.Header(name));
        }
    }

    [Theory]
    [InlineData(HttpStatusCode.NotFound, "NoSuchKey", S3Status.NotFound)]
    [InlineData(HttpStatusCode.PreconditionFailed, "PreconditionFailed", S3Status.PreconditionFailed)]
    [InlineData(HttpStatusCode.Conflict, "ConditionalRequestConflict", S3Status.Conflict)]
    public async Task Expected_failures_are_results(HttpStatusCode status, string code, S3Status expected)
    {
        using S3Client client = new CannedServer((status, $"<Error><Code>{code}</Code></Error>")).Client();
        S3PutResult copied = await client.CopyObjectAsync("from", "a", "to", "b", null, s_cancellation);
        Assert.Equal((expected, null), (copied.Status, copied.ETag));
    }

    [Fact]
    public async Task An_error_with_status_200_is_retried_or_reported()
    {
        var server = new CannedServer("<Error><Code>InternalError</Code></Error>", Copied);
        using S3Client client = server.Client();
        Assert.True((await client.CopyObjectAsync("from", "a", "to", "b", null, s_cancellation)).IsStored);
        Assert.Equal(2, server.Requests.Count);
        using S3Client denied = new CannedServer("<Error><Code>AccessDenied</Code></Error>").Client();
        S3Exception refused = await Assert.ThrowsAsync<S3Exception>(
            () => denied.CopyObjectAsync("from", "a", "to", "b", null, s_cancellation).AsTask());
        Assert.Equal("AccessDenied", refused.Code);
        using S3Client empty = new CannedServer("<CopyObjectResult/>").Client();
        refused = await Assert.ThrowsAsync<S3Exception>(
            () => empty.CopyObjectAsync("from", "a", "to", "b", null, s_cancellation).AsTask());
        Assert.Equal(S3ErrorCode.BadAnswer, refused.Code);
    }

    [Fact]
    public async Task Blanks_that_keep_the_connection_alive_are_no_part_of_the_answer()
    {
        using S3Client client = new CannedServer(" \n\n <?xml version=\"1.0\"?>\n \n" + Copied).Client();
        Assert.True((await client.CopyObjectAsync("from", "a", "to", "b", null, s_cancellation)).IsStored);
    }

    [Theory]
    [InlineData(0, 0), InlineData(5 * MiB, 0), InlineData((5 * MiB) + 1, 2), InlineData(23 * MiB, 5)]
    public async Task Large_objects_are_copied_in_parts(int length, int parts)
    {
        CannedServer server = CopyServer(length);
        using S3Client client = server.Client();
        S3PutResult copied = await client.CopyAsync("from", "a", "to", "b", Options(), s_cancellation);
        Assert.True(copied.IsStored);
        CannedRequest[] ranges = [.. server.Requests.Where(request => request.Query.ContainsKey("partNumber"))
            .OrderBy(request => int.Parse(request.Query["partNumber"]))];
        Assert.Equal(
            Enumerable.Range(0, parts).Select(i => $"bytes={i * 5 * MiB}-{Math.Min(length, (i + 1) * 5 * MiB) - 1}"),
            ranges.Select(request => request.Header("x-amz-copy-source-range")));
        Assert.All(ranges, request => Assert.Equal(
            (ETag, "from/a?versionId=v1"),
            (request.Header("x-amz-copy-source-if-match"), request.Header("x-amz-copy-source"))));
        if (parts == 0)
        {
            Assert.Equal(ETag, server.Requests[1].Header("x-amz-copy-source-if-match"));
            return;
        }

        CannedRequest start = server.Requests.Single(request => request.Query.ContainsKey("uploads"));
        Assert.Equal(("text/css", "v", "t=u"),
            (start.Header("Content-Type"), start.Header("x-amz-meta-m"), start.Header("x-amz-tagging")));
        CannedRequest complete = server.Requests[^1];
        Assert.Equal(("POST", "id"), (complete.Method, complete.Query["uploadId"]));
        Assert.Equal(parts, complete.Text.Split("<PartNumber>").Length - 1);
    }

    [Fact]
    public async Task A_copy_in_parts_that_fails_is_taken_back()
    {
        CannedServer server = CopyServer(23 * MiB, failsAtPart: 3);
        using S3Client client = server.Client();
        S3Exception refused = await Assert.ThrowsAsync<S3Exception>(
            () => client.CopyAsync("from", "a", "to", "b", Options(), s_cancellation).AsTask());
        Assert.Equal("PreconditionFailed", refused.Code);
        Assert.Equal(("DELETE", "id"), (server.Requests[^1].Method, server.Requests[^1].Query["uploadId"]));
        Assert.DoesNotContain(
            server.Requests, request => request.Method == "POST" && request.Query.ContainsKey("uploadId"));
    }

    [Fact]
    public void Options_that_contradict_are_refused()
    {
        Assert.Throws<ArgumentException>(() => new S3CopyOptions
        {
            StorageClass = "A",
            Replacement = new S3PutOptions { StorageClass = "B" },
        }.Validate());
        Assert.Throws<ArgumentOutOfRangeException>(() => new S3CopyOptions { PartBytes = MiB }.Validate());
        Assert.Throws<ArgumentOutOfRangeException>(() => new S3CopyOptions { Parallelism = 0 }.Validate());
        Assert.Throws<ArgumentOutOfRangeException>(() => new S3CopyOptions { SingleBytesMax = -1 }.Validate());
    }

    [Theory]
    [InlineData(1L, 5L * MiB, 5L * MiB)]
    [InlineData(50_000L * MiB, 5L * MiB, 5L * MiB)]
    [InlineData((50_000L * MiB) + 1, 5L * MiB, 6L * MiB)]
    [InlineData(5L << 40, 5L * MiB, 525L * MiB)]
    public void Parts_grow_where_10000_would_not_suffice(long length, long partBytes, long expected) =>
        Assert.Equal(expected, PartsTransfer.PartBytesFor(length, partBytes));

    private static S3CopyOptions Options() => new() { SingleBytesMax = 5 * MiB, PartBytes = 5 * MiB, Parallelism = 2 };

    // The source as it is looked at, and what a server answers to each step of a copy.
    private static CannedServer CopyServer(int length, int failsAtPart = 0) => new(request =>
    {
        string body = request.Query switch
        {
            _ when request.Method == "HEAD" => new string('x', length),
            _ when request.Query.ContainsKey("tagging") =>
                "<Tagging><TagSet><Tag><Key>t</Key><Value>u</Value></Tag></TagSet></Tagging>",
            _ when request.Query.ContainsKey("uploads") =>
                "<InitiateMultipartUploadResult><UploadId>id</UploadId></InitiateMultipartUploadResult>",
            _ when request.Query.ContainsKey("partNumber") => $"<CopyPartResult><ETag>{ETag}</ETag></CopyPartResult>",
            _ when request.Method == "POST" =>
                "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>",
            _ => Copied,
        };
        bool fails = failsAtPart > 0
            && request.Query.GetValueOrDefault("partNumber") == failsAtPart.ToString();
        return fails
            ? (HttpStatusCode.PreconditionFailed, "<Error><Code>PreconditionFailed</Code></Error>"u8.ToArray())
            : (HttpStatusCode.OK, Encoding.ASCII.GetBytes(body));
    })
    {
        Headers =
        {
            ["ETag"] = ETag,
            ["x-amz-version-id"] = "v1",
            ["x-amz-tagging-count"] = "1",
            ["x-amz-meta-m"] = "v",
            ["Content-Type"] = "text/css",
        },
    };
}
