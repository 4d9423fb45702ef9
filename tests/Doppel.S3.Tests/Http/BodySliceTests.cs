using Doppel.S3.Tests.Servers;
using Doppel.Testing;

namespace Doppel.S3.Tests.Http;

/// <summary>A body in memory goes in slices that are as long as the line is quick.</summary>
public sealed class BodySliceTests
{
    private const int MiB = 1024 * 1024;

    private static readonly CancellationToken s_token = TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(0, "1 2 4 8 16 16 16 0")]
    [InlineData(200, "1 2 4 8 16 16 16 0")]
    [InlineData(300, "")]
    public async Task Slices_grow_where_hardly_any_of_the_time_is_used(int milliseconds, string expected)
    {
        var time = new ManualClock();
        using var timer = new IdleTimer(time);
        timer.Start(TimeSpan.FromSeconds(60), TimeSpan.MaxValue, CancellationToken.None);
        byte[] content = FaultyService.Content((63 * MiB) + 7);
        await using var sink = new SlowSink(time, TimeSpan.FromMilliseconds(milliseconds));
        using var body = new MemoryContent(content, timer);
        await body.CopyToAsync(sink, s_token);
        Assert.Equal(content, sink.Content.ToArray());
        string all = string.Join(' ', sink.Slices.Select(static bytes => bytes / MiB));
        Assert.Equal(expected.Length > 0 ? expected : string.Join(' ', Enumerable.Repeat(1, 63).Append(0)), all);
        Assert.False(timer.HasExpired);
    }

    [Fact]
    public async Task A_line_that_becomes_slow_gets_small_slices_again()
    {
        var time = new ManualClock();
        using var timer = new IdleTimer(time);
        timer.Start(TimeSpan.FromSeconds(60), TimeSpan.MaxValue, CancellationToken.None);
        await using var sink = new SlowSink(time, TimeSpan.Zero) { SlowFrom = 3, Slowly = TimeSpan.FromSeconds(10) };
        using var body = new MemoryContent(FaultyService.Content((18 * MiB) + 7), timer);
        await body.CopyToAsync(sink, s_token);
        Assert.Equal([1, 2, 4, 8, 1, 1, 1, 0], sink.Slices.Select(static bytes => bytes / MiB));
        Assert.False(timer.HasExpired);
    }

    private sealed class SlowSink(ManualClock time, TimeSpan each) : Stream
    {
        public MemoryStream Content { get; } = new();

        public List<int> Slices { get; } = [];

        public int SlowFrom { get; init; } = int.MaxValue;

        public TimeSpan Slowly { get; init; }

        public override bool CanRead => false;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => Content.Length;

        public override long Position { get => Content.Position; set => throw new NotSupportedException(); }

        public override void Flush()
        {
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => Take(buffer.AsSpan(offset, count));

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Take(buffer.Span);
            return ValueTask.CompletedTask;
        }

        private void Take(ReadOnlySpan<byte> bytes)
        {
            Content.Write(bytes);
            time.Advance(Slices.Count >= SlowFrom ? Slowly : each);
            Slices.Add(bytes.Length);
        }
    }
}
