using Doppel.S3.Server;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Checksums;

/// <summary>Checksums go with content where they are asked for, and a server that judges them agrees.</summary>
public sealed class SentChecksumTests
{
    private const int PartBytes = S3UploadOptions.PartBytesMin;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    public static TheoryData<ChecksumAlgorithm> Algorithms => [.. Enum.GetValues<ChecksumAlgorithm>()];

    public static TheoryData<ChecksumAlgorithm, S3PayloadSigning, int> Puts =>
    [
        .. from algorithm in Enum.GetValues<ChecksumAlgorithm>()
           from signing in (S3PayloadSigning[])[S3PayloadSigning.Signed, S3PayloadSigning.Unsigned]
           from length in (int[])[0, 1, 65_536, 200_003]
           select (algorithm, signing, length),
    ];

    [Theory, MemberData(nameof(Puts))]
    public async Task A_put_has_it_in_a_header_or_behind_what_can_be_read_once(
        ChecksumAlgorithm algorithm, S3PayloadSigning signing, int length)
    {
        await using var service = new FaultyService(change: options => options with { PayloadSigning = signing });
        byte[] content = FaultyService.Content(length);
        var options = new S3PutOptions { Checksum = algorithm };
        string right = ServerChecksum.Of(ChecksumNames.Word(algorithm), content);
        foreach (Stream? stream in (Stream?[])[null, new MemoryStream(content), new NoSeekStream(content)])
        {
            S3PutResult stored = stream is null
                ? await service.Client.PutObjectAsync(FaultyService.Bucket, "k", content, options, s_token)
                : await service.Client.PutObjectAsync(FaultyService.Bucket, "k", stream, length, options, s_token);
            Assert.Equal(right, stored.Checksum!.Value.ToString());
            StoredObject found = service.Memory.Find(FaultyService.Bucket, "k")!;
            Assert.Equal(content, found.Body);
            Assert.Equal((ChecksumNames.Word(algorithm), right), (found.Checksum!.Algorithm, found.Checksum.Value));
            RawRequest request = service.Server.Requests[^1];
            bool isBehind = stream is NoSeekStream && length > 0;
            Assert.Equal(isBehind ? ChecksumNames.Header(algorithm) : null, request.Header("x-amz-trailer"));
            Assert.Equal(isBehind ? null : right, request.Header(ChecksumNames.Header(algorithm)));
        }
    }

    [Theory, MemberData(nameof(Algorithms))]
    public async Task An_upload_in_parts_has_it_for_each_part_and_for_the_whole(ChecksumAlgorithm algorithm)
    {
        await using var service = new FaultyService();
        byte[] content = FaultyService.Content((2 * PartBytes) + 17);
        var options = new S3UploadOptions { Checksum = algorithm, PartBytes = PartBytes, SingleBytesMax = 0 };
        foreach (bool canSeek in (bool[])[true, false])
        {
            S3PutResult stored = canSeek
                ? await service.Client.UploadAsync(FaultyService.Bucket, "k", content, options, s_token)
                : await service.Client.UploadAsync(
                    FaultyService.Bucket, "k", new NoSeekStream(content), options, s_token);
            StoredChecksum kept = service.Memory.Find(FaultyService.Bucket, "k")!.Checksum!;
            Assert.Equal(kept.Value, stored.Checksum!.Value.ToString());
            bool isCrc = algorithm is not (ChecksumAlgorithm.Sha1 or ChecksumAlgorithm.Sha256);
            Assert.Equal(isCrc ? StoredChecksum.FullObject : StoredChecksum.Composite, kept.Type);
            Assert.Equal(isCrc, kept.Value == ServerChecksum.Of(ChecksumNames.Word(algorithm), content));
            Assert.Equal(content, service.Stored("k"));
            Assert.All(
                service.Server.Requests.Where(static request => request.Query.Contains("partNumber")),
                request => Assert.NotNull(request.Header(ChecksumNames.Header(algorithm))));
        }
    }

    [Fact]
    public async Task A_resumed_upload_uses_the_checksums_of_the_parts_already_there()
    {
        await using var service = new FaultyService();
        byte[] content = FaultyService.Content((2 * PartBytes) + 17);
        var options = new S3UploadOptions
        {
            Checksum = ChecksumAlgorithm.Crc32C,
            PartBytes = PartBytes,
            SingleBytesMax = 0,
        };
        string id = await service.Client.StartUploadAsync(FaultyService.Bucket, "k", options, s_token);
        S3Part first = await service.Client.UploadPartAsync(
            FaultyService.Bucket, "k", id, 1, content.AsMemory(0, PartBytes), ChecksumAlgorithm.Crc32C, s_token);
        Assert.Equal(S3Checksum.Compute(ChecksumAlgorithm.Crc32C, content.AsSpan(0, PartBytes)), first.Checksum);
        S3PutResult stored = await service.Client.UploadAsync(
            FaultyService.Bucket, "k", content, options with { UploadId = id }, s_token);
        Assert.Equal(S3Checksum.Compute(ChecksumAlgorithm.Crc32C, content), stored.Checksum);
        Assert.Single(service.Server.Requests, static request => request.Query.Contains("partNumber=1&"));
    }

