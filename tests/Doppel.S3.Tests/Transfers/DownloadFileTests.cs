using Doppel.S3.Server;
using Doppel.S3.Tests.Servers;

namespace Doppel.S3.Tests.Downloads;

/// <summary>
/// Downloads into files: what an earlier one left is used if it is of the same object, and removed if nothing can use
/// it.
/// </summary>
public sealed class DownloadFileTests : IDisposable
{
    private const int PartBytes = 64 * 1024;
    private const int Bytes = (3 * PartBytes) + 5;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;
    private static readonly Fault s_refused = Fault.Status(403, "AccessDenied");
    private static readonly S3DownloadOptions s_options = new() { PartBytes = PartBytes, Parallelism = 1 };

    private readonly string _folder = Directory.CreateTempSubdirectory("doppel-download-").FullName;

    private string Target => Path.Combine(_folder, "file");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_download_resumes_with_the_parts_it_already_has()
    {
        await using var service = new FaultyService();
        byte[] content = await LeaveOnePartAsync(service);
        S3DownloadResult result = await DownloadAsync(service);
        Assert.Equal((S3Status.Ok, PartBytes), (result.Status, result.ResumedBytes));
        Assert.Equal(content, await File.ReadAllBytesAsync(Target, s_token));
        Assert.Equal([Target], Directory.GetFileSystemEntries(_folder));
    }

    [Fact]
    public async Task Parts_of_another_object_are_never_used()
    {
        await using var service = new FaultyService();
        await LeaveOnePartAsync(service);
        byte[] other = FaultyService.Content(Bytes, seed: 2);
        service.Memory.Put(FaultyService.Bucket, "k", other);
        S3DownloadResult result = await DownloadAsync(service);
        Assert.Equal(0, result.ResumedBytes);
        Assert.Equal(other, await File.ReadAllBytesAsync(Target, s_token));
    }

    [Fact]
    public async Task Parts_of_another_size_are_never_used()
    {
        await using var service = new FaultyService();
        byte[] content = await LeaveOnePartAsync(service);
        S3DownloadResult result = await service.Client.DownloadFileAsync(
            FaultyService.Bucket, "k", Target, s_options with { PartBytes = PartBytes + 1 }, s_token);
        Assert.Equal(0, result.ResumedBytes);
        Assert.Equal(content, await File.ReadAllBytesAsync(Target, s_token));
    }

    [Fact]
    public async Task A_failed_download_without_a_whole_part_leaves_nothing()
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(Bytes));
        service.Server.Next(Fault.CutAfterBytes(1000));
        service.Server.Next(s_refused);
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => DownloadAsync(service));
        Assert.Equal("AccessDenied", failure.Code);
        Assert.Empty(Directory.GetFileSystemEntries(_folder));
    }

    [Fact]
    public async Task An_object_that_changes_on_the_way_leaves_nothing()
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(Bytes));
        var options = s_options with
        {
            Progress = new Once(() => service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(Bytes, 2))),
        };
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => DownloadAsync(service, options));
        Assert.Equal(S3ErrorCode.ObjectChanged, failure.Code);
        Assert.Empty(Directory.GetFileSystemEntries(_folder));
    }

    [Fact]
    public async Task A_part_of_another_object_is_refused_even_if_the_server_ignores_conditions()
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(Bytes));
        service.Server.On(
            static _ => true,
            Fault.Edit(static answer => answer with
            {
                Headers =
                [
                    .. answer.Headers.Where(static header => header.Key is not "ETag"),
                    KeyValuePair.Create("ETag", "\"another\""),
                ],
            }),
            after: 1);
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => DownloadAsync(service));
        Assert.Equal(S3ErrorCode.ObjectChanged, failure.Code);
        Assert.Empty(Directory.GetFileSystemEntries(_folder));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_file_that_cannot_get_its_name_leaves_no_partial_one(bool replaces)
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(Bytes));
        var options = s_options with
        {
            Replaces = replaces,
            Progress = new Once(() => Directory.CreateDirectory(Target)),
        };
        await Assert.ThrowsAnyAsync<Exception>(() => DownloadAsync(service, options));
        Assert.Equal([Target], Directory.GetFileSystemEntries(_folder));
        Assert.Empty(Directory.GetFileSystemEntries(Target));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_file_that_may_not_be_replaced_stays_and_what_is_in_vain_is_not_requested(bool isLate)
    {
        await using var service = new FaultyService();
        byte[] content = FaultyService.Content(Bytes);
        service.Memory.Put(FaultyService.Bucket, "k", content);
        foreach (bool replaces in (bool[])[false, true])
        {
            File.Delete(Target);
            var write = new Once(() => File.WriteAllText(Target, "another"));
            S3DownloadOptions options = s_options with { Replaces = replaces, Progress = isLate ? write : null };
            if (!isLate)
            {
                write.Report(0);
            }

            int before = service.Server.Requests.Count;
            Exception? failure = await Record.ExceptionAsync(() => DownloadAsync(service, options));
            Assert.Equal(replaces, failure is not IOException);
            byte[] expected = replaces ? content : "another"u8.ToArray();
            Assert.Equal(expected, await File.ReadAllBytesAsync(Target, s_token));
            Assert.Equal(replaces || isLate, service.Server.Requests.Count > before);
            Assert.Equal([Target], Directory.GetFileSystemEntries(_folder));
        }
    }

    [Fact]
    public async Task An_object_that_claims_countless_parts_is_an_error()
    {
        await using var service = new FaultyService();
        service.Memory.Put(FaultyService.Bucket, "k", FaultyService.Content(Bytes));
        service.Server.Next(Fault.Edit(static answer => answer with
        {
            Headers =
            [
                .. answer.Headers.Where(static header => header.Key is not "Content-Range"),
                KeyValuePair.Create("Content-Range", $"bytes 0-{PartBytes - 1}/{long.MaxValue}"),
            ],
        }));
        IOException failure = await Assert.ThrowsAsync<IOException>(() => DownloadAsync(service));
        Assert.Contains("too many parts", failure.Message, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_folder));
    }

    private static async Task<S3DownloadResult> DownloadAsync(
        S3Client client, string path, S3DownloadOptions options) =>
        await client.DownloadFileAsync(FaultyService.Bucket, "k", path, options, s_token);

    private Task<S3DownloadResult> DownloadAsync(FaultyService service, S3DownloadOptions? options = null) =>
        DownloadAsync(service.Client, Target, options ?? s_options);

    // One part is there whole, and nothing of the next.
    private async Task<byte[]> LeaveOnePartAsync(FaultyService service)
    {
        byte[] content = FaultyService.Content(Bytes);
        service.Memory.Put(FaultyService.Bucket, "k", content);
        service.Server.On(static _ => true, s_refused, times: 1, after: 1);
        await Assert.ThrowsAsync<S3Exception>(() => DownloadAsync(service));
        Assert.Equal([S3Client.PartialFileOf(Target)], Directory.GetFileSystemEntries(_folder));
        return content;
    }

    private sealed class Once(Action action) : IProgress<long>
    {
        private Action? _action = action;

        public void Report(long value) => Interlocked.Exchange(ref _action, null)?.Invoke();
    }
}
