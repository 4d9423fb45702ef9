namespace Doppel.Pooling.Tests;

/// <summary>A lease is given once, is the same through each copy, and ends once.</summary>
public sealed class LeaseTests
{
    [Fact]
    public void A_lease_gives_the_item_until_it_ends()
    {
        using var pool = new ListPool<int>();
        using Lease<List<int>> lease = pool.Lease();
        lease.Value.Add(1);
        Lease<List<int>> copy = lease;
        Assert.Same(lease.Value, copy.Value);
        Assert.Equal([1], copy.Value);
    }

    [Fact]
    public void A_lease_of_an_array_has_exactly_the_length_asked_for()
    {
        using var pool = new BufferPool<int>();
        foreach (int length in (int[])[0, 1, 15, 16, 17, 1000])
        {
            using BufferLease<int> lease = pool.Lease(length);
            Assert.Equal((length, length, length), (lease.Length, lease.Span.Length, lease.Memory.Length));
        }
    }

    [Fact]
    public void A_lease_that_has_ended_gives_nothing()
    {
        using var lists = new ListPool<int>();
        using var arrays = new BufferPool<int>();
        using var blocks = new NativeBufferPool();
        Lease<List<int>> list = lists.Lease();
        BufferLease<int> array = arrays.Lease(10);
        Lease<NativeBuffer<byte>> block = blocks.Lease(10);
        BufferLease<int> copy = array;
        list.Dispose();
        array.Dispose();
        block.Dispose();
        Assert.Throws<ObjectDisposedException>(() => list.Value);
        Assert.Throws<ObjectDisposedException>(() => array.Span.Length);
        Assert.Throws<ObjectDisposedException>(() => copy.Memory);
        Assert.Throws<ObjectDisposedException>(() => block.Value);
        Assert.Throws<InvalidOperationException>(copy.Dispose);
    }

    [Fact]
    public void A_stale_lease_stays_stale_when_its_item_and_its_ticket_are_out_again()
    {
        using var pool = new ListPool<int>();
        var stale = new List<Lease<List<int>>>();
        for (int i = 0; i < 100; i++)
        {
            Lease<List<int>> lease = pool.Lease();
            lease.Dispose();
            stale.Add(lease);
        }

        using Lease<List<int>> current = pool.Lease();
        Assert.All(stale, static lease => Assert.Throws<ObjectDisposedException>(() => lease.Value));
        Assert.All(stale, static lease => Assert.Throws<InvalidOperationException>(lease.Dispose));
        Assert.Empty(current.Value);
    }

    [Fact]
    public void A_default_value_is_no_lease_and_has_nothing_to_give_back()
    {
        default(Lease<List<int>>).Dispose();
        default(BufferLease<byte>).Dispose();
        Assert.Equal(0, default(BufferLease<byte>).Length);
        Assert.Throws<InvalidOperationException>(() => default(Lease<List<int>>).Value);
        Assert.Throws<InvalidOperationException>(() => default(BufferLease<byte>).Span.Length);
        Assert.Throws<InvalidOperationException>(() => default(BufferLease<byte>).Memory);
    }

    [Fact]
    public void When_threads_race_to_end_one_lease_exactly_one_succeeds()
    {
        int rounds = TestRun.Count(3000, 300_000);
        using var pool = new ListPool<int>();
        var lease = pool.Lease();
        int ended = 0;
        using var turn = new Barrier(2);
        Crew.Run(2, number =>
        {
            for (int i = 0; i < rounds; i++)
            {
                turn.SignalAndWait();
                try
                {
                    lease.Dispose();
                    Interlocked.Increment(ref ended);
                }
                catch (InvalidOperationException)
                {
                    // The other one was first.
                }

                turn.SignalAndWait();
                if (number == 0)
                {
                    lease = pool.Lease();
                }
            }
        });
        lease.Dispose();
        Assert.Equal(rounds, ended);
        PoolStatistics end = pool.GetStatistics();
        Assert.Equal((rounds + 1L, rounds + 1L), (end.Rented, end.Returned));
    }

    [Fact]
    public void A_lease_that_outlives_its_pool_ends_all_the_same()
    {
        var policy = new ThingPolicy();
        var pool = new ObjectPool<Thing>(policy);
        Lease<Thing> lease = pool.Lease();
        pool.Dispose();
        Assert.Equal(0, lease.Value.Ends);
        lease.Dispose();
        Assert.Equal(1, policy.Destroyed);
    }
}
