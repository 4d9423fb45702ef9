using System.Text;
using Doppel.S3.Server;

namespace Doppel.S3.Tests.Servers;

public sealed class MemoryUploadTests
{
    private static readonly MemoryS3Options s_small = new() { PartBytesMin = 3 };

    [Fact]
    public async Task Parts_become_an_object_in_the_order_of_their_numbers()
    {
        await using var client = new MemoryClient(s_small);
        string id = await BeginAsync(client, ("x-amz-meta-a", "1"));
        string second = await PartAsync(client, id, 7, "defg");
        string first = await PartAsync(client, id, 2, "abc");
        MemoryReply listed = await client.SendAsync("GET", $"/b/k?uploadId={id}");
        Assert.Equal(["2", "7"], listed.Values("PartNumber"));
        Assert.Equal("k", (await client.SendAsync("GET", "/b?uploads")).Value("Key"));
        MemoryReply done = await CompleteAsync(client, id, [(2, first), (7, second)]);

        // As openssl says: the MD5 of the MD5 of abc and the MD5 of defg.
        Assert.Equal("\"2c965f10c4ffa837ae1b9f66d61f950e-2\"", done.Value("ETag"));
        MemoryReply read = await client.SendAsync("GET", "/b/k");
        Assert.Equal(("abcdefg", "1"), (read.Text, read.Header("x-amz-meta-a")));
        MemoryReply part = await client.SendAsync("GET", "/b/k?partNumber=2");
        Assert.Equal((206, "defg", "2"), (part.Status, part.Text, part.Header("x-amz-mp-parts-count")));
        Assert.Empty(client.Memory.OpenUploads);
        Assert.Equal(done.Text, (await CompleteAsync(client, id, [(2, first), (7, second)])).Text);
        Assert.Equal((1, 2, 2), (client.Memory.Counts["CreateMultipartUpload"], client.Memory.Counts["UploadPart"],
            client.Memory.Counts["CompleteMultipartUpload"]));
    }

    [Fact]
    public async Task An_aborted_upload_no_longer_exists()
    {
        await using var client = new MemoryClient(s_small);
        string id = await BeginAsync(client);
        Assert.Single(client.Memory.OpenUploads);
        Assert.Equal(204, (await client.SendAsync("DELETE", $"/b/k?uploadId={id}")).Status);
        Assert.Empty(client.Memory.OpenUploads);
        Assert.Equal("404 NoSuchUpload", (await client.SendAsync("DELETE", $"/b/k?uploadId={id}")).Outcome);
        Assert.Equal("404 NoSuchUpload",
            (await client.SendAsync("PUT", $"/b/k?partNumber=1&uploadId={id}", "abc")).Outcome);
    }

    [Fact]
    public async Task Invalid_parts_and_completions_are_refused_and_the_upload_stays_open()
    {
        await using var client = new MemoryClient(s_small);
        string id = await BeginAsync(client);
        string first = await PartAsync(client, id, 1, "ab");
        string second = await PartAsync(client, id, 2, "cd");
        Assert.Equal("400 EntityTooSmall", (await CompleteAsync(client, id, [(1, first), (2, second)])).Outcome);
        Assert.Equal("400 InvalidPartOrder", (await CompleteAsync(client, id, [(2, second), (1, first)])).Outcome);
        Assert.Equal("400 InvalidPart", (await CompleteAsync(client, id, [(1, second)])).Outcome);
        Assert.Equal("400 InvalidPart", (await CompleteAsync(client, id, [(3, first)])).Outcome);
        Assert.Equal("400 MalformedXML", (await CompleteAsync(client, id, [])).Outcome);
        Assert.Equal("400 InvalidRequest",
            (await CompleteAsync(client, id, [(1, first)], ("x-amz-mp-object-size", "3"))).Outcome);
        Assert.Equal("400 InvalidArgument",
            (await client.SendAsync("PUT", $"/b/k?partNumber=10001&uploadId={id}", "abc")).Outcome);
        Assert.Single(client.Memory.OpenUploads);
        Assert.Equal("200", (await CompleteAsync(client, id, [(1, first)], ("x-amz-mp-object-size", "2"))).Outcome);
    }

