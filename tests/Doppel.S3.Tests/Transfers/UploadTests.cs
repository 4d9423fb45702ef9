using System.Collections.Concurrent;
using Doppel.S3.Tests.Servers;
using Microsoft.Win32.SafeHandles;

namespace Doppel.S3.Tests.Uploads;

/// <summary>Uploads of every length and source, with what they tell and what they hold.</summary>
public sealed class UploadTests
{
    private const int PartBytes = S3UploadOptions.PartBytesMin;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(0, true)]
    [InlineData(2, true)]
    [InlineData(2, false)]
    [InlineData((2 * PartBytes) + 1, true)]
    [InlineData((2 * PartBytes) + 1, false)]
    public async Task Progress_reports_all_bytes_of_an_upload_in_one_request_or_in_parts(int length, bool isSingle)
    {
        await using var service = new FaultyService();
        byte[] content = FaultyService.Content(length);
        string path = Path.GetTempFileName();
        await File.WriteAllBytesAsync(path, content, s_token);
        using (SafeFileHandle file = File.OpenHandle(path))
        {
            Assert.Equal(length, await LastToldAsync(
                options => service.Client.UploadAsync(FaultyService.Bucket, "k", content, options, s_token)));
            Assert.Equal(length, await LastToldAsync(
                options => service.Client.UploadAsync(FaultyService.Bucket, "k", file, options, s_token)));
            Assert.Equal(length, await LastToldAsync(options => service.Client.UploadAsync(
                FaultyService.Bucket, "k", new NoSeekStream(content), options, s_token)));
        }

        File.Delete(path);

        async Task<long> LastToldAsync(Func<S3UploadOptions, ValueTask<S3PutResult>> upload)
        {
            var told = new Told();
            var options = new S3UploadOptions
            {
                PartBytes = PartBytes,
                SingleBytesMax = isSingle ? 64 * 1024 * 1024 : 0,
                Progress = told,
            };
            Assert.True((await upload(options)).IsStored);
            Assert.Equal(content, service.Stored("k"));
            Assert.Equal(told.Values.Order(), told.Values);
            return told.Values.Last();
        }
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(PartBytes)]
    [InlineData((3 * PartBytes) - 1)]
    [InlineData(3 * PartBytes)]
    public async Task A_file_stream_is_uploaded_from_its_current_position_to_its_end(int start)
    {
        await using var service = new FaultyService();
        byte[] content = FaultyService.Content(3 * PartBytes);
        string path = Path.GetTempFileName();
        foreach (long singleMax in (long[])[0, content.Length])
        {
            await using var file = new FileStream(path, FileMode.Create, FileAccess.ReadWrite);

            // What it has not yet written is in the file before that is read.
            await file.WriteAsync(content, s_token);
            file.Position = start;
            var options = new S3UploadOptions { PartBytes = PartBytes, SingleBytesMax = singleMax };
            int before = service.Server.Requests.Count;
            Assert.True((await service.Client.UploadAsync(FaultyService.Bucket, "k", file, options, s_token)).IsStored);
            Assert.Equal(content[start..], service.Stored("k"));
            Assert.Equal(content.Length, file.Position);
            if (singleMax > 0)
            {
                Assert.Equal(before + 1, service.Server.Requests.Count);
            }
        }

        File.Delete(path);
    }

    [Fact]
    public async Task A_refused_upload_is_not_reported_as_stored()
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", [1]);
        foreach (Stream? stream in (Stream?[])[null, new NoSeekStream([2, 3])])
        {
            var told = new Told();
            var options = new S3UploadOptions { Conditions = S3Conditions.Create, Progress = told };
            S3PutResult stored = stream is null
                ? await service.Client.UploadAsync(FaultyService.Bucket, "k", new byte[] { 2 }, options, s_token)
                : await service.Client.UploadAsync(FaultyService.Bucket, "k", stream, options, s_token);
            Assert.Equal(S3Status.PreconditionFailed, stored.Status);
            Assert.Empty(told.Values);
        }
    }

    // The buffers of the client hold less than a part: parts are read while they are sent, one after the other.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Parts_larger_than_the_buffers_are_sent_in_order_from_a_stream(bool canSeek)
    {
        await using var service = new FaultyService(
            change: static options => options with { UploadBufferBytesMax = 2 * PartBytes });
        byte[] content = FaultyService.Content((3 * PartBytes) + 17);
        var options = new S3UploadOptions { PartBytes = PartBytes, Parallelism = 4, SingleBytesMax = 0 };
        if (canSeek)
        {
            using var stream = new MemoryStream(content);
            await service.Client.UploadAsync(FaultyService.Bucket, "k", stream, options, s_token);
            Assert.Equal(content, service.Stored("k"));
            return;
        }

        string id = await service.Client.StartUploadAsync(FaultyService.Bucket, "k", cancellationToken: s_token);
        var source = new NoSeekStream(content);
        S3Part first = await service.Client.UploadPartAsync(
            FaultyService.Bucket, "k", id, 1, source, 2 * PartBytes, s_token);
        S3Part second = await service.Client.UploadPartAsync(
            FaultyService.Bucket, "k", id, 2, source, content.Length - (2 * PartBytes), s_token);
        await service.Client.CompleteUploadAsync(
            FaultyService.Bucket, "k", id, [first, second], cancellationToken: s_token);
        Assert.Equal(content, service.Stored("k"));
    }

    [Fact]
    public async Task More_than_10_000_parts_are_refused_before_any_request()
    {
        await using var service = new FaultyService();
        const int TooMany = S3UploadOptions.PartsMax + 1;
        S3Part[] parts = [.. Enumerable.Range(1, TooMany).Select(static number => new S3Part(number, "\"e\"", 1))];
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(async () => await service.Client.CompleteUploadAsync(
            FaultyService.Bucket, "k", "id", parts, cancellationToken: s_token));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(async () => await service.Client.UploadPartAsync(
            FaultyService.Bucket, "k", "id", TooMany, new byte[] { 1 }, s_token));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(async () => await service.Client.UploadAsync(
            FaultyService.Bucket, "k", new LongStream(S3UploadOptions.ObjectBytesMax + 1), cancellationToken: s_token));
        Assert.Empty(service.Server.Requests);
    }

    // Ceph leaves the ETag empty. Then it follows from the parts.
    [Theory]
    [InlineData("<ETag>&quot;e&quot;</ETag>", "\"e\"")]
    [InlineData("<ETag></ETag>", "\"4662bdea8654776d486072ff7074945e-1\"")]
    [InlineData("<ETag/>", "\"4662bdea8654776d486072ff7074945e-1\"")]
    [InlineData("", null)]
    [InlineData("<Key>k</Key>", null)]
    public async Task A_completion_counts_only_if_the_server_says_what_it_stored(string said, string? etag)
    {
        S3Part[] parts = [new(1, "\"0123456789abcdef0123456789abcdef\"", 1)];
        using S3Client client =
            new CannedServer($"<CompleteMultipartUploadResult>{said}</CompleteMultipartUploadResult>").Client();
        Task<S3PutResult> completing = client.CompleteUploadAsync("b", "k", "id", parts, cancellationToken: s_token)
            .AsTask();
        if (etag is null)
        {
            S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => completing);
            Assert.Equal(S3ErrorCode.BadAnswer, failure.Code);
        }
        else
        {
            Assert.Equal(etag, (await completing).ETag);
        }
    }

    private sealed class Told : IProgress<long>
    {
        internal ConcurrentQueue<long> Values { get; } = new();

        public void Report(long value) => Values.Enqueue(value);
    }

    /// <summary>Says how long it is, and is never read.</summary>
    private sealed class LongStream(long length) : MemoryStream
    {
        public override long Length => length;
    }
}
