using System.Text;
using Doppel.S3.Server;

namespace Doppel.S3.Tests.Servers;

/// <summary>What is checked first: signatures, by Amazon's published examples, digests, checksums, chunks.</summary>
public sealed class MemoryCheckTests
{
    private const string Empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    [Theory]
    [InlineData("GET /test.txt", "Range: bytes=0-9\r\nx-amz-content-sha256: " + Empty,
        "host;range;x-amz-content-sha256;x-amz-date",
        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41", "")]
    [InlineData("PUT /test%24file.text",
        "Date: Fri, 24 May 2013 00:00:00 GMT\r\nx-amz-storage-class: REDUCED_REDUNDANCY\r\nContent-Length: 21\r\n"
        + "x-amz-content-sha256: 44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
        "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
        "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd", "Welcome to Amazon S3.")]
    [InlineData("GET /?lifecycle", "x-amz-content-sha256: " + Empty, "host;x-amz-content-sha256;x-amz-date",
        "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543", "")]
    [InlineData("GET /?prefix=J&max-keys=2", "x-amz-content-sha256: " + Empty, "host;x-amz-content-sha256;x-amz-date",
        "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7", "")]
    public async Task Published_signatures_are_right_and_others_wrong(
        string line, string headers, string names, string signature, string body)
    {
        await using FaultServer server = FaultServer.Start(Published());
        foreach ((string given, bool isRight) in new[] { (signature, true), (signature.Replace('0', '1'), false) })
        {
            string text = (await RawClient.ExchangeAsync(server.Endpoint, Signed(
                line, "examplebucket.s3.amazonaws.com", headers, names, given) + body)).Text;
            Assert.Equal(!isRight, text.Contains("<Code>SignatureDoesNotMatch<", StringComparison.Ordinal));
            Assert.DoesNotContain("AccessDenied", text);
        }
    }

    [Fact]
    public async Task The_published_presigned_address_is_right()
    {
        await using FaultServer server = FaultServer.Start(Published());
        const string Address = "/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
            + "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
            + "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=";
        const string Signature = "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404";
        Assert.Equal("NoSuchKey", await Code(Address + Signature));
        Assert.Equal("SignatureDoesNotMatch", await Code(Address + Signature.Replace('a', 'b')));
        Assert.Equal("SignatureDoesNotMatch", await Code(Address.Replace("test", "best") + Signature));

        async Task<string> Code(string target) => CodeOf((await RawClient.ExchangeAsync(
            server.Endpoint, $"GET {target} HTTP/1.1\r\nHost: examplebucket.s3.amazonaws.com\r\n\r\n")).Text);
    }

    [Theory]
    [InlineData("", "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9",
        "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
        "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
        "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9", "")]
    [InlineData("-TRAILER", "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e",
        "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2",
        "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7",
        "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992",
        "x-amz-checksum-crc32c:sOO8/Q==\r\n"
        + "x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n")]
    public async Task Published_chunks_are_right_and_a_changed_byte_is_wrong(
        string kind, string seed, string first, string second, string last, string trailers)
    {
        string a64 = new('a', 65536);
        string a1 = new('a', 1024);
        string body = $"10000;chunk-signature={first}\r\n{a64}\r\n400;chunk-signature={second}\r\n{a1}\r\n"
            + $"0;chunk-signature={last}\r\n{trailers}\r\n";
        const string Names = "x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class";
        string names = kind.Length == 0
            ? $"content-encoding;content-length;host;{Names}"
            : $"content-encoding;host;{Names};x-amz-trailer";
        string headers = $"Content-Encoding: aws-chunked\r\nContent-Length: {body.Length}\r\n"
            + $"x-amz-content-sha256: STREAMING-AWS4-HMAC-SHA256-PAYLOAD{kind}\r\n"
            + "x-amz-decoded-content-length: 66560\r\nx-amz-storage-class: REDUCED_REDUNDANCY"
            + (kind.Length == 0 ? "" : "\r\nx-amz-trailer: x-amz-checksum-crc32c");
        string head = Signed("PUT /examplebucket/chunkObject.txt", "s3.amazonaws.com", headers, names, seed);

        MemoryS3 memory = Published();
        await using FaultServer server = FaultServer.Start(memory);
        string right = (await RawClient.ExchangeAsync(server.Endpoint, head + body)).Text;
        Assert.StartsWith("HTTP/1.1 200 ", right, StringComparison.Ordinal);
        Assert.Equal(a64 + a1, Encoding.UTF8.GetString(memory.Find("examplebucket", "chunkObject.txt")!.Body));
        Assert.DoesNotContain("content-encoding", memory.Find("examplebucket", "chunkObject.txt")!.Headers.Keys);
        string changed = head + body.Replace("aaaa\r\n0;", "aaab\r\n0;");
        Assert.Equal("SignatureDoesNotMatch", CodeOf((await RawClient.ExchangeAsync(server.Endpoint, changed)).Text));
    }

    [Theory]
    [InlineData("Content-MD5", "kAFQmDzST7DWlj99KOF/cg==", "200")]
    [InlineData("Content-MD5", "AAAAAAAAAAAAAAAAAAAAAA==", "400 BadDigest")]
    [InlineData("x-amz-content-sha256", Empty, "400 XAmzContentSHA256Mismatch")]
    [InlineData("x-amz-content-sha256", "UNSIGNED-PAYLOAD", "200")]
    [InlineData("x-amz-checksum-crc32", "NSRBwg==", "200")]
    [InlineData("x-amz-checksum-crc32", "AAAAAA==", "400 BadDigest")]
    [InlineData("x-amz-checksum-sha256", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", "200")]
    [InlineData("x-amz-sdk-checksum-algorithm", "CRC32C", "200")]
    [InlineData("x-amz-sdk-checksum-algorithm", "CRC7", "400 InvalidRequest")]
    public async Task Digests_of_a_body_are_checked(string name, string value, string expected)
    {
        await using var client = new MemoryClient();
        MemoryReply reply = await client.SendAsync("PUT", "/b/k", "abc", (name, value));
        Assert.Equal(expected, reply.Outcome);
        Assert.Equal(expected == "200" ? ["k"] : [], client.Memory.Keys("b"));
    }

    [Theory]
    [InlineData("CRC32", "y/Q5Jg==")]
    [InlineData("CRC32C", "4waSgw==")]
    [InlineData("CRC64NVME", "rosUhgp5mIg=")]
    [InlineData("SHA1", "98O8HYCOBHMq32eZZczDTKeuNEE=")]
    public void Checksums_have_their_published_check_values(string algorithm, string expected) =>
        Assert.Equal(expected, ServerChecksum.Of(algorithm, "123456789"u8));

    [Theory]
    [InlineData("3\r\nabc\r\n0\r\nx-amz-checksum-crc32:NSRBwg==\r\n\r\n", "3", "200")]
    [InlineData("3\r\nabc\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n", "3", "400 BadDigest")]
    [InlineData("3\r\nabc\r\n0\r\n\r\n", "3", "400 MalformedTrailerError")]
    [InlineData("3\r\nabc\r\n0\r\nx-amz-checksum-crc32:NSRBwg==\r\n\r\n", "4", "400 IncompleteBody")]
    [InlineData("4\r\nabc\r\n0\r\n\r\n", "3", "400 IncompleteBody")]
    [InlineData("3\r\nabc\r\n", "3", "400 IncompleteBody")]
    [InlineData("3\r\nabc\r\n3\r\nabc\r\n0\r\n\r\n", "6", "403 InvalidChunkSizeError")]
    public async Task Unsigned_chunks_with_a_trailer_are_taken_apart(string body, string length, string expected)
    {
        await using var client = new MemoryClient();
        MemoryReply reply = await client.SendAsync("PUT", "/b/k", body,
            ("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), ("x-amz-trailer", "x-amz-checksum-crc32"),
            ("Content-Encoding", "gzip, aws-chunked"), ("x-amz-decoded-content-length", length));
        Assert.Equal(expected, reply.Outcome);
        if (expected == "200")
        {
            StoredObject stored = client.Memory.Find("b", "k")!;
            Assert.Equal(("abc", "gzip"), (Encoding.UTF8.GetString(stored.Body), stored.Headers["content-encoding"]));
        }
    }

    [Fact]
    public async Task Unsigned_requests_and_those_signed_for_another_region_are_refused()
    {
        await using FaultServer server = FaultServer.Start(Published());
        Assert.Equal("AccessDenied", CodeOf((await RawClient.ExchangeAsync(
            server.Endpoint, "GET / HTTP/1.1\r\nHost: s3.amazonaws.com\r\n\r\n")).Text));
        string signed = Signed("GET /", "s3.amazonaws.com", "x-amz-content-sha256: " + Empty, "host;x-amz-date", "0");
        string region = (await RawClient.ExchangeAsync(server.Endpoint, signed.Replace("us-east-1", "eu-west-1"))).Text;
        Assert.Equal("AuthorizationHeaderMalformed", CodeOf(region));
        Assert.Contains("<Region>us-east-1</Region>", region);
        Assert.Equal("AccessDenied", CodeOf((await RawClient.ExchangeAsync(server.Endpoint, signed)).Text));
    }

    [Fact]
    public async Task A_judge_of_the_test_may_refuse()
    {
        await using var client = new MemoryClient(new MemoryS3Options { Verify = _ => "ExpiredToken" });
        Assert.Equal("403 ExpiredToken", (await client.SendAsync("GET", "/b/k")).Outcome);
    }

    private static MemoryS3 Published()
    {
        var memory = new MemoryS3(new MemoryS3Options
        {
            HostSuffix = "s3.amazonaws.com",
            Time = new StandingClock(),
            SecretOf = access => access == "AKIAIOSFODNN7EXAMPLE" ? "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" : null,
        });
        memory.AddBucket("examplebucket");
        return memory;
    }

    private static string Signed(string line, string host, string headers, string names, string signature) =>
        $"{line} HTTP/1.1\r\nHost: {host}\r\nx-amz-date: 20130524T000000Z\r\n{headers}\r\n"
        + "Authorization: AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
        + $"SignedHeaders={names},Signature={signature}\r\n\r\n";

    private static string CodeOf(string text) => text.Split("<Code>")[^1].Split("</Code>")[0];

    private sealed class StandingClock : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(2013, 5, 24, 0, 0, 0, TimeSpan.Zero);
    }
}
