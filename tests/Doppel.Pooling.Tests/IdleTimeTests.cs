namespace Doppel.Pooling.Tests;

/// <summary>When idle items leave: after the idle time, within a fifth of it more, and for no other reason.</summary>
public sealed class IdleTimeTests
{
    // Further apart than a sweep of all places needs; the moments between two sweeps are what matters.
    private const int StepsPerIdleTime = 50;

    private static readonly TimeSpan s_step = Pools.IdleTime / StepsPerIdleTime;

    // One item lies in the place of its thread, six reach the shelf of a core, and ninety the stack for all.
    public static MatrixTheoryData<int, int> Cases => new([1, 6, 90], [0, 1, 3, 9, 10, 11, 19, 25, 49]);

    [Theory, MemberData(nameof(Cases))]
    public void An_unused_item_is_removed_after_the_idle_time_at_most_a_fifth_of_it_late(int items, int startSteps)
    {
        var clock = new ManualClock();
        var policy = new ThingPolicy();
        using var pool = new ObjectPool<Thing>(policy, new PoolOptions { Clock = clock });
        // The sweeps have a beat of their own, given by what was returned first.
        pool.RentAndReturn();
        clock.Advance(s_step * startSteps);
        pool.RentAndReturn(items);

        clock.Advance(Pools.IdleTime - new TimeSpan(1));
        Assert.Equal(items, pool.GetStatistics().ItemsHeld);
        Assert.Equal(0, policy.Destroyed);
        clock.Advance((Pools.IdleTime / 5) + new TimeSpan(1));
        Assert.Equal((0, 0), (pool.GetStatistics().ItemsHeld, pool.GetStatistics().BytesReserved));
        Assert.All(policy.Made, static thing => Assert.Equal(1, thing.Ends));
    }

    [Fact]
    public void An_item_in_regular_use_is_kept()
    {
        var clock = new ManualClock();
        var policy = new ThingPolicy();
        using var pool = new ObjectPool<Thing>(policy, new PoolOptions { Clock = clock });
        for (int i = 0; i < 100; i++)
        {
            pool.RentAndReturn();
            clock.Advance(Pools.IdleTime * 0.9);
        }

        Assert.Single(policy.Made);
        Assert.Equal(0, policy.Destroyed);
    }

    [Fact]
    public void Rented_items_survive_a_sweep_and_can_be_returned()
    {
        var clock = new ManualClock();
        var policy = new ThingPolicy();
        using var pool = new ObjectPool<Thing>(policy, new PoolOptions { Clock = clock });
        Thing? thing = pool.Rent();
        clock.Advance(Pools.IdleTime * 10);
        Assert.Equal(0, thing.Ends);
        pool.Return(ref thing);
        Assert.Equal(1, pool.GetStatistics().ItemsHeld);

        thing = pool.Rent();
        clock.Advance(Pools.IdleTime * 10);
        // Its place was given up meanwhile, the bytes too; the item is as it was.
        Assert.Equal((0, 0), (thing.Ends, pool.GetStatistics().BytesReserved));
        pool.Return(ref thing);
        Assert.Equal((1, 0), (pool.GetStatistics().ItemsHeld, policy.Destroyed));
        Assert.Single(policy.Made);
    }

    [Fact]
    public void Items_needed_only_for_a_peak_are_removed_and_those_in_use_are_kept()
    {
        var clock = new ManualClock();
        using var pool = new ObjectPool<Thing>(new ThingPolicy(), new PoolOptions { Clock = clock });
        pool.RentAndReturn(200);
        Assert.Equal(200, pool.GetStatistics().ItemsHeld);
        for (int i = 0; i < 2 * StepsPerIdleTime; i++)
        {
            pool.RentAndReturn();
            clock.Advance(s_step);
        }

        Assert.Equal(1, pool.GetStatistics().ItemsHeld);
        Assert.Equal(200, pool.GetStatistics().Misses);
    }

    [Fact]
    public void A_garbage_collection_alone_removes_no_items()
    {
        var clock = new ManualClock();
        var policy = new ThingPolicy();
        using var pool = new ObjectPool<Thing>(policy, new PoolOptions { Clock = clock });
        pool.RentAndReturn(100);
        for (int i = 0; i < 3; i++)
        {
            Collector.Run();
            clock.Advance(Pools.IdleTime / 4);
            pool.RentAndReturn();
        }

        Assert.Equal((100, 0), (pool.GetStatistics().ItemsHeld, policy.Destroyed));
        Assert.Equal(100, policy.Made.Count);
    }

