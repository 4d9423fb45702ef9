using Doppel.S3.Server;

namespace Doppel.S3.Tests.Servers;

public sealed class MemoryObjectTests
{
    private const string ETag = "\"900150983cd24fb0d6963f7d28e17f72\""; // the MD5 of abc

    [Fact]
    public async Task Buckets_are_made_found_listed_and_deleted()
    {
        await using var client = new MemoryClient(new MemoryS3Options { Region = "eu-west-1" });
        Assert.Equal("400 IllegalLocationConstraintException", (await client.SendAsync("PUT", "/new")).Outcome);
        const string Configuration =
            "<CreateBucketConfiguration><LocationConstraint>eu-west-1</LocationConstraint></CreateBucketConfiguration>";
        Assert.Equal(200, (await client.SendAsync("PUT", "/new", Configuration)).Status);
        Assert.Equal("409 BucketAlreadyOwnedByYou", (await client.SendAsync("PUT", "/new", Configuration)).Outcome);
        Assert.Equal("400 InvalidBucketName", (await client.SendAsync("PUT", "/N", Configuration)).Outcome);
        Assert.Equal(["b", "new"], (await client.SendAsync("GET", "/")).Values("Name"));
        Assert.Equal("eu-west-1", (await client.SendAsync("HEAD", "/new")).Header("x-amz-bucket-region"));
        Assert.Equal("eu-west-1", (await client.SendAsync("GET", "/new?location")).Value("LocationConstraint"));
        await client.SendAsync("PUT", "/new/k");
        Assert.Equal("409 BucketNotEmpty", (await client.SendAsync("DELETE", "/new")).Outcome);
        await client.SendAsync("DELETE", "/new/k");
        Assert.Equal(204, (await client.SendAsync("DELETE", "/new")).Status);
        Assert.Equal(404, (await client.SendAsync("HEAD", "/new")).Status);
    }

    [Fact]
    public async Task An_object_is_returned_with_what_it_was_stored_with()
    {
        await using var client = new MemoryClient();
        await client.PutAsync(
            "k", "abc", ("x-amz-meta-a", "1"), ("Content-Type", "text/x"), ("x-amz-tagging", "t=u%20v"));
        MemoryReply reply = await client.SendAsync("GET", "/b/k");
        Assert.Equal((200, "abc"), (reply.Status, reply.Text));
        Assert.Equal((ETag, "1", "text/x", "1"), (reply.Header("ETag"), reply.Header("x-amz-meta-a"),
            reply.Header("Content-Type"), reply.Header("x-amz-tagging-count")));
        MemoryReply head = await client.SendAsync("HEAD", "/b/k");
        Assert.Equal((200, "", "3"), (head.Status, head.Text, head.Header("Content-Length")));
        Assert.Equal("u v", (await client.SendAsync("GET", "/b/k?tagging")).Value("Value"));
        Assert.Equal("404 NoSuchKey", (await client.SendAsync("GET", "/b/none")).Outcome);
        Assert.Equal("404 NoSuchBucket", (await client.SendAsync("GET", "/none/k")).Outcome);
    }

    [Theory]
    [InlineData("a//b"), InlineData("./x"), InlineData("p/../q"), InlineData("%2E%2E/x", "../x")]
    [InlineData("a%2Bb", "a+b"), InlineData("%25", "%"), InlineData("%0A", "\n"), InlineData("%C3%A9", "é")]
    [InlineData("e%CC%81", "e\u0301")]
    public async Task Keys_are_stored_without_normalization(string target, string? key = null)
    {
        await using var client = new MemoryClient();
        await client.PutAsync(target, "x");
        Assert.Equal([key ?? target], client.Memory.Keys("b"));
    }

