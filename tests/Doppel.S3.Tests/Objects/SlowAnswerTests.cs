using System.Net;
using Doppel.S3.Tests.Servers;
using Doppel.Testing;

namespace Doppel.S3.Tests.Objects;

/// <summary>A server that keeps sending, but hardly anything, does not hold a client for long.</summary>
public sealed class SlowAnswerTests
{
    private const string List =
        "<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>k</Key><Size>1</Size>"
        + "<LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>                        ";

    private static readonly TimeSpan s_pause = TimeSpan.FromSeconds(2);
    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    private readonly ManualClock _clock = new();

    [Fact]
    public async Task A_body_that_drips_fails_after_one_window()
    {
        using S3Client client = new DrippingServer(_clock, s_pause, new string('x', 5000)).Client();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => ReadAsync(client, Stream.Null));
        Assert.Equal(S3ErrorCode.TooSlow, failure.Code);
        Assert.InRange(Passed(), TimeSpan.FromSeconds(60), TimeSpan.FromSeconds(62));
        Assert.Contains("b/k: too slow", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_short_body_that_drips_fails_as_well()
    {
        using S3Client client = new DrippingServer(_clock, s_pause, new string('x', 100)).Client();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => ReadAsync(client, Stream.Null));
        Assert.Equal(S3ErrorCode.TooSlow, failure.Code);
    }

    [Theory]
    [InlineData(547, true)]
    [InlineData(546, false)]
    public async Task A_body_is_read_at_the_least_rate_and_not_below(int pieceBytes, bool isRead)
    {
        // 30 pieces a window: 547 bytes in 2 seconds are just above 16 KiB a minute.
        byte[] content = FaultyService.Content(200_000);
        using S3Client client = new DrippingServer(_clock, s_pause, pieceBytes, content).Client();
        using var destination = new MemoryStream();
        Exception? failure = await Record.ExceptionAsync(() => ReadAsync(client, destination));
        Assert.Equal(isRead, failure is null);
        Assert.Equal(isRead, destination.ToArray().AsSpan().SequenceEqual(content));
    }

    [Fact]
    public async Task Each_window_is_measured_by_itself()
    {
        // The first piece would be enough for ten windows.
        var server = new DrippingServer(_clock, s_pause, new string('x', 5000)) { FirstBytes = 200 };
        using S3Client client = server.Client(
            static options => options with { DownloadBytesMin = 20, DownloadWindow = TimeSpan.FromSeconds(20) });
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(() => ReadAsync(client, Stream.Null));
        Assert.Equal(S3ErrorCode.TooSlow, failure.Code);
        Assert.InRange(Passed(), TimeSpan.FromSeconds(40), TimeSpan.FromSeconds(42));
    }

    [Fact]
    public async Task Time_between_reads_does_not_count()
    {
        byte[] content = FaultyService.Content(100);
        using S3Client client = new DrippingServer(_clock, TimeSpan.Zero, pieceBytes: 1, content).Client();
        using S3Object found = await client.GetObjectAsync("b", "k", cancellationToken: s_token);
        byte[] read = new byte[content.Length];
        for (int i = 0; i < read.Length; i++)
        {
            _clock.Advance(TimeSpan.FromHours(1));
            Assert.Equal(1, await found.OpenBody().ReadAsync(read.AsMemory(i), s_token));
        }

        Assert.Equal(content, read);
    }

    [Fact]
    public async Task Without_a_least_rate_a_body_may_take_any_time()
    {
        using S3Client client = new DrippingServer(_clock, s_pause, new string('x', 5000)).Client(
            static options => options with { DownloadBytesMin = 0 });
        using var destination = new MemoryStream();
        await ReadAsync(client, destination);
        Assert.Equal(5000, destination.Length);
    }

    [Fact]
    public async Task A_list_that_drips_fails_once_and_in_time()
    {
        var server = new DrippingServer(_clock, s_pause, List);
        using S3Client client = server.Client();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () =>
        {
            await foreach (S3ListEntry entry in client.ListObjectsAsync("b", cancellationToken: s_token))
            {
                Assert.Fail(entry.Key);
            }
        });
        Assert.Equal((S3ErrorCode.TooSlow, false, 1), (failure.Code, failure.IsRetryable, server.Requests));
        Assert.InRange(Passed(), TimeSpan.FromMinutes(4), TimeSpan.FromMinutes(5) + s_pause);
        Assert.Contains("AnswerTimeout", failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task An_error_that_drips_fails_in_time_whatever_was_asked(bool isCompletion)
    {
        var server = new DrippingServer(_clock, s_pause, $"<Error><Code>{new string('x', 300)}</Code></Error>")
        {
            Status = HttpStatusCode.Forbidden,
        };
        using S3Client client = server.Client();
        S3Exception failure = await Assert.ThrowsAsync<S3Exception>(async () => _ = isCompletion
            ? (object)await client.CompleteUploadAsync(
                "b", "k", "id", [new S3Part(1, "\"e\"", 1)], cancellationToken: s_token)
            : await client.GetObjectAsync("b", "k", cancellationToken: s_token));
        Assert.Equal((S3ErrorCode.TooSlow, 1), (failure.Code, server.Requests));
        Assert.InRange(Passed(), TimeSpan.FromMinutes(4), TimeSpan.FromMinutes(5) + s_pause);
    }

    [Fact]
    public async Task A_completion_may_send_blanks_for_an_hour()
    {
        string blanks = new(' ', 1000);
        var server = new DrippingServer(
            _clock,
            s_pause,
            blanks + "<CompleteMultipartUploadResult><ETag>e</ETag></CompleteMultipartUploadResult>");
        using S3Client client = server.Client();
        S3PutResult stored = await client.CompleteUploadAsync(
            "b", "k", "id", [new S3Part(1, "\"e\"", 1)], cancellationToken: s_token);
        Assert.Equal("\"e\"", stored.ETag);
        Assert.InRange(Passed(), TimeSpan.FromMinutes(30), TimeSpan.FromHours(1));
    }

    private TimeSpan Passed() => TimeSpan.FromTicks(_clock.GetTimestamp());

    private static async Task ReadAsync(S3Client client, Stream destination)
    {
        using S3Object found = await client.GetObjectAsync("b", "k", cancellationToken: s_token);
        await found.CopyToAsync(destination, s_token);
    }
}
