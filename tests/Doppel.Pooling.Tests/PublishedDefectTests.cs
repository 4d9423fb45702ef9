using System.Text;

namespace Doppel.Pooling.Tests;

/// <summary>
/// What published pools get wrong, each once by name. The letters a to k are those of the list of defects.
/// </summary>
/// <remarks>Most were read from ymalich/ObjectPools; where other pools share the defect the test names them.</remarks>
public sealed class PublishedDefectTests
{
    // a: ymalich/ObjectPools: Clear replaces the bag and forgets its counter; a pool that was full keeps nothing ever
    // after.
    [Fact]
    public void Clear_of_a_full_pool_leaves_a_pool_that_works()
    {
        var policy = new ThingPolicy();
        using var pool = new ObjectPool<Thing>(policy, new PoolOptions { BytesMax = 40_000 });
        pool.RentAndReturn(1000);
        Assert.InRange(pool.GetStatistics().ItemsHeld, 300, 400);
        pool.Clear();
        Assert.Equal((0, 0), (pool.GetStatistics().ItemsHeld, pool.GetStatistics().BytesReserved));

        pool.RentAndReturn(1000);
        Assert.InRange(pool.GetStatistics().ItemsHeld, 300, 400);
        Assert.Equal(2000, policy.Made.Count);
        pool.RentAndReturn(100);
        Assert.Equal(2000, policy.Made.Count);
    }

    // b: ymalich/ObjectPools: a shared tier that is full turns items away before the free place of the thread is
    // looked at.
    [Fact]
    public void A_full_shared_tier_leaves_the_places_of_threads_in_use()
    {
        var policy = new ThingPolicy();
        using var pool = new ObjectPool<Thing>(policy, new PoolOptions { BytesMax = 40_000 });
        Thing? own = pool.Rent();
        Thing kept = own;
        pool.Return(ref own);
        own = pool.Rent();
        Crew.Run(() => pool.RentAndReturn(1000));
        long drops = pool.GetStatistics().Drops;
        Assert.NotEqual(0, drops);

        pool.Return(ref own);
        Assert.Equal(drops, pool.GetStatistics().Drops);
        Assert.Same(kept, pool.Rent());
    }

    // c: ymalich/ObjectPools: the place of a thread is static for each type, so all pools of the type take from each
    // other.
    [Fact]
    public void Two_pools_of_one_type_share_nothing()
    {
        var policies = new[] { new ThingPolicy(), new ThingPolicy() };
        using var first = new ObjectPool<Thing>(policies[0]);
        using var second = new ObjectPool<Thing>(policies[1]);
        first.RentAndReturn(10);
        Assert.All(second.RentAndReturn(10), thing => Assert.Same(policies[1], thing.Maker));
        Assert.All(first.RentAndReturn(10), thing => Assert.Same(policies[0], thing.Maker));
        first.Clear();
        Assert.Equal((0, 10), (first.GetStatistics().ItemsHeld, second.GetStatistics().ItemsHeld));
        Assert.Equal((10, 0), (policies[0].Destroyed, policies[1].Destroyed));
    }

    // d: ymalich/ObjectPools: Clear empties the place of the calling thread only, and the old bag still takes items.
    [Fact]
    public void Clear_reaches_the_places_of_other_threads_and_what_is_returned_meanwhile()
    {
        var policy = new ThingPolicy();
        using var pool = new ObjectPool<Thing>(policy);
        using var isReturned = new Barrier(5);
        using var isCleared = new Barrier(5);
        Crew.Run(5, number =>
        {
            if (number == 0)
            {
                isReturned.SignalAndWait();
                pool.Clear();
                isCleared.SignalAndWait();
                return;
            }

            pool.RentAndReturn(3);
            isReturned.SignalAndWait();
            isCleared.SignalAndWait();
        });
        Assert.Equal((0, 0), (pool.GetStatistics().ItemsHeld, pool.GetStatistics().BytesReserved));

        // Under use: whatever was returned while others cleared is in the pool or destroyed, and the last Clear gets
        // it.
        Crew.Run(4, number =>
        {
            for (int i = 0; i < 2000; i++)
            {
                if (number == 0)
                {
                    pool.Clear();
                }
                else
                {
                    pool.RentAndReturn(3);
                }
            }
        });
        pool.Clear();
        Assert.Equal(0, pool.GetStatistics().ItemsHeld);
        Assert.All(policy.Made, thing => Assert.Equal(1, thing.Ends));
    }

    // e: ymalich/ObjectPools: count and bag are two steps, so each racing thread may pass the bound by one.
    [Fact]
    public void The_bound_is_never_passed_however_many_return_at_once()
    {
        var policy = new ThingPolicy();
        using var pool = new ObjectPool<Thing>(policy, new PoolOptions { BytesMax = 10_000, ItemBytesMax = 5000 });
        for (int round = 0; round < TestRun.Count(20, 500); round++)
        {
            using var areOut = new Barrier(16);
            Crew.Run(16, _ =>
            {
                Thing[] things = [.. Enumerable.Range(0, 20).Select(_ => pool.Rent())];
                areOut.SignalAndWait();
                pool.ReturnAll(things);
                Assert.InRange(pool.GetStatistics().BytesReserved, 0, 10_000);
            });
            Assert.InRange(policy.BytesAlive, 1, 10_000);
            Assert.Equal(policy.BytesAlive, pool.GetStatistics().ItemsHeld * ThingPolicy.BytesOfNew);
        }
    }

