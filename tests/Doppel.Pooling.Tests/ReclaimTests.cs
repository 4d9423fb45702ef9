namespace Doppel.Pooling.Tests;

/// <summary>Bytes that are set aside for items that are out.</summary>
public sealed class ReclaimTests
{
    private const int ArrayBytes = 64 * 1024;

    [Fact]
    public void Space_reserved_for_rented_items_serves_items_returned_on_other_threads()
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

    [Fact]
    public void Items_left_by_ended_threads_make_room_for_running_threads()
    {
        int half = 4 * Environment.ProcessorCount;
        using var pool = new BufferPool<byte>(new PoolOptions
        {
            BytesMax = 2L * half * ArrayBytes,
            ItemBytesMax = 2 * ArrayBytes,
            IdleTime = Timeout.InfiniteTimeSpan,
        });
        for (int i = 0; i < half; i++)
        {
            Crew.Run(() => pool.RentAndReturn(1, ArrayBytes));
        }

        pool.RentAndReturn(half, ArrayBytes);
        PoolStatistics full = pool.GetStatistics();
        Assert.Equal((full.BytesMax, 2 * half, 0), (full.BytesHeld, full.ItemsHeld, full.Drops));

        // Twice as long, so that none of those can serve.
        pool.RentAndReturn(2, 2 * ArrayBytes);
        PoolStatistics before = pool.GetStatistics();
        pool.RentAndReturn(2, 2 * ArrayBytes);
        PoolStatistics after = pool.GetStatistics();
        Assert.Equal((0, before.Misses, half), (after.Drops, after.Misses, after.Trims));
    }

    [Fact]
    public void A_large_array_on_the_thread_is_not_taken_twice_when_the_bound_is_half_spent()
    {
        const int Count = 8;
        using var pool = new BufferPool<byte>(new PoolOptions
        {
            BytesMax = Count * ArrayBytes,
            ItemBytesMax = ArrayBytes,
            IdleTime = Timeout.InfiniteTimeSpan,
        });
        byte[]? first = pool.Rent(ArrayBytes);
        byte[]? others = first;
        byte[]?[] more = [.. Enumerable.Range(0, Count - 1).Select(_ => pool.Rent(ArrayBytes))];
        pool.Return(ref first);
        for (int i = 0; i < more.Length - 1; i++)
        {
            pool.Return(ref more[i]);
        }

        Assert.InRange(pool.GetStatistics().BytesReserved, (Count / 2 * ArrayBytes) + 1, Count * ArrayBytes);
        Assert.Throws<InvalidOperationException>(() => pool.Return(ref others));
    }
}
