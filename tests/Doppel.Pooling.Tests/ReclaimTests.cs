namespace Doppel.Pooling.Tests;

/// <summary>Bytes that are set aside for items that are out.</summary>
public sealed class ReclaimTests
{
    private const int ArrayBytes = 64 * 1024;

    [Fact]
    public void What_is_set_aside_for_items_that_are_out_serves_those_that_come_back_elsewhere()
    {
        // As many as the budget holds.
        int count = 6 * Environment.ProcessorCount;
        using var pool = new BufferPool<byte>(new PoolOptions
        {
            BytesMax = (long)count * ArrayBytes,
            ItemBytesMax = ArrayBytes,
            IdleTime = Timeout.InfiniteTimeSpan,
        });
        byte[]?[] arrays = new byte[count][];
        using var isRented = new CountdownEvent(count);
        using var isOver = new ManualResetEventSlim();
        Thread[] threads = [.. Enumerable.Range(0, count).Select(i => new Thread(() =>
        {
            byte[]? array = pool.Rent(ArrayBytes);
            pool.Return(ref array);
            arrays[i] = pool.Rent(ArrayBytes);
            isRented.Signal();
            // Alive and at rest, so what it set aside stays so.
            isOver.Wait();
        }))];
        foreach (Thread thread in threads)
        {
            thread.Start();
        }

        isRented.Wait(TestContext.Current.CancellationToken);
        foreach (ref byte[]? array in arrays.AsSpan())
        {
            pool.Return(ref array);
        }

        PoolStatistics statistics = pool.GetStatistics();
        isOver.Set();
        foreach (Thread thread in threads)
        {
            thread.Join();
        }

        Assert.Equal((0, count), (statistics.Drops, statistics.ItemsHeld));
        Assert.InRange(statistics.BytesReserved, statistics.BytesHeld, statistics.BytesMax);
    }
}