    [Fact]
    public async Task A_completed_upload_may_be_forgotten()
    {
        await using var client = new MemoryClient(s_small with { Quirks = new() { ForgetsCompletedUploads = true } });
        string id = await BeginAsync(client);
        string part = await PartAsync(client, id, 1, "abc");
        Assert.Equal("200", (await CompleteAsync(client, id, [(1, part)])).Outcome);
        Assert.Equal("404 NoSuchUpload", (await CompleteAsync(client, id, [(1, part)])).Outcome);
    }

    [Fact]
    public async Task A_part_may_be_copied_from_an_object()
    {
        await using var client = new MemoryClient(s_small);
        await client.PutAsync("source", "0123456789");
        string id = await BeginAsync(client);
        MemoryReply copy = await client.SendAsync("PUT", $"/b/k?partNumber=1&uploadId={id}", "",
            ("x-amz-copy-source", "/b/source"), ("x-amz-copy-source-range", "bytes=2-5"));
        await CompleteAsync(client, id, [(1, copy.Value("ETag"))]);
        Assert.Equal("2345", Encoding.UTF8.GetString(client.Memory.Find("b", "k")!.Body));
    }

    [Theory]
    [InlineData("CRC64NVME", null, "FULL_OBJECT")]
    [InlineData("CRC32", "FULL_OBJECT", "FULL_OBJECT")]
    [InlineData("CRC32C", null, "COMPOSITE")]
    [InlineData("SHA256", null, "COMPOSITE")]
    public async Task Checksums_of_parts_become_that_of_the_object(string algorithm, string? asked, string type)
    {
        await using var client = new MemoryClient(s_small);
        (string, string)[] headers = [("x-amz-checksum-algorithm", algorithm)];
        string id = await BeginAsync(client, asked is null ? headers : [.. headers, ("x-amz-checksum-type", asked)]);
        string first = await PartAsync(client, id, 1, "abc");
        string second = await PartAsync(client, id, 2, "d");
        string one = ServerChecksum.Of(algorithm, "abc"u8);
        string two = ServerChecksum.Of(algorithm, "d"u8);
        byte[] together = [.. Convert.FromBase64String(one), .. Convert.FromBase64String(two)];
        string expected = type == "COMPOSITE"
            ? ServerChecksum.Of(algorithm, together) + "-2"
            : ServerChecksum.Of(algorithm, "abcd"u8);
        MemoryReply done = await CompleteAsync(client, id, [(1, first), (2, second)]);
        Assert.Equal((expected, type), (done.Value("Checksum" + algorithm), done.Value("ChecksumType")));

        MemoryReply head = await client.SendAsync("HEAD", "/b/k", "", ("x-amz-checksum-mode", "ENABLED"));
        Assert.Equal(expected, head.Header(ServerChecksum.HeaderOf(algorithm)));
        Assert.Null((await client.SendAsync("HEAD", "/b/k")).Header(ServerChecksum.HeaderOf(algorithm)));
        MemoryReply attributes = await client.SendAsync(
            "GET", "/b/k?attributes", "", ("x-amz-object-attributes", "ETag,Checksum,ObjectParts,ObjectSize"));
        Assert.Equal(["3", "1"], attributes.Values("Size"));
        Assert.Equal(("2", "4", type), (attributes.Value("TotalPartsCount"), attributes.Value("ObjectSize"),
            attributes.Value("ChecksumType")));
    }

    private static async Task<string> BeginAsync(MemoryClient client, params (string, string)[] headers) =>
        Uri.EscapeDataString((await client.SendAsync("POST", "/b/k?uploads", "", headers)).Value("UploadId"));

    private static async Task<string> PartAsync(MemoryClient client, string id, int number, string body)
    {
        MemoryReply reply = await client.SendAsync("PUT", $"/b/k?partNumber={number}&uploadId={id}", body);
        return reply.Header("ETag") ?? throw new InvalidOperationException(reply.Outcome);
    }

    private static Task<MemoryReply> CompleteAsync(
        MemoryClient client, string id, (int Number, string ETag)[] parts, params (string, string)[] headers)
    {
        string all = string.Concat(parts.Select(part =>
            $"<Part><PartNumber>{part.Number}</PartNumber><ETag>{part.ETag}</ETag></Part>"));
        return client.SendAsync(
            "POST", $"/b/k?uploadId={id}", $"<CompleteMultipartUpload>{all}</CompleteMultipartUpload>", headers);
    }
}
