using System.Runtime.CompilerServices;

namespace Doppel.Pooling.Tests;

/// <summary>What pools and threads leave behind when nobody wants them any more: nothing.</summary>
public sealed class LeftoverTests
{
    [Fact]
    public void A_pool_that_nobody_refers_to_is_collected_with_its_items()
    {
        var clock = new ManualClock();
        int freeBefore = SlotRanges.Free;
        WeakReference[] references = Abandon(clock);
        Collector.Run();
        Assert.All(references, static reference => Assert.False(reference.IsAlive));
        // Those of other tests may be collected too.
        Assert.InRange(SlotRanges.Free, freeBefore, int.MaxValue);
        clock.PassIdleTime();
        Assert.Equal(0, clock.Timers);
    }

    [Fact]
    public void Ranges_of_collected_pools_are_used_again()
    {
        // Three times as many pools as have room at once, all abandoned.
        for (int i = 0; i < 3 * 2048; i++)
        {
            Abandon(new ManualClock());
            if (i % 512 == 511)
            {
                Collector.Run();
            }
        }

        Assert.InRange(SlotRanges.Free, 4096, int.MaxValue);
    }

    // One after the other, three times as many pools as have room at once. Those of other tests may come and go.
    [Fact]
    public void A_disposed_pool_gives_its_range_back_at_once_and_only_once()
    {
        const int SlotsOfPool = 29 * Shelf.Slots;
        for (int i = 0; i < 3 * SlotRanges.CountMax / SlotsOfPool; i++)
        {
            var pool = new BufferPool<byte>();
            Assert.InRange(SlotRanges.Free, 0, SlotRanges.CountMax - SlotsOfPool);
            pool.Dispose();
            pool.Dispose();
            Assert.InRange(SlotRanges.Free, SlotsOfPool, SlotRanges.CountMax);
        }
    }

    [Fact]
    public void Without_a_range_a_pool_works_by_the_other_tiers()
    {
        var pools = new List<ObjectPool<Thing>>();
        while (SlotRanges.Free > 0)
        {
            pools.Add(new ObjectPool<Thing>(new ThingPolicy()));
        }

        var policy = new ThingPolicy();
        using (var pool = new ObjectPool<Thing>(policy))
        {
            pool.RentAndReturn(50);
            pool.RentAndReturn(50);
            Assert.Equal((50, 50), (policy.Made.Count, pool.GetStatistics().ItemsHeld));
        }

        Assert.All(policy.Made, static thing => Assert.Equal(1, thing.Ends));
        pools.ForEach(static pool => pool.Dispose());
        Assert.InRange(SlotRanges.Free, pools.Count * Shelf.Slots, int.MaxValue);
    }

    [Fact]
    public void Threads_that_ended_are_forgotten()
    {
        var clock = new ManualClock();
        using var pool = new ObjectPool<Thing>(new ThingPolicy(), new PoolOptions { Clock = clock });
        using var lender = new ListPool<int>(new PoolOptions { Clock = clock });
        pool.Clear();
        int before = ThreadVisit.ThreadCount;
        for (int i = 0; i < 10; i++)
        {
            Crew.Run(10, _ =>
            {
                pool.RentAndReturn(3);
                lender.Lease().Dispose();
            });
        }

        Assert.InRange(ThreadVisit.ThreadCount, before + 1, before + 100);
        clock.PassIdleTime();
        Assert.InRange(ThreadVisit.ThreadCount, 0, before);
        Assert.Equal((300, 300), (pool.GetStatistics().Rented, pool.GetStatistics().Returned));
        Assert.Equal((100, 100), (lender.GetStatistics().Rented, lender.GetStatistics().Returned));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference[] Abandon(ManualClock clock)
    {
        var pool = new ListPool<int>(new PoolOptions { Clock = clock });
        List<int>[] lists = pool.RentAndReturn(10);
        return [new WeakReference(pool), .. lists.Select(static list => new WeakReference(list))];
    }
}