    // f: ymalich/ObjectPools bounds counts and no bytes, and gives nothing back; Microsoft.Extensions.ObjectPool
    // neither.
    [Fact]
    public void An_oversized_item_is_not_kept_and_idle_ones_leave()
    {
        var clock = new ManualClock();
        using var pool = new ListPool<long>(new PoolOptions { ItemBytesMax = 64 * Pools.KiB, Clock = clock });
        List<long>? huge = pool.Rent(100_000);
        pool.Return(ref huge);
        Assert.Equal((1, 0), (pool.GetStatistics().Drops, pool.GetStatistics().ItemsHeld));
        Assert.InRange(pool.Rent().Capacity, 0, 8000);

        List<long>? small = pool.Rent(100);
        pool.Return(ref small);
        Assert.Equal(1, pool.GetStatistics().ItemsHeld);
        clock.PassIdleTime();
        Assert.Equal((0, 0), (pool.GetStatistics().ItemsHeld, pool.GetStatistics().BytesReserved));
    }

    // g: ymalich/ObjectPools: two copies of the wrapper put one list into the pool twice; ArrayPool takes an array
    // twice.
    [Fact]
    public void A_second_return_through_a_copy_of_a_lease_is_caught_also_after_the_item_was_rented_again()
    {
        using var pool = new ListPool<int>();
        Lease<List<int>> lease = pool.Lease();
        Lease<List<int>> copy = lease;
        lease.Dispose();
        Assert.Throws<InvalidOperationException>(copy.Dispose);

        using Lease<List<int>> next = pool.Lease();
        next.Value.Add(7);
        Assert.Throws<InvalidOperationException>(copy.Dispose);
        Assert.Throws<InvalidOperationException>(lease.Dispose);
        Assert.Equal([7], next.Value);
        Assert.NotSame(next.Value, pool.Rent());
    }

    // h: ymalich/ObjectPools: a wrapper that ended, or a default one, gives a new list at each access; writes vanish.
    [Fact]
    public void A_lease_that_ended_or_never_was_gives_no_throw_away_object()
    {
        using var pool = new ListPool<int>();
        Lease<List<int>> lease = pool.Lease();
        lease.Dispose();
        Assert.Throws<ObjectDisposedException>(() => lease.Value.Add(1));
        Assert.Throws<InvalidOperationException>(() => default(Lease<List<int>>).Value.Add(1));
    }

    // i: ymalich/ObjectPools: a wrapper that another pool gave returns its list to the shared pool.
    [Fact]
    public void A_lease_goes_back_to_the_pool_it_came_from()
    {
        using var own = new ListPool<Version>();
        long returnedToShared = ListPool<Version>.Shared.GetStatistics().Returned;
        List<Version> list;
        using (Lease<List<Version>> lease = own.Lease())
        {
            list = lease.Value;
        }

        Assert.Equal((1, 1), (own.GetStatistics().Returned, own.GetStatistics().ItemsHeld));
        Assert.Same(list, own.Rent());
        Assert.Equal(returnedToShared, ListPool<Version>.Shared.GetStatistics().Returned);
    }

    // j: ConcurrentBag, on which ymalich/ObjectPools stands, keeps what lies in the places of threads that ended.
    [Fact]
    public void Items_do_not_stay_with_threads_that_ended()
    {
        var clock = new ManualClock();
        var policy = new ThingPolicy();
        using var pool = new ObjectPool<Thing>(policy, new PoolOptions { Clock = clock });
        for (int i = 0; i < 20; i++)
        {
            Crew.Run(() => pool.RentAndReturn(2));
        }

        Assert.NotEqual(0, pool.GetStatistics().ItemsHeld);
        // One look is enough: nobody will ever rent what lies there.
        clock.Advance(Pools.IdleTime / 5);
        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal((0, 0), (statistics.ItemsHeld, statistics.BytesReserved));
        Assert.Equal(policy.Made.Count, policy.Destroyed);
        Assert.Equal((40, 40), (statistics.Rented, statistics.Returned));
    }

    // k: StringBuilder.Clear on a builder of several chunks keeps only a part of its capacity, in every pool of
    // builders.
    [Fact]
    public void A_builder_that_grew_keeps_one_chunk_for_its_whole_text()
    {
        using var pool = new StringBuilderPool();
        StringBuilder? builder = pool.Rent();
        StringBuilder same = builder;
        Fill(builder);
        Assert.InRange(Chunks(builder), 2, 100);
        pool.Return(ref builder);

        builder = pool.Rent();
        Assert.Same(same, builder);
        Assert.Equal(0, builder.Length);
        Fill(builder);
        Assert.Equal(1, Chunks(builder));
    }

    private static void Fill(StringBuilder builder)
    {
        for (int i = 0; i < 5000; i++)
        {
            builder.Append("seven, ");
        }
    }

    private static int Chunks(StringBuilder builder)
    {
        int count = 0;
        foreach (ReadOnlyMemory<char> _ in builder.GetChunks())
        {
            count++;
        }

        return count;
    }
}
