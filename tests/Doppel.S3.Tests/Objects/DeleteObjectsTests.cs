using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Xml.Linq;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Deleting;

public sealed class DeleteObjectsTests
{
    private const string Nothing = "<DeleteResult/>";

    private static readonly CancellationToken s_cancellation = TestContext.Current.CancellationToken;

    [Fact]
    public async Task Any_number_of_keys_is_deleted_a_thousand_with_each_request()
    {
        var server = new CannedServer(Nothing);
        using S3Client client = server.Client();
        S3DeleteEntry[] entries = [.. Enumerable.Range(0, 2500).Select(i => new S3DeleteEntry($"k{i}"))];
        List<S3DeleteResult> results = await All(client, entries);
        Assert.Equal(entries.Select(entry => entry.Key), results.Select(result => result.Key));
        Assert.All(results, result => Assert.True(result.IsDeleted));
        Assert.Equal([1000, 1000, 500], server.Requests.Select(request => Keys(request).Count));
        Assert.Equal(entries.Select(entry => entry.Key), server.Requests.SelectMany(Keys));
        Assert.All(server.Requests, request =>
        {
            Assert.Equal(("POST", "/bucket/", ""), (request.Method, request.Path, request.Query["delete"]));
            using var md5 = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
            md5.AppendData(request.Body);
            Assert.Equal(Convert.ToBase64String(md5.GetHashAndReset()), request.Header("Content-MD5"));
            Assert.Contains("<Quiet>true</Quiet>", request.Text);
        });
    }

    [Fact]
    public async Task Nothing_to_delete_makes_no_request()
    {
        var server = new CannedServer(Nothing);
        using S3Client client = server.Client();
        Assert.Empty(await All(client));
        Assert.Empty(server.Requests);
    }

    [Fact]
    public async Task Awkward_keys_arrive_as_they_are()
    {
        string[] keys =
            ["a&b<c>d\"e'f", "\r", "a\r\nb\tc", " x ", "]]>", "&amp;", "é", "e\u0301", "😀", "\u0085\u2028", "..//."];
        var server = new CannedServer(Nothing);
        using S3Client client = server.Client();
        await All(client, [.. keys.Select(key => new S3DeleteEntry(key))]);
        Assert.Equal(keys, Keys(Assert.Single(server.Requests)));
        Assert.Contains("&#13;", server.Requests[0].Text);
    }

    [Fact]
    public async Task Conditions_and_versions_are_sent_with_their_keys()
    {
        var server = new CannedServer(Nothing);
        using S3Client client = server.Client();
        S3ETag etag = S3ETag.Parse("9b2cf535f27731c974343645a3985328-3");
        await All(client, new("a", etag), new("b", default, "v&1"), new("c"));
        XNamespace s3 = "http://s3.amazonaws.com/doc/2006-03-01/";
        XElement[] objects = [.. XDocument.Parse(server.Requests[0].Text).Root!.Elements(s3 + "Object")];
        Assert.Equal(["\"9b2cf535f27731c974343645a3985328-3\"", null, null],
            objects.Select(element => (string?)element.Element(s3 + "ETag")));
        Assert.Equal([null, "v&1", null], objects.Select(element => (string?)element.Element(s3 + "VersionId")));
    }

    [Fact]
    public async Task Keys_that_no_document_can_carry_are_deleted_one_by_one()
    {
        byte[] nothing = Encoding.ASCII.GetBytes(Nothing);
        byte[] denied = "<Error><Code>AccessDenied</Code></Error>"u8.ToArray();
        var server = new CannedServer(request => request.Path switch
        {
            _ when request.Method == "POST" => (HttpStatusCode.OK, nothing),
            _ when request.Path.Contains('\u0002') => (HttpStatusCode.PreconditionFailed, []),
            _ when request.Path.Contains('\u0003') => (HttpStatusCode.Forbidden, denied),
            _ when request.Path.Contains('\u0004') => (HttpStatusCode.NotFound, []),
            _ => (HttpStatusCode.NoContent, []),
        });
        using S3Client client = server.Client();
        S3ETag etag = S3ETag.Parse("x");
        List<S3DeleteResult> results = await All(
            client, new("a"), new("b\u0001", default, "v"), new("c\u0002", etag), new("d\u0003"), new("e\uFFFF"),
            new("f"), new("g\u0004"), new("h\u0004", etag));
        Assert.Equal(["a", "b\u0001", "c\u0002", "d\u0003", "e\uFFFF", "f", "g\u0004", "h\u0004"],
            results.Select(result => result.Key));
        Assert.Equal([null, null, "PreconditionFailed", "AccessDenied", null, null, null, "NoSuchKey"],
            results.Select(result => result.Code));
        Assert.Equal(["a", "f"], Keys(server.Requests[0]));
        Assert.Equal(["/bucket/b\u0001", "/bucket/c\u0002", "/bucket/d\u0003", "/bucket/e\uFFFF", "/bucket/g\u0004",
            "/bucket/h\u0004"], server.Requests.Skip(1).Select(request => request.Path));
        Assert.Equal("v", server.Requests[1].Query["versionId"]);
        Assert.Equal("\"x\"", server.Requests[2].Header("If-Match"));
    }

    [Fact]
    public async Task Invalid_keys_are_refused()
    {
        var server = new CannedServer(Nothing);
        using S3Client client = server.Client();
        foreach (string key in (string[])["", "a\uD800", "\uDC00a", "😀\uD83D"])
        {
            await Assert.ThrowsAsync<ArgumentException>(() => All(client, new S3DeleteEntry(key)));
        }

        Assert.Empty(server.Requests);
    }

