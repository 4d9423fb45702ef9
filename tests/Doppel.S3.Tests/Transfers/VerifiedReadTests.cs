using Doppel.S3.Server;
using Doppel.S3.Tests.Servers;
using Doppel.Testing;
using Fault = Doppel.S3.Server.Fault;

namespace Doppel.S3.Tests.Downloads;

/// <summary>No flipped bit passes where the server has an MD5 or a checksum.</summary>
public sealed class VerifiedReadTests : IDisposable
{
    private const int PartBytes = 64 * 1024;
    private const int Bytes = (2 * PartBytes) + 77;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;
    private static readonly int s_flips = TestRun.Count(reduced: 15, full: 1000);

    private readonly string _folder = Directory.CreateTempSubdirectory("doppel-verified-").FullName;

    private string Target => Path.Combine(_folder, "file");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(false, PartBytes, false)]
    [InlineData(false, 1 << 20, false)]
    [InlineData(true, PartBytes, false)]
    [InlineData(true, 1 << 20, false)]
    [InlineData(false, PartBytes, true)]
    [InlineData(false, 1 << 20, true)]
    public async Task A_flipped_bit_never_gets_into_a_file(bool isInParts, int partBytes, bool byChecksum)
    {
        await using FaultyService service = Service(byChecksum);
        byte[] content = await StoreAsync(service, isInParts);
        var random = new Random(TestRun.SeedOffset);
        for (int i = 0; i < s_flips; i++)
        {
            // Three damaged runs are too many. The first response of each run is not the only one that may be damaged.
            int damaged = random.Next(1, 5);
            FaultRule rule = service.Server.On(
                static request => request.Method == "GET", Flip(random.Next(), Bytes), times: damaged,
                after: random.Next(2));
            S3DownloadResult result = default;
            Exception? failure = await Record.ExceptionAsync(async () => result = await service.Client
                .DownloadFileAsync(FaultyService.Bucket, "k", Target, Options(partBytes), s_token));
            if (failure is not null)
            {
                Assert.Equal(S3ErrorCode.ChecksumMismatch, Assert.IsType<S3Exception>(failure).Code);
                Assert.Empty(Directory.GetFileSystemEntries(_folder));
            }
            else
            {
                Assert.True(result.IsVerified);
                Assert.Equal(content, await File.ReadAllBytesAsync(Target, s_token));
                File.Delete(Target);
            }

            // What is left of the rule must not happen to the next one.
            rule.Stop();
        }
    }

    [Fact]
    public async Task Damage_that_does_not_recur_is_repaired()
    {
        await using FaultyService service = Service(byChecksum: false);
        byte[] content = await StoreAsync(service, isInParts: false);
        service.Server.On(static request => request.Method == "GET", Flip(5, Bytes), times: 1);
        S3DownloadResult result = await service.Client.DownloadFileAsync(
            FaultyService.Bucket, "k", Target, Options(PartBytes), s_token);
        Assert.True(result.IsVerified);
        Assert.Equal(content, await File.ReadAllBytesAsync(Target, s_token));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_flipped_bit_is_an_error_for_whoever_reads_a_whole_object(bool byChecksum)
    {
        await using FaultyService service = Service(byChecksum);
        await StoreAsync(service, isInParts: false);
        var random = new Random(TestRun.SeedOffset);
        for (int i = 0; i < s_flips; i++)
        {
            service.Server.On(static request => request.Method == "GET", Flip(random.Next(), Bytes), times: 1);
            using S3Object found = await service.Client.GetObjectAsync(
                FaultyService.Bucket, "k", new S3GetOptions { WithChecksum = byChecksum }, s_token);
            S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => found.CopyToAsync(Stream.Null, s_token));
            Assert.Equal(S3ErrorCode.ChecksumMismatch, failure.Code);
        }
    }

    [Fact]
    public async Task Parts_of_different_sizes_are_compared_too()
    {
        await using FaultyService service = Service(byChecksum: false);
        string id = await service.Client.StartUploadAsync(FaultyService.Bucket, "k", cancellationToken: s_token);
        byte[] content = FaultyService.Content(Bytes);
        var parts = new List<S3Part>();
        int offset = 0;
        foreach (int size in (int[])[50_000, 40_000, Bytes - 90_000])
        {
            parts.Add(await service.Client.UploadPartAsync(
                FaultyService.Bucket, "k", id, parts.Count + 1, content.AsMemory(offset, size), s_token));
            offset += size;
        }

        await service.Client.CompleteUploadAsync(FaultyService.Bucket, "k", id, parts, cancellationToken: s_token);
        S3DownloadResult result = await service.Client.DownloadFileAsync(
            FaultyService.Bucket, "k", Target, Options(PartBytes), s_token);
        Assert.True(result.IsVerified);
        Assert.Equal(content, await File.ReadAllBytesAsync(Target, s_token));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task ETags_that_are_no_MD5_prevent_no_download(bool isOpaque)
    {
        await using var service = new FaultyService(new MemoryS3Options
        {
            AddsChecksums = false,
            PartBytesMin = 1,
            Quirks = new S3Quirks { HasOpaqueETags = isOpaque, IgnoresPartNumber = !isOpaque },
        });
        byte[] content = await StoreAsync(service, isInParts: true);
        S3DownloadResult result = await service.Client.DownloadFileAsync(
            FaultyService.Bucket, "k", Target, Options(PartBytes), s_token);
        Assert.False(result.IsVerified);
        Assert.Equal(content, await File.ReadAllBytesAsync(Target, s_token));
    }

    [Fact]
    public async Task Encrypted_objects_are_not_compared_with_their_ETag()
    {
        await using FaultyService service = Service(byChecksum: false);
        await StoreAsync(service, isInParts: false);
        service.Server.On(
            static request => request.Method == "GET",
            Fault.Edit(static answer => answer.With("x-amz-server-side-encryption", "aws:kms") with
            {
                Body = Flipped(answer.Body, 9, Bytes),
            }));
        S3DownloadResult result = await service.Client.DownloadFileAsync(
            FaultyService.Bucket, "k", Target, Options(PartBytes), s_token);
        Assert.False(result.IsVerified);
    }

    [Fact]
    public async Task Comparing_ETags_can_be_turned_off()
    {
        await using FaultyService service = Service(byChecksum: false, static o => o with { VerifiesETags = false });
        await StoreAsync(service, isInParts: false);
        service.Server.On(static request => request.Method == "GET", Flip(9, Bytes));
        S3DownloadResult result = await service.Client.DownloadFileAsync(
            FaultyService.Bucket, "k", Target, Options(PartBytes), s_token);
        Assert.False(result.IsVerified);
    }

    private static S3DownloadOptions Options(int partBytes) => new() { PartBytes = partBytes, Parallelism = 2 };

    private static FaultyService Service(bool byChecksum, Func<S3ClientOptions, S3ClientOptions>? change = null) => new(
        new MemoryS3Options { AddsChecksums = byChecksum, PartBytesMin = 1 },
        options => (change?.Invoke(options) ?? options) with
        {
            VerifiesETags = !byChecksum && (change?.Invoke(options) ?? options).VerifiesETags,
        });

    private static async Task<byte[]> StoreAsync(FaultyService service, bool isInParts)
    {
        byte[] content = FaultyService.Content(Bytes);
        if (!isInParts)
        {
            await service.Client.PutObjectAsync(FaultyService.Bucket, "k", content, cancellationToken: s_token);
            return content;
        }

        string id = await service.Client.StartUploadAsync(FaultyService.Bucket, "k", cancellationToken: s_token);
        var parts = new List<S3Part>();
        for (int offset = 0; offset < Bytes; offset += 50_000)
        {
            parts.Add(await service.Client.UploadPartAsync(
                FaultyService.Bucket, "k", id, parts.Count + 1,
                content.AsMemory(offset, Math.Min(50_000, Bytes - offset)), s_token));
        }

        await service.Client.CompleteUploadAsync(FaultyService.Bucket, "k", id, parts, cancellationToken: s_token);
        return content;
    }

    private static Fault Flip(int bit, int bytes) =>
        Fault.Edit(answer => answer with { Body = Flipped(answer.Body, bit, bytes) });

    private static ReadOnlyMemory<byte> Flipped(ReadOnlyMemory<byte> body, int bit, int bytes)
    {
        byte[] copy = body.ToArray();
        bit %= 8 * Math.Min(bytes, copy.Length);
        copy[bit / 8] ^= (byte)(1 << (bit % 8));
        return copy;
    }
}
