namespace Doppel.Pooling.Tests;

/// <summary>Warm pools allocate nothing, whoever rents what and how.</summary>
public sealed class AllocationTests
{
    private const int Rounds = 10_000;

    public static TheoryData<string> Ways => [.. s_ways.Keys];

    private static readonly Dictionary<string, Action> s_ways = new()
    {
        ["object"] = RentAndReturn(new ObjectPool<Thing>(new OneThingPolicy())),
        ["object, leased"] = LeaseAndDispose(new ObjectPool<Thing>(new OneThingPolicy())),
        ["list"] = RentAndReturn(new ListPool<string>()),
        ["list, leased"] = LeaseAndDispose(new ListPool<string>()),
        ["text"] = RentAndReturn(new StringBuilderPool()),
        ["dictionary"] = RentAndReturn(new DictionaryPool<string, long>()),
        ["set"] = RentAndReturn(new HashSetPool<long>()),
        ["array"] = RentAndReturnArray(new BufferPool<byte>(), 100),
        ["large array"] = RentAndReturnArray(new BufferPool<int>(), 1 << 20),
        ["array of references"] = RentAndReturnArray(new BufferPool<string>(), 16),
        ["pinned array"] = RentAndReturnArray(new BufferPool<long>(kind: BufferKind.Pinned), 4096),
        ["shared array"] = RentAndReturnArray(BufferPool<double>.Shared, 1000),
        ["array, leased"] = LeaseArray(new BufferPool<byte>()),
        ["native"] = RentAndReturnBlock(new NativeBufferPool()),
        ["native, leased"] = LeaseBlock(new NativeBufferPool()),
        ["two to four objects"] = RentSeveral(new ObjectPool<Thing>(new OneThingPolicy())),
        ["two to four arrays"] = RentSeveralArrays(new BufferPool<byte>()),
    };

    [Theory, MemberData(nameof(Ways))]
    public void Nothing_is_allocated_by(string way)
    {
        Action action = s_ways[way];
        Measure(action, 100);
        // A sweep of a pool of another test may pass by and send one rent to the next tier; it does not do so each
        // time.
        long bytes = Enumerable.Range(0, 5).Min(_ => Measure(action, Rounds));
        Assert.Equal(0, bytes);
    }

    // A ticket for each lease would be far more than this.
    [Fact]
    public void Leases_that_end_on_another_thread_need_no_more_than_their_tickets_at_first()
    {
        using var pool = new ListPool<int>();
        var leases = new Lease<List<int>>[64];
        long bytes = HandOver(leases.Length, i => leases[i] = pool.Lease(), i => leases[i].Dispose());
        Assert.InRange(bytes, 0, 8 * Pools.KiB);
    }

    // These are too large for the places of threads: the thread that ends the leases has no other reason to have any.
    [Fact]
    public void Leases_of_large_arrays_that_end_on_another_thread_need_no_more_either()
    {
        // Room for three in the places of each core, which keep their bytes when the threads move on to another.
        using var pool = new BufferPool<byte>(
            new PoolOptions { BytesMax = 16 * Pools.MiB * Environment.ProcessorCount, ItemBytesMax = 8 * Pools.MiB });
        var leases = new BufferLease<byte>[3];
        long bytes = HandOver(leases.Length, i => leases[i] = pool.Lease(4 << 20), i => leases[i].Dispose());
        Assert.InRange(bytes, 0, 8 * Pools.KiB);
    }

    // What both threads allocate in the last 600 of 800 rounds.
    private static long HandOver(int count, Action<int> rent, Action<int> end)
    {
        long sum = 0;
        using var turn = new Barrier(2);
        Crew.Run(2, number =>
        {
            for (int step = 0; step < 1600; step++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                for (int i = 0; step % 2 == number && i < count; i++)
                {
                    (number == 0 ? rent : end)(i);
                }

                long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
                Interlocked.Add(ref sum, step < 400 ? 0 : allocated);
                turn.SignalAndWait();
            }
        });
        return sum;
    }

    private static long Measure(Action action, int count)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < count; i++)
        {
            action();
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static Action RentAndReturn<T>(ObjectPool<T> pool)
        where T : class => () => pool.RentAndReturn();

    private static Action LeaseAndDispose<T>(ObjectPool<T> pool)
        where T : class => () =>
        {
            using Lease<T> lease = pool.Lease();
            Assert.NotNull(lease.Value);
        };

    private static Action RentAndReturnArray<T>(BufferPool<T> pool, int length) => () =>
    {
        T[]? array = pool.Rent(length);
        pool.Return(ref array);
    };

    private static Action LeaseArray(BufferPool<byte> pool) => () =>
    {
        using BufferLease<byte> lease = pool.Lease(100);
        lease.Span[99] = 1;
    };

    private static Action RentAndReturnBlock(NativeBufferPool pool) => () =>
    {
        NativeBuffer<byte>? block = pool.Rent(10_000);
        pool.Return(ref block);
    };

    private static Action LeaseBlock(NativeBufferPool pool) => () =>
    {
        using Lease<NativeBuffer<byte>> lease = pool.Lease(10_000);
        lease.Value.Span[99] = 1;
    };

    private static Action RentSeveral(ObjectPool<Thing> pool)
    {
        var things = new Thing?[4];
        int round = 0;
        return () =>
        {
            int count = 2 + (round++ % 3);
            for (int i = 0; i < count; i++)
            {
                things[i] = pool.Rent();
            }

            for (int i = 0; i < count; i++)
            {
                pool.Return(ref things[i]);
            }
        };
    }

    private static Action RentSeveralArrays(BufferPool<byte> pool)
    {
        byte[]?[] arrays = new byte[4][];
        int round = 0;
        return () =>
        {
            int count = 2 + (round++ % 3);
            for (int i = 0; i < count; i++)
            {
                arrays[i] = pool.Rent(5000);
            }

            for (int i = 0; i < count; i++)
            {
                pool.Return(ref arrays[i]);
            }
        };
    }

    // Remembers nothing, so that only the pool's own allocations are seen.
    private sealed class OneThingPolicy : PoolPolicy<Thing>
    {
        public override Thing Create() => new(null!);

        public override long Reset(Thing item) => 100;
    }
}