    [Theory]
    [InlineData("bytes=0-1", "206 ab bytes 0-1/3")]
    [InlineData("bytes=1-", "206 bc bytes 1-2/3")]
    [InlineData("bytes=-2", "206 bc bytes 1-2/3")]
    [InlineData("bytes=-9", "206 abc bytes 0-2/3")]
    [InlineData("bytes=2-9", "206 c bytes 2-2/3")]
    [InlineData("bytes=2-1", "200 abc ")]
    [InlineData("bytes=0-0,2-2", "200 abc ")]
    [InlineData("bytes=3-", "416  ")]
    [InlineData("bytes=-0", "416  ")]
    public async Task Ranges_are_those_of_HTTP(string range, string expected)
    {
        await using var client = new MemoryClient();
        await client.PutAsync("k", "abc");
        MemoryReply reply = await client.SendAsync("GET", "/b/k", "", ("Range", range));
        string text = reply.Status == 416 ? "" : reply.Text;
        Assert.Equal(expected, $"{reply.Status} {text} {reply.Header("Content-Range")}");
    }

    [Theory]
    [InlineData("GET", "If-Match", ETag, "200")]
    [InlineData("GET", "If-Match", "\"0\"", "412 PreconditionFailed")]
    [InlineData("GET", "If-None-Match", ETag, "304")]
    [InlineData("GET", "If-None-Match", "\"0\"", "200")]
    [InlineData("GET", "If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT", "304")]
    [InlineData("GET", "If-Unmodified-Since", "Thu, 01 Jan 1970 00:00:00 GMT", "412 PreconditionFailed")]
    [InlineData("PUT", "If-None-Match", "*", "412 PreconditionFailed")]
    [InlineData("PUT", "If-None-Match", ETag, "501 NotImplemented")]
    [InlineData("PUT", "If-Match", ETag, "200")]
    [InlineData("PUT", "If-Match", "\"0\"", "412 PreconditionFailed")]
    [InlineData("DELETE", "If-Match", ETag, "204")]
    [InlineData("DELETE", "If-Match", "*", "204")]
    [InlineData("DELETE", "If-Match", "\"0\"", "412 PreconditionFailed")]
    public async Task Conditions_decide(string method, string name, string value, string expected)
    {
        await using var client = new MemoryClient();
        await client.PutAsync("k", "abc");
        MemoryReply reply = await client.SendAsync(method, "/b/k", "new", (name, value));
        bool isWritten = client.Memory.Find("b", "k")?.QuotedETag != ETag;
        bool mayWrite = expected == "204" || (method == "PUT" && expected == "200");
        Assert.Equal((expected, mayWrite), (reply.Outcome, isWritten));
    }

    [Fact]
    public async Task Conditions_on_what_is_not_there_are_404()
    {
        await using var client = new MemoryClient();
        Assert.Equal("404 NoSuchKey", (await client.SendAsync("PUT", "/b/k", "x", ("If-Match", ETag))).Outcome);
        Assert.Equal("404 NoSuchKey", (await client.SendAsync("DELETE", "/b/k", "", ("If-Match", ETag))).Outcome);
        Assert.Equal("200", (await client.SendAsync("PUT", "/b/k", "x", ("If-None-Match", "*"))).Outcome);
    }

