using Doppel.Pooling;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>The memory below the index: bounds are checked, growing keeps content, what is disposed is gone.</summary>
public sealed class NativeBufferTests
{
    [Fact]
    public void Elements_are_reached_within_the_bounds_and_nowhere_else()
    {
        using var buffer = new NativeBuffer<long>(3);
        buffer[0] = 1;
        buffer[2] = long.MaxValue;
        Assert.Equal((1, long.MaxValue), (buffer.Span[0], buffer[2]));
        Assert.Throws<ArgumentOutOfRangeException>(() => buffer[3]);
        Assert.Throws<ArgumentOutOfRangeException>(() => buffer[-1]);
    }

    [Fact]
    public void Growing_and_shrinking_keep_what_stays()
    {
        using var buffer = new NativeBuffer<int>(0);
        for (int i = 0; i < 1000; i++)
        {
            buffer.Resize(i + 1);
            buffer[i] = i;
        }

        buffer.Resize(10);
        Assert.Equal(Enumerable.Range(0, 10), buffer.Span.ToArray());
    }

    [Fact]
    public void A_disposed_buffer_gives_nothing()
    {
        var buffer = new NativeBuffer<byte>(5);
        buffer.Dispose();
        buffer.Dispose();
        Assert.Throws<ObjectDisposedException>(() => buffer.Span.Length);
        Assert.Throws<ObjectDisposedException>(() => buffer.Resize(6));
        Assert.Throws<ArgumentOutOfRangeException>(() => buffer[0]);
    }

    [Fact]
    public void A_length_below_zero_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new NativeBuffer<byte>(-1));

    [Fact]
    public unsafe void It_starts_at_a_cache_line()
    {
        using var buffer = new NativeBuffer<byte>(1);
        fixed (byte* start = buffer.Span)
        {
            Assert.Equal(0, (nint)start % 64);
        }
    }
}