    [Fact]
    public void A_collection_makes_nothing_older_than_it_is()
    {
        var clock = new ManualClock();
        var options = new PoolOptions { Clock = clock };
        using var pool = new BufferPool<byte>(options);
        byte[]? item = pool.Rent(16);
        pool.Return(ref item);
        item = pool.Rent(16);
        // Looks shortly before a sweep is due would add up, were they sweeps.
        const int Start = (StepsPerIdleTime / 5) - 2;
        for (int i = 0; i < Start + StepsPerIdleTime - 1; i++)
        {
            if (i == Start)
            {
                pool.Return(ref item);
            }

            clock.Advance(s_step);
            pool.LookAfterCollection(isShortOfMemory: false);
        }

        Assert.Equal(1, pool.GetStatistics().ItemsHeld);
    }

    [Fact]
    public void A_burst_never_passes_the_bound_and_is_forgotten_after_the_idle_time()
    {
        var clock = new ManualClock();
        using var pool = new BufferPool<byte>(new PoolOptions { BytesMax = 64 * Pools.MiB, Clock = clock });
        using var areOut = new Barrier(64);
        Crew.Run(64, _ =>
        {
            byte[]?[] arrays = [.. Enumerable.Range(0, 4).Select(_ => pool.Rent((int)Pools.MiB))];
            areOut.SignalAndWait();
            for (int i = 0; i < arrays.Length; i++)
            {
                pool.Return(ref arrays[i]);
                Assert.InRange(pool.GetStatistics().BytesReserved, 0, 64 * Pools.MiB);
            }
        });
        PoolStatistics burst = pool.GetStatistics();
        Assert.Equal((256, 256), (burst.Rented, burst.Returned));
        Assert.InRange(burst.BytesHeld, Pools.MiB, 64 * Pools.MiB);

        clock.PassIdleTime();
        Assert.Equal((0, 0), (pool.GetStatistics().BytesHeld, pool.GetStatistics().BytesReserved));
    }

    [Fact]
    public void The_timer_runs_only_while_something_is_kept()
    {
        var clock = new ManualClock();
        using (var pool = new ObjectPool<Thing>(new ThingPolicy(), new PoolOptions { Clock = clock }))
        {
            Assert.Equal(0, clock.ActiveTimers);
            Thing? thing = pool.Rent();
            Assert.Equal(0, clock.ActiveTimers);
            pool.Return(ref thing);
            Assert.Equal(1, clock.ActiveTimers);
            clock.PassIdleTime();
            Assert.Equal(0, clock.ActiveTimers);

            pool.RentAndReturn();
            Assert.Equal(1, clock.ActiveTimers);
            clock.PassIdleTime();
            Assert.Equal((0, 0), (clock.ActiveTimers, pool.GetStatistics().ItemsHeld));
            pool.RentAndReturn();
            pool.Clear();
            clock.Advance(Pools.IdleTime / 5);
            Assert.Equal((0, 1), (clock.ActiveTimers, clock.Timers));
        }

        Assert.Equal(0, clock.Timers);
    }

    [Fact]
    public void The_first_return_works_while_execution_context_flow_is_suppressed()
    {
        using var pool = new ListPool<int>();
        using (ExecutionContext.SuppressFlow())
        {
            pool.RentAndReturn();
        }

        Assert.Equal(1, pool.GetStatistics().ItemsHeld);
    }

    [Fact]
    public void Without_an_idle_time_everything_stays_until_the_pool_is_cleared()
    {
        var clock = new ManualClock();
        var policy = new ThingPolicy();
        using var pool = new ObjectPool<Thing>(
            policy, new PoolOptions { Clock = clock, IdleTime = Timeout.InfiniteTimeSpan });
        Crew.Run(() => pool.RentAndReturn(100));
        clock.Advance(TimeSpan.FromDays(1000));
        Collector.Run();
        Assert.Equal((0, 100), (clock.Timers, pool.GetStatistics().ItemsHeld));
        pool.Clear();
        Assert.Equal((100, 0), (policy.Destroyed, pool.GetStatistics().BytesReserved));
    }

    [Fact]
    public void Low_memory_removes_items_not_used_recently()
    {
        var clock = new ManualClock();
        using var pool = new BufferPool<byte>(new PoolOptions { Clock = clock });
        byte[]? item = pool.Rent(16);
        pool.Return(ref item);
        pool.LookAfterCollection(isShortOfMemory: true);
        Assert.Equal(1, pool.GetStatistics().ItemsHeld);
        for (int i = 0; i < 3; i++)
        {
            // The timer has just been; this is a look of its own only where a full interval has passed.
            clock.Advance(Pools.IdleTime / 5);
            pool.Sweep(isShortOfMemory: true);
        }

        Assert.Equal(0, pool.GetStatistics().ItemsHeld);
    }
}
