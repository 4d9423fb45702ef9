using System.Buffers;
using System.Text.Json;

namespace Doppel.Pooling.Tests.Streams;

public sealed class PooledStreamTests
{
    private static readonly byte[] s_hundred = [.. Enumerable.Range(0, 100).Select(value => (byte)value)];

    [Theory]
    [InlineData(16), InlineData(64), InlineData(65536)]
    public void Random_use_agrees_with_a_memory_stream(int blockBytes)
    {
        for (int round = TestRun.Count(60, 3000); round > 0; round--)
        {
            int seed = (round * 7) + TestRun.SeedOffset;
            using BufferPool<byte> pool = DirtyPool(blockBytes);
            using var stream = new PooledStream(new() { BlockBytes = blockBytes, Pool = pool });
            using var memory = new MemoryStream();
            var model = new StreamModel(stream, memory, seed);
            for (int step = 0; step < 80; step++)
            {
                model.Step();
            }
        }
    }

    [Fact]
    public void Every_block_is_returned_once()
    {
        using var pool = new BufferPool<byte>();
        var stream = new PooledStream(new() { BlockBytes = 16, Pool = pool });
        stream.Write(s_hundred);
        Assert.Equal(112, stream.RentedBytes);
        stream.SetLength(17);
        Assert.Equal(32, stream.RentedBytes);
        stream.GetSpan(1000);
        stream.Dispose();
        stream.Dispose();
        stream.Close();
        Assert.Equal(0, stream.RentedBytes);
        AssertNoArrayIsLentTwice(pool, 16, 30);
        AssertNoArrayIsLentTwice(pool, 1024, 30);
    }

    [Fact]
    public async Task Two_threads_that_dispose_at_once_give_every_block_back_once()
    {
        CancellationToken none = TestContext.Current.CancellationToken;
        using var pool = new BufferPool<byte>();
        for (int round = TestRun.Count(200, 20_000); round > 0; round--)
        {
            var stream = new PooledStream(new() { BlockBytes = 16, Pool = pool });
            stream.Write(s_hundred);
            using var start = new Barrier(2);
            Task other = Task.Run(() =>
            {
                start.SignalAndWait(none);
                stream.Dispose();
            }, none);
            start.SignalAndWait(none);
            stream.Dispose();
            await other;
            AssertNoArrayIsLentTwice(pool, 16, 20);
        }
    }

    [Fact]
    public async Task A_stream_that_another_thread_disposes_in_mid_write_gives_every_block_back_once()
    {
        CancellationToken none = TestContext.Current.CancellationToken;
        using var pool = new BufferPool<byte>();
        for (int round = TestRun.Count(200, 20_000); round > 0; round--)
        {
            var stream = new PooledStream(new() { BlockBytes = 16, Pool = pool });
            using var start = new Barrier(2);
            Task writer = Task.Run(() =>
            {
                start.SignalAndWait(none);
                for (int i = 0; ; i++)
                {
                    stream.SetLength((i % 40) * 16);
                }
            }, none);
            start.SignalAndWait(none);
            stream.Dispose();
            await Assert.ThrowsAnyAsync<Exception>(() => writer);
            stream.Dispose();
            AssertNoArrayIsLentTwice(pool, 16, 60);
        }
    }

    [Fact]
    public void Use_after_dispose_is_an_error()
    {
        var stream = new PooledStream();
        stream.Write(s_hundred);
        stream.Dispose();
        Assert.False(stream.CanRead || stream.CanWrite || stream.CanSeek);
        Action[] uses =
        [
            () => stream.Write(s_hundred), () => stream.WriteByte(1), () => stream.Write([], 0, 0),
            () => _ = stream.Read(new byte[1]), () => stream.ReadByte(), () => stream.Seek(0, SeekOrigin.Begin),
            () => _ = stream.Length, () => _ = stream.Position, () => stream.Position = 0, () => stream.SetLength(0),
            () => stream.SetLength(5), () => stream.ToArray(), () => stream.GetBlocks(), () => stream.AsSequence(),
            () => stream.GetSpan(), () => stream.GetMemory(), () => stream.Advance(0),
            () => stream.CopyTo(Stream.Null), () => stream.ReadFrom(Stream.Null),
        ];
        Assert.All(uses, use => Assert.Throws<ObjectDisposedException>(use));
    }

    [Fact]
    public void Nothing_beyond_the_bound_is_written()
    {
        using var stream = new PooledStream(new() { BlockBytes = 16, MaximumBytes = 100 });
        stream.Write(s_hundred.AsSpan(0, 90));
        var full = Assert.Throws<PooledStreamFullException>(() => stream.Write(s_hundred.AsSpan(0, 11)));
        Assert.Equal((101, 100), (full.WantedBytes, full.MaximumBytes));
        Assert.Equal(s_hundred[..90], stream.ToArray());
        stream.Write(s_hundred.AsSpan(90));
        Assert.Equal(s_hundred, stream.ToArray());
        Assert.Throws<PooledStreamFullException>(() => stream.WriteByte(1));
        Assert.Throws<PooledStreamFullException>(() => stream.SetLength(101));
        Assert.Throws<PooledStreamFullException>(() => stream.GetSpan());
        stream.Position = long.MaxValue;
        Assert.Throws<PooledStreamFullException>(() => stream.WriteByte(1));
        Assert.Equal(-1, stream.ReadByte());
        stream.Position = 95;
        Assert.Equal(3, stream.GetSpan(3).Length);
        Assert.Throws<PooledStreamFullException>(() => stream.GetSpan(6));
        Assert.Equal(s_hundred, stream.ToArray());
    }