    [Fact]
    public async Task Many_are_deleted_at_once_each_on_its_own_condition()
    {
        await using var client = new MemoryClient();
        foreach (string key in (string[])["a", "b", "c%0D"])
        {
            await client.PutAsync(key, "abc");
        }

        const string Body = "<Delete><Object><Key>a</Key><ETag>900150983cd24fb0d6963f7d28e17f72</ETag></Object>"
            + "<Object><Key>b</Key><ETag>\"0\"</ETag></Object><Object><Key>c&#13;</Key></Object>"
            + "<Object><Key>d</Key></Object></Delete>";
        Assert.Equal("400 InvalidRequest", (await client.SendAsync("POST", "/b?delete", Body)).Outcome);
        string checksum = ServerChecksum.Of("CRC32", System.Text.Encoding.UTF8.GetBytes(Body));
        MemoryReply reply = await client.SendAsync("POST", "/b?delete", Body, ("x-amz-checksum-crc32", checksum));
        Assert.Equal(["b"], client.Memory.Keys("b"));
        Assert.Equal(["PreconditionFailed"], reply.Values("Code"));
        Assert.Equal(["a", "b", "c\r", "d"], reply.Values("Key").Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task A_copy_keeps_or_replaces_metadata_and_obeys_conditions()
    {
        await using var client = new MemoryClient();
        await client.PutAsync("a%20b", "abc", ("x-amz-meta-m", "1"));
        MemoryReply copy = await client.SendAsync("PUT", "/b/c", "", ("x-amz-copy-source", "/b/a%20b"));
        Assert.Equal(ETag, copy.Value("ETag"));
        Assert.Equal("1", client.Memory.Find("b", "c")!.Headers["x-amz-meta-m"]);
        await client.SendAsync(
            "PUT", "/b/d", "", ("x-amz-copy-source", "b/a%20b"), ("x-amz-metadata-directive", "REPLACE"));
        Assert.DoesNotContain("x-amz-meta-m", client.Memory.Find("b", "d")!.Headers.Keys);
        Assert.Equal("400 InvalidRequest",
            (await client.SendAsync("PUT", "/b/c", "", ("x-amz-copy-source", "b/c"))).Outcome);
        Assert.Equal("412 PreconditionFailed", (await client.SendAsync("PUT", "/b/c", "",
            ("x-amz-copy-source", "b/a%20b"), ("x-amz-copy-source-if-match", "\"0\""))).Outcome);
        Assert.Equal("404 NoSuchKey",
            (await client.SendAsync("PUT", "/b/c", "", ("x-amz-copy-source", "b/none"))).Outcome);
    }

    [Fact]
    public async Task Quirks_are_as_bad_as_they_say()
    {
        await using var client = new MemoryClient(new MemoryS3Options
        {
            Quirks = new S3Quirks
            {
                IgnoresRange = true,
                IgnoresAttributes = true,
                IgnoresConditionalDelete = true,
                IgnoresConditionalPut = true,
                HasWeakETags = true,
            },
        });
        await client.PutAsync("k", "abc");
        Assert.Equal((200, "abc"), await Seen("GET", "/b/k", ("Range", "bytes=0-0")));
        Assert.Equal((200, "abc"), await Seen("GET", "/b/k?attributes", ("x-amz-object-attributes", "ETag")));
        Assert.Equal("W/" + ETag, (await client.SendAsync("HEAD", "/b/k")).Header("ETag"));
        Assert.Equal((200, ""), await Seen("PUT", "/b/k", ("If-None-Match", "*")));
        Assert.Equal((204, ""), await Seen("DELETE", "/b/k", ("If-Match", "\"0\"")));

        async Task<(int, string)> Seen(string method, string target, (string, string) header)
        {
            MemoryReply reply = await client.SendAsync(method, target, "", header);
            return (reply.Status, reply.Text);
        }
    }

    [Fact]
    public async Task A_redirect_names_the_region_and_the_refusal_of_a_late_request_has_the_date()
    {
        await using var client = new MemoryClient();
        client.Memory.Redirect(
            "b", ErrorAnswer.Of(301, "PermanentRedirect", ("Endpoint", "x")).With("x-amz-bucket-region", "r"));
        MemoryReply reply = await client.SendAsync("GET", "/b/k");
        Assert.Equal(("301 PermanentRedirect", "r"), (reply.Outcome, reply.Header("x-amz-bucket-region")));
        client.Memory.Redirect("b", null);
        MemoryReply late = await client.SendAsync("GET", "/b/k", "", ("x-amz-date", "20200101T000000Z"));
        Assert.Equal("403 RequestTimeTooSkewed", late.Outcome);
        Assert.NotNull(late.Header("Date"));
    }
}
