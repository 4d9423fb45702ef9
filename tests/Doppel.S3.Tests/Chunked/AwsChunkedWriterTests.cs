using System.Text;
using Doppel.S3.Tests.Signing;
using Doppel.S3.Tests.Signing.Verifier;
using Doppel.S3.Tests.Xml;
using Doppel.Testing;

namespace Doppel.S3.Tests.Chunked;

public sealed class AwsChunkedWriterTests
{
    private static readonly DateTimeOffset s_time = new(2013, 5, 24, 0, 0, 0, TimeSpan.Zero);
    private static readonly S3Credentials s_credentials = new()
    {
        AccessKeyId = "AKIAIOSFODNN7EXAMPLE",
        SecretAccessKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    };

    private static readonly RequestSigner s_signer = new(s_credentials, "us-east-1");
    private static readonly ChunkedOptions[] s_forms =
    [
        new(), new() { Checksum = ChecksumAlgorithm.Crc64Nvme }, new() { Checksum = ChecksumAlgorithm.Sha256 },
        new() { Signing = ChunkSigning.Unsigned, Checksum = ChecksumAlgorithm.Crc32 },
        new() { Signing = ChunkSigning.Unsigned, Checksum = ChecksumAlgorithm.Sha1 },
    ];

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_writer_whose_source_fails_is_of_no_use_any_more()
    {
        // The source may still write into the buffer, so it must not hold other content.
        using var writer = new AwsChunkedWriter(Stream.Null, 10, s_forms[3]);
        await Assert.ThrowsAsync<IOException>(async () => await writer.CopyFromAsync(new FailingStream(), Token));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await writer.WriteAsync(new byte[1], Token));
    }

    [Fact]
    public async Task The_published_example_is_written_byte_for_byte()
    {
        const string seed = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9";
        string expected =
            "10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n"
            + new string('a', 65536)
            + "\r\n400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n"
            + new string('a', 1024)
            + "\r\n0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n";
        var options = new ChunkedOptions();
        Assert.Equal((66_824, "STREAMING-AWS4-HMAC-SHA256-PAYLOAD", null),
            (options.GetEncodedLength(66_560), options.PayloadHash, options.TrailerName));
        Assert.Equal(expected, Encoding.ASCII.GetString(await Write(options, As(66_560), 1000, seed)));
    }

    [Fact]
    public async Task The_published_example_with_a_trailer_is_written_byte_for_byte()
    {
        const string seed = "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e";
        string expected =
            "10000;chunk-signature=b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2\r\n"
            + new string('a', 65536)
            + "\r\n400;chunk-signature=1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7\r\n"
            + new string('a', 1024)
            + "\r\n0;chunk-signature=2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992\r\n"
            + "x-amz-checksum-crc32c:sOO8/Q==\r\n"
            + "x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n\r\n";
        var options = new ChunkedOptions { Checksum = ChecksumAlgorithm.Crc32C };
        Assert.Equal(
            (expected.Length, "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER", "x-amz-checksum-crc32c"),
            (options.GetEncodedLength(66_560), options.PayloadHash, options.TrailerName));
        Assert.Equal(expected, Encoding.ASCII.GetString(await Write(options, As(66_560), 70_000, seed)));
    }

    [Fact]
    public async Task Unsigned_chunks_have_sizes_and_a_checksum_alone()
    {
        var options = new ChunkedOptions { Signing = ChunkSigning.Unsigned, Checksum = ChecksumAlgorithm.Crc32 };
        string expected = "9\r\n123456789\r\n0\r\nx-amz-checksum-crc32:y/Q5Jg==\r\n\r\n";
        Assert.Equal(
            (expected.Length, "STREAMING-UNSIGNED-PAYLOAD-TRAILER", "x-amz-checksum-crc32"),
            (options.GetEncodedLength(9), options.PayloadHash, options.TrailerName));
        Assert.Equal(expected, Encoding.ASCII.GetString(await Write(options, "123456789"u8.ToArray(), 4)));
    }

    [Fact]
    public async Task Any_content_in_any_pieces_is_accepted_by_the_verifier()
    {
        int[] lengths = [0, 1, 8191, 8192, 8193, 16_384, 40_000];
        for (int round = TestRun.Count(60, 2000); round > 0; round--)
        {
            int seed = round + TestRun.SeedOffset;
            var random = new Random(seed);
            byte[] content = new byte[round % 2 == 0 ? lengths[round / 2 % lengths.Length] : random.Next(40_000)];
            random.NextBytes(content);
            ChunkedOptions options = s_forms[random.Next(s_forms.Length)] with { ChunkBytes = 8192 << random.Next(3) };
            VerifierRequest request = await Send(options, content, random);
            Verdict verdict = new SigV4Verifier(s_credentials, "us-east-1", new StoppedClock(s_time)).Verify(request);
            Assert.True(verdict.IsAccepted, $"seed {seed}, {options}, {content.Length}: {verdict}");
            Assert.Equal(content, verdict.Content);
            Assert.Equal(options.GetEncodedLength(content.Length), request.Body.Length);

            // A byte that is changed anywhere is found, but for those that stand for the same.
            int at = random.Next(request.Body.Length);
            request.Body[at] ^= (byte)(1 << random.Next(5));
            Verdict damaged = new SigV4Verifier(s_credentials, "us-east-1", new StoppedClock(s_time)).Verify(request);
            Assert.False(damaged.IsAccepted, $"seed {seed}, {options}, byte {at} of {content.Length}");
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(8191)]
    [InlineData(8192)]
    [InlineData(100_000)]
    [InlineData(5_000_000_000)]
    public void The_length_is_known_before(long length)
    {
        // As the documentation counts it: size, signature and line ends of each chunk.
        long expected = (length / 8192 * (4 + 17 + 64 + 2 + 8192 + 2)) + 1 + 17 + 64 + 2 + 2;
        long rest = length % 8192;
        expected += rest == 0 ? 0 : rest.ToString("x", null).Length + 17 + 64 + 2 + rest + 2;
        Assert.Equal(expected, new ChunkedOptions { ChunkBytes = 8192 }.GetEncodedLength(length));
    }

    [Fact]
    public async Task More_bytes_than_announced_are_refused_before_any_of_them_is_sent()
    {
        using var destination = new MemoryStream();
        using AwsChunkedWriter writer = Begin(destination, 10, s_forms[3]);
        await writer.WriteAsync(new byte[6], Token);
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await writer.WriteAsync(new byte[5], Token));
        Assert.Equal((4, 0), (writer.Missing, destination.Length));
        await writer.WriteAsync(new byte[4], Token);
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await writer.WriteAsync(new byte[1], Token));
        await writer.CompleteAsync(Token);
        Assert.Equal(s_forms[3].GetEncodedLength(10), destination.Length);
    }

    [Fact]
    public async Task A_body_with_fewer_bytes_than_announced_is_not_ended()
    {
        using var destination = new MemoryStream();
        using AwsChunkedWriter writer = Begin(destination, 10, s_forms[3]);
        await writer.WriteAsync(new byte[9], Token);
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await writer.CompleteAsync(Token));
        await Assert.ThrowsAsync<EndOfStreamException>(
            async () => await writer.CopyFromAsync(new MemoryStream([]), Token));
        Assert.Equal(0, destination.Length);
    }

    [Fact]
    public async Task Nothing_follows_the_end_or_a_write_that_failed()
    {
        using var destination = new MemoryStream();
        using AwsChunkedWriter complete = Begin(destination, 0, new());
        await complete.CompleteAsync(Token);
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await complete.CompleteAsync(Token));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await complete.WriteAsync(default, Token));

        using var closed = new MemoryStream();
        using AwsChunkedWriter failed = Begin(closed, 100_000, new());
        closed.Close();
        await Assert.ThrowsAsync<ObjectDisposedException>(
            async () => await failed.WriteAsync(new byte[70_000], Token));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await failed.WriteAsync(new byte[1], Token));
    }

    [Fact]
    public void Options_out_of_range_are_refused()
    {
        ChunkedOptions[] bad =
        [
            new() { ChunkBytes = 0 }, new() { ChunkBytes = 4096 }, new() { ChunkBytes = 65_537 },
            new() { ChunkBytes = 32 * 1024 * 1024 }, new() { Signing = ChunkSigning.Unsigned },
            new() { Checksum = (ChecksumAlgorithm)9 }, new() { Signing = (ChunkSigning)2 },
        ];
        Assert.All(bad, options => Assert.ThrowsAny<ArgumentException>(options.Validate));
        Assert.Throws<ArgumentException>(() => new AwsChunkedWriter(Stream.Null, 1, new()));
        Assert.Throws<ArgumentOutOfRangeException>(() => Begin(Stream.Null, -1, new()));
    }

    [Fact]
    public async Task A_chunk_allocates_nothing()
    {
        byte[] content = new byte[64 * 8192];
        foreach (ChunkedOptions form in s_forms)
        {
            ChunkedOptions options = form with { ChunkBytes = 8192 };
            long few = long.MaxValue;
            long many = long.MaxValue;
            for (int round = 0; round < 5; round++)
            {
                few = Math.Min(few, await Allocated(options, content.AsMemory(0, 2 * 8192)));
                many = Math.Min(many, await Allocated(options, content));
            }

            Assert.Equal(few, many);
            Assert.InRange(many, 0, 400);
        }

        static async Task<long> Allocated(ChunkedOptions options, ReadOnlyMemory<byte> content)
        {
            ChunkSigner signer = s_signer.BeginChunks(s_time, new byte[32]);
            long before = GC.GetAllocatedBytesForCurrentThread();
            var writer = new AwsChunkedWriter(Stream.Null, content.Length, options, signer);
            await writer.WriteAsync(content, Token);
            await writer.CompleteAsync(Token);
            writer.Dispose();
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }

    private static byte[] As(int count) => Encoding.ASCII.GetBytes(new string('a', count));

    private static AwsChunkedWriter Begin(Stream destination, long length, ChunkedOptions options) =>
        new(destination, length, options, s_signer.BeginChunks(s_time, new byte[32]));

    private static async Task<byte[]> Write(
        ChunkedOptions options, byte[] content, int pieceBytes, string seed = "")
    {
        ChunkSigner signer =
            seed == "" ? default : s_signer.BeginChunks(s_time, Convert.FromHexString(seed));
        using var destination = new MemoryStream();
        using var writer = new AwsChunkedWriter(destination, content.Length, options, signer);
        for (int at = 0; at < content.Length; at += pieceBytes)
        {
            await writer.WriteAsync(content.AsMemory(at, Math.Min(pieceBytes, content.Length - at)), Token);
        }

        await writer.CompleteAsync(Token);
        return destination.ToArray();
    }

    private static async Task<VerifierRequest> Send(ChunkedOptions options, byte[] content, Random random)
    {
        List<RequestHeader> headers =
        [
            new("Content-Encoding", "aws-chunked"), new("x-amz-decoded-content-length", content.Length.ToString()),
        ];
        if (options.TrailerName is { } trailer)
        {
            headers.Add(new(ChecksumNames.TrailerHeader, trailer));
        }

        var sample = new SampleRequest
        {
            Method = "PUT",
            Path = "/key",
            Headers = [.. headers],
            Payload = options.PayloadHash,
            Time = s_time,
        };
        byte[] seed = new byte[32];
        s_signer.Sign(sample, seed);
        using var destination = new MemoryStream();
        using var writer = new AwsChunkedWriter(
            destination, content.Length, options, s_signer.BeginChunks(s_time, seed));
        int at = 0;
        while (at < content.Length && random.Next(20) > 0)
        {
            int count = random.Next(Math.Min(content.Length - at, 10_000) + 1);
            await writer.WriteAsync(content.AsMemory(at, count), Token);
            at += count;
        }

        await writer.CopyFromAsync(new PiecewiseStream(content[at..], random.Next(9000), random.Next(1, 9000)), Token);
        await writer.CompleteAsync(Token);
        VerifierRequest wire = WireRequest.Signed(s_signer, sample, destination.ToArray());
        return wire with
        {
            Headers = [.. wire.Headers, new("Content-Length", wire.Body.Length.ToString())],
        };
    }

    private sealed class FailingStream : MemoryStream
    {
        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            throw new IOException();
    }
}
