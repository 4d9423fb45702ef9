namespace Doppel.Pooling.Tests;

/// <summary>
/// The places of a thread while others visit them: the owner pays no atomic operation and yet is never disturbed.
/// </summary>
public sealed class VisitTests
{
    private static readonly int s_rounds = TestRun.Count(300_000, 20_000_000);

    [Fact]
    public void One_that_rents_and_returns_while_others_clear_and_sweep_loses_nothing_and_shares_nothing()
    {
        var clock = new ManualClock();
        var policy = new ThingPolicy();
        using var pool = new ObjectPool<Thing>(policy, new PoolOptions { Clock = clock });
        bool isDone = false;
        Crew.Run(4, number =>
        {
            switch (number)
            {
                case 0:
                    try
                    {
                        RentAndReturn(pool);
                    }
                    finally
                    {
                        Volatile.Write(ref isDone, true);
                    }

                    break;
                case 1:
                    Repeat(() => pool.Clear());
                    break;
                case 2:
                    Repeat(() => clock.Advance(Pools.IdleTime / 5));
                    break;
                default:
                    Repeat(() => Assert.InRange(pool.GetStatistics().BytesReserved, 0, pool.GetStatistics().BytesMax));
                    break;
            }
        });

        PoolStatistics end = pool.GetStatistics();
        Assert.Equal((s_rounds * 2L, s_rounds * 2L), (end.Rented, end.Returned));
        Assert.Equal((end.Misses, end.Drops + end.Trims), (policy.Made.Count, policy.Destroyed));
        Assert.Equal(policy.Made.Count, end.ItemsHeld + policy.Destroyed);
        pool.Clear();
        Assert.All(policy.Made, static thing => Assert.Equal(1, thing.Ends));

        void Repeat(Action action)
        {
            while (!Volatile.Read(ref isDone))
            {
                action();
            }
        }
    }

    [Fact]
    public void Pools_created_and_disposed_side_by_side_never_touch_each_others_slots()
    {
        // A pool that is disposed gives its range back, and the next one takes it, while somebody still clears the
        // first.
        int rounds = TestRun.Count(1500, 50_000);
        var policies = new List<ThingPolicy>();
        ObjectPool<Thing> shown = Create(policies);
        bool isDone = false;
        Crew.Run(8, number =>
        {
            while (number != 0 && !Volatile.Read(ref isDone))
            {
                ObjectPool<Thing> pool = Volatile.Read(ref shown);
                pool.Clear();
                Assert.InRange(pool.GetStatistics().ItemsHeld, 0, 2);
            }

            try
            {
                for (int i = 0; number == 0 && i < rounds; i++)
                {
                    ObjectPool<Thing> next = Create(policies);
                    next.RentAndReturn(2);
                    Interlocked.Exchange(ref shown, next).Dispose();

                    // Nobody but this thread knows this one: what is put there has to be there.
                    using ObjectPool<Thing> own = Create(policies);
                    Thing[] things = own.RentAndReturn(2);
                    Assert.Equal((2, 0), (own.GetStatistics().ItemsHeld, own.GetStatistics().Trims));
                    Assert.All(things, static thing => Assert.Equal(0, thing.Ends));
                }
            }
            finally
            {
                Volatile.Write(ref isDone, true);
            }
        });
        shown.Dispose();
        foreach (ThingPolicy policy in policies)
        {
            Assert.Equal(0, policy.Foreign);
            Assert.All(policy.Made, static thing => Assert.Equal(1, thing.Ends));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void An_item_returned_while_its_pool_is_being_disposed_is_destroyed(bool keepsByThread)
    {
        int rounds = TestRun.Count(3000, 200_000);
        var options = new PoolOptions { KeepsByThread = keepsByThread };
        var policies = new List<ThingPolicy>();
        ObjectPool<Thing> shown = Create(policies, options);
        bool isDone = false;
        Crew.Run(4, number =>
        {
            while (number != 0 && !Volatile.Read(ref isDone))
            {
                ObjectPool<Thing> pool = Volatile.Read(ref shown);
                // One, or so many that some have no place on the thread.
                int count = number == 1 ? 1 : 20;
                var things = new List<Thing>();
                try
                {
                    for (int i = 0; i < count; i++)
                    {
                        things.Add(pool.Rent());
                    }
                }
                catch (ObjectDisposedException)
                {
                    // It had ended before.
                }

                foreach (Thing thing in things)
                {
                    Thing? returned = thing;
                    pool.Return(ref returned);
                }
            }

            try
            {
                for (int i = 0; number == 0 && i < rounds; i++)
                {
                    ObjectPool<Thing> last = Interlocked.Exchange(ref shown, Create(policies, options));
                    Thread.SpinWait(i % 50);
                    last.Dispose();
                }
            }
            finally
            {
                Volatile.Write(ref isDone, true);
            }
        });
        shown.Dispose();
        Assert.All(policies.SelectMany(static policy => policy.Made), static thing => Assert.Equal(1, thing.Ends));
        Assert.NotEmpty(policies.SelectMany(static policy => policy.Made));
    }

    [Fact]
    public void Counts_outlive_the_threads_whose_places_they_were_in()
    {
        var clock = new ManualClock();
        using var pool = new ObjectPool<Thing>(new ThingPolicy(), new PoolOptions { Clock = clock });
        using var other = new ObjectPool<Thing>(new ThingPolicy(), new PoolOptions { Clock = clock });
        Crew.Run(() =>
        {
            for (int i = 0; i < 10; i++)
            {
                pool.RentAndReturn();
            }

            // Empty before the thread ends: then only the counts are left in its places.
            pool.Clear();
        });
        other.Clear();
        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal((9, 1, 10, 1), (statistics.Hits, statistics.Misses, statistics.Returned, statistics.Trims));
    }

    private static ObjectPool<Thing> Create(List<ThingPolicy> policies, PoolOptions? options = null)
    {
        policies.Add(new ThingPolicy());
        return new ObjectPool<Thing>(policies[^1], options);
    }

    private static void RentAndReturn(ObjectPool<Thing> pool)
    {
        for (int i = 0; i < s_rounds; i++)
        {
            Thing? first = pool.Rent();
            Thing? second = pool.Rent();
            Assert.NotSame(first, second);
            Assert.Equal((0, 0), (first.Ends, second.Ends));
            pool.Return(ref first);
            pool.Return(ref second);
        }
    }
}