    [Theory]
    // Quiet: only what is still there.
    [InlineData("<Error><Key>b</Key><Code>AccessDenied</Code><Message>no</Message></Error>", "-,AccessDenied,-,-")]
    [InlineData("<Error><Key>b</Key><Code>InternalError</Code></Error><Error><Key>c</Key></Error>",
        "-,InternalError,Unknown,-")]
    // What was not there is gone, unless it should have been what it was.
    [InlineData("<Error><Key>b</Key><Code>NoSuchKey</Code></Error>", "-,-,-,-")]
    [InlineData("<Error><Key>d</Key><Code>NoSuchKey</Code></Error>", "-,-,-,NoSuchKey")]
    // Who lists what is gone leaves in doubt what is not listed.
    [InlineData("<Deleted><Key>a</Key></Deleted><Deleted><Key>b</Key></Deleted>", "-,-,BadAnswer,BadAnswer")]
    // An error outlives.
    [InlineData("<Error><Key>a</Key><Code>X</Code></Error><Deleted><Key>a</Key></Deleted>",
        "X,BadAnswer,BadAnswer,BadAnswer")]
    [InlineData("<Deleted><Key>a</Key></Deleted><Error><Key>a</Key><Code>X</Code></Error>",
        "X,BadAnswer,BadAnswer,BadAnswer")]
    [InlineData("<Error><Key>a</Key><Code>X</Code></Error><Error><Key>a</Key><Code>Y</Code></Error>", "X,-,-,-")]
    // An error of a key that nobody asked for may be meant for any.
    [InlineData("<Error><Key>B</Key><Code>X</Code></Error><Error><Key>c</Key><Code>Y</Code></Error>",
        "BadAnswer,BadAnswer,Y,BadAnswer")]
    [InlineData("<Error><Code>X</Code></Error>", "BadAnswer,BadAnswer,BadAnswer,BadAnswer")]
    // Versions that are named though none was asked for, or empty.
    [InlineData("<Error><Key>a</Key><VersionId>v</VersionId><Code>X</Code></Error>", "X,-,-,-")]
    [InlineData("<Error><Key>a</Key><VersionId/><Code>X</Code></Error>", "X,-,-,-")]
    public async Task Each_key_gets_what_the_answer_says_of_it(string rows, string expected)
    {
        using S3Client client = new CannedServer($"<DeleteResult>{rows}</DeleteResult>").Client();
        List<S3DeleteResult> results =
            await All(client, new("a"), new("b"), new("c"), new("d", S3ETag.Parse("x")));
        Assert.Equal(expected, string.Join(',', results.Select(result => result.Code ?? "-")));
    }

    [Fact]
    public async Task Versions_of_one_key_are_distinguished()
    {
        using S3Client client = new CannedServer(
            "<DeleteResult><Error><Key>a</Key><VersionId>2</VersionId><Code>X</Code></Error></DeleteResult>").Client();
        List<S3DeleteResult> results = await All(client, new("a", default, "1"), new("a", default, "2"), new("a"));
        Assert.Equal([null, "X", null], results.Select(result => result.Code));
    }

    [Fact]
    public async Task A_key_given_twice_is_sent_in_two_requests()
    {
        var server = new CannedServer(
            Nothing, "<DeleteResult><Error><Key>a</Key><Code>PreconditionFailed</Code></Error></DeleteResult>");
        using S3Client client = server.Client();
        List<S3DeleteResult> results = await All(client, new("a"), new("b"), new("a", S3ETag.Parse("x")), new("c"));
        Assert.Equal([null, null, "PreconditionFailed", null], results.Select(result => result.Code));
        Assert.Equal(["a,b", "a,c"], server.Requests.Select(request => string.Join(',', Keys(request))));
    }

    [Fact]
    public async Task Long_keys_make_shorter_requests()
    {
        var server = new CannedServer(Nothing);
        using S3Client client = server.Client();
        string rest = new('&', 1020);
        S3DeleteEntry[] entries = [.. Enumerable.Range(0, 1000).Select(i => new S3DeleteEntry($"{i:D4}{rest}"))];
        Assert.All(await All(client, entries), result => Assert.True(result.IsDeleted));
        Assert.Equal(entries.Select(entry => entry.Key), server.Requests.SelectMany(Keys));
        Assert.All(server.Requests, request => Assert.InRange(request.Body.Length, 1, 1 << 20));
    }

    [Fact]
    public async Task Requests_that_fail_are_repeated_and_answers_that_make_no_sense_are_errors()
    {
        var server = new CannedServer(
            (HttpStatusCode.OK, "<Error><Code>InternalError</Code></Error>"), (HttpStatusCode.OK, "<DeleteResult>"),
            (HttpStatusCode.OK, Nothing));
        using S3Client client = server.Client();
        Assert.Single(await All(client, new S3DeleteEntry("a")));
        Assert.Equal(3, server.Requests.Count);
        using S3Client other = new CannedServer("<CopyObjectResult/>").Client();
        S3Exception refused = await Assert.ThrowsAsync<S3Exception>(() => All(other, new S3DeleteEntry("a")));
        Assert.Equal(S3ErrorCode.BadAnswer, refused.Code);
    }

    private static List<string> Keys(CannedRequest request) =>
        [.. XDocument.Parse(request.Text, LoadOptions.PreserveWhitespace).Descendants()
            .Where(element => element.Name.LocalName == "Key").Select(element => element.Value)];

    private static async Task<List<S3DeleteResult>> All(S3Client client, params S3DeleteEntry[] entries)
    {
        var results = new List<S3DeleteResult>();
        await foreach (S3DeleteResult result in client.DeleteObjectsAsync("bucket", entries, s_cancellation))
        {
            results.Add(result);
        }

        return results;
    }
}