    [Theory, MemberData(nameof(Algorithms))]
    public async Task Downloads_are_verified_and_a_different_object_is_never_returned_whole(ChecksumAlgorithm algorithm)
    {
        await using var service = new FaultyService();
        byte[] content = FaultyService.Content(300_000);
        await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", content, new S3PutOptions { Checksum = algorithm }, s_token);
        var read = new S3GetOptions { WithChecksum = true };
        Assert.Equal(content, await ReadAsync(service, read));

        // Another content under the old checksum.
        StoredObject stored = service.Memory.Find(FaultyService.Bucket, "k")!;
        stored.Body[299_999] ^= 1;
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => ReadAsync(service, read));
        Assert.Equal(S3ErrorCode.ChecksumMismatch, failure.Code);
        failure = await Assert.ThrowsAsync<S3Exception>(() => ReadAsync(service, new S3GetOptions()));
        Assert.Equal(S3ErrorCode.ChecksumMismatch, failure.Code);
        Assert.Equal(stored.Body[1..], await ReadAsync(service, read with { Range = S3Range.From(1) }));
    }

    [Fact]
    public async Task A_connection_that_breaks_does_not_confuse_the_checksum()
    {
        await using var service = new FaultyService();
        byte[] content = FaultyService.Content(300_000);
        await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", content, new S3PutOptions { Checksum = ChecksumAlgorithm.Sha256 }, s_token);
        service.Server.Next(Fault.ResetAfterBytes(100_000), times: 2);
        Assert.Equal(content, await ReadAsync(service, new S3GetOptions { WithChecksum = true }));
    }

    [Fact]
    public async Task A_checksum_of_another_content_is_refused_by_the_server_and_nothing_is_stored()
    {
        await using var service = new FaultyService();
        await using Stream content = new ChangingStream(FaultyService.Content(100_000));
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () => await service.Client.PutObjectAsync(
            FaultyService.Bucket, "k", content, 100_000, new S3PutOptions { Checksum = ChecksumAlgorithm.Crc64Nvme },
            s_token));
        Assert.Contains(failure.Code, (string[])["BadDigest", "XAmzContentSHA256Mismatch"]);
        Assert.Null(service.Stored("k"));
    }

    [Fact]
    public async Task An_algorithm_that_is_none_and_names_that_are_none_are_refused_before_any_request()
    {
        await using var service = new FaultyService();
        S3PutOptions[] wrong =
        [
            new() { Checksum = (ChecksumAlgorithm)9 },
            new() { Metadata = new Dictionary<string, string> { ["a b"] = "1" } },
            new() { Metadata = new Dictionary<string, string> { [""] = "1" } },
            new() { Metadata = new Dictionary<string, string> { ["ü"] = "1" } },
            new() { Metadata = new Dictionary<string, string> { ["a:"] = "1" } },
        ];
        foreach (S3PutOptions options in wrong)
        {
            await Assert.ThrowsAnyAsync<ArgumentException>(async () => await service.Client.PutObjectAsync(
                FaultyService.Bucket, "k", new byte[] { 1 }, options, s_token));
            await Assert.ThrowsAnyAsync<ArgumentException>(async () => await service.Client.StartUploadAsync(
                FaultyService.Bucket, "k", options, s_token));
            await Assert.ThrowsAnyAsync<ArgumentException>(async () => await service.Client.CopyObjectAsync(
                FaultyService.Bucket, "k", FaultyService.Bucket, "l", new() { Replacement = options }, s_token));
        }

        Assert.Empty(service.Server.Requests);
    }

    private static async Task<byte[]> ReadAsync(FaultyService service, S3GetOptions options)
    {
        using S3Object found = await service.Client.GetObjectAsync(FaultyService.Bucket, "k", options, s_token);
        using var content = new MemoryStream();
        await found.CopyToAsync(content, s_token);
        return content.ToArray();
    }

    /// <summary>Gives another last byte each time it is read from its start.</summary>
    private sealed class ChangingStream(byte[] content) : MemoryStream(content)
    {
        private byte _last;

        public override long Position
        {
            get => base.Position;
            set
            {
                base.Position = Length - 1;
                WriteByte(_last++);
                base.Position = value;
            }
        }
    }
}