    [Theory]
    [InlineData(99), InlineData(100), InlineData(101)]
    public async Task A_source_is_read_to_its_end_or_to_the_bound(int maximumBytes)
    {
        foreach (bool atOnce in (bool[])[true, false])
        {
            using var stream = new PooledStream(new() { BlockBytes = 16, MaximumBytes = maximumBytes });
            Task<long> Read() => atOnce
                ? Task.FromResult(stream.ReadFrom(new MemoryStream(s_hundred)))
                : stream.ReadFromAsync(new MemoryStream(s_hundred), TestContext.Current.CancellationToken).AsTask();
            if (maximumBytes < 100)
            {
                await Assert.ThrowsAsync<PooledStreamFullException>(Read);
                Assert.Equal(s_hundred[..maximumBytes], stream.ToArray());
                continue;
            }

            Assert.Equal(100, await Read());
            Assert.Equal(s_hundred, stream.ToArray());
        }
    }

    [Fact]
    public async Task Asynchronous_calls_do_the_same_and_heed_cancellation()
    {
        CancellationToken none = TestContext.Current.CancellationToken;
        using var stream = new PooledStream(new() { BlockBytes = 16 });
        await stream.WriteAsync(s_hundred, none);
        await stream.WriteAsync(s_hundred.AsMemory(10, 20), none);
        stream.Position = 0;
        byte[] read = new byte[120];
        Assert.Equal(100, await stream.ReadAsync(read.AsMemory(0, 100), none));
        Assert.Equal(20, await stream.ReadAsync(read.AsMemory(100), none));
        Assert.Equal([.. s_hundred, .. s_hundred[10..30]], read);
        stream.Position = 1;
        using var copy = new PooledStream(new() { BlockBytes = 32 });
        await stream.CopyToAsync(copy, none);
        Assert.Equal(read[1..], copy.ToArray());
        await stream.FlushAsync(none);

        var cancelled = new CancellationToken(canceled: true);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await stream.WriteAsync(s_hundred, cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => _ = await stream.ReadAsync(read, cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.CopyToAsync(copy, cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.FlushAsync(cancelled));
    }

    [Fact]
    public void Bad_arguments_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new PooledStream(new() { BlockBytes = 8 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => new PooledStream(new() { BlockBytes = 100 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => new PooledStream(new() { BlockBytes = 1 << 25 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => new PooledStream(new() { MaximumBytes = -1 }));
        Assert.Throws<ArgumentOutOfRangeException>(() => new PooledStream(
            new() { BlockBytes = 16, MaximumBytes = long.MaxValue }));
        using var stream = new PooledStream();
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Position = -1);
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.SetLength(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.GetSpan(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Advance(1));
        Assert.Throws<IOException>(() => stream.Seek(-1, SeekOrigin.Begin));
        Assert.Throws<ArgumentException>(() => stream.Seek(0, (SeekOrigin)9));
        stream.Position = long.MaxValue;
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Seek(1, SeekOrigin.Current));
    }

    [Fact]
    public void Writers_for_buffers_write_into_it()
    {
        using var stream = new PooledStream(new() { BlockBytes = 16 });
        using (var json = new Utf8JsonWriter((IBufferWriter<byte>)stream))
        {
            json.WriteStartArray();
            for (int i = 0; i < 50; i++)
            {
                json.WriteStringValue(new string('x', i));
            }

            json.WriteEndArray();
        }

        using JsonDocument document = JsonDocument.Parse(stream.AsSequence());
        Assert.Equal(50, document.RootElement.GetArrayLength());
        stream.Position = 0;
        using JsonDocument again = JsonDocument.Parse(stream);
        Assert.Equal(49, again.RootElement[49].GetString()!.Length);
    }

    [Fact]
    public void A_warm_pool_leaves_nothing_to_allocate_but_the_stream()
    {
        using var pool = new BufferPool<byte>();
        PooledStreamOptions options = new() { BlockBytes = 1024, Pool = pool };
        byte[] bytes = new byte[5000];
        long made = Allocated(() => new PooledStream(options).Dispose());
        long used = Allocated(() =>
        {
            using var stream = new PooledStream(options);
            for (int i = 0; i < 8; i++)
            {
                stream.Write(bytes);
            }

            bytes.CopyTo(stream.GetSpan(bytes.Length));
            stream.Advance(bytes.Length);
            stream.Position = 0;
            stream.ReadExactly(bytes);
            stream.CopyTo(Stream.Null);
            foreach (ReadOnlyMemory<byte> block in stream.GetBlocks())
            {
                bytes[0] ^= block.Span[0];
            }
        });
        Assert.Equal(made, used);
        Assert.InRange(made, 1, 200);
    }

    // What the last user left in a block must never show.
    private static BufferPool<byte> DirtyPool(int blockBytes)
    {
        var pool = new BufferPool<byte>();
        byte[]?[] blocks = [.. Enumerable.Range(0, 30).Select(_ => pool.Rent(blockBytes))];
        for (int i = 0; i < blocks.Length; i++)
        {
            Array.Fill(blocks[i]!, (byte)0xDD);
            pool.Return(ref blocks[i]);
        }

        return pool;
    }

    private static void AssertNoArrayIsLentTwice(BufferPool<byte> pool, int length, int count)
    {
        byte[]?[] arrays = [.. Enumerable.Range(0, count).Select(_ => pool.Rent(length))];
        Assert.Equal(count, arrays.Distinct(ReferenceEqualityComparer.Instance).Count());
        for (int i = 0; i < count; i++)
        {
            pool.Return(ref arrays[i]);
        }
    }

    private static long Allocated(Action action)
    {
        long least = long.MaxValue;
        for (int round = 0; round < 10; round++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            action();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
