using System.Runtime.CompilerServices;

namespace Doppel.Pooling.Tests;

/// <summary>What may be asked for, what may be given back, and what it looks like then.</summary>
public sealed class ReturnTests
{
    [Theory]
    [InlineData(0), InlineData(1), InlineData(15), InlineData(17), InlineData(24), InlineData(1000)]
    public void An_array_of_a_length_that_is_not_lent_is_refused(int length)
    {
        using var bytes = new BufferPool<byte>();
        using var texts = new BufferPool<string>();
        byte[]? array = new byte[length];
        Assert.Throws<ArgumentException>(() => bytes.Return(ref array));
        string[] mine = [.. Enumerable.Repeat("mine", length)];
        string[]? returned = mine;
        Assert.Throws<ArgumentException>(() => texts.Return(ref returned));
        Assert.All(mine, static text => Assert.Equal("mine", text));
        Assert.Equal((0, 0), (bytes.GetStatistics().Returned, texts.GetStatistics().Returned));
    }

    [Theory]
    [InlineData(0, 16), InlineData(1, 16), InlineData(16, 16), InlineData(17, 32), InlineData(32, 32)]
    [InlineData(33, 64), InlineData(4095, 4096), InlineData(4096, 4096), InlineData(4097, 8192)]
    [InlineData((1 << 20) + 1, 1 << 21)]
    public void An_array_has_the_next_power_of_two(int asked, int given)
    {
        using var pool = new BufferPool<byte>();
        byte[]? array = pool.Rent(asked);
        Assert.Equal(given, array.Length);
        pool.Return(ref array);
        // Also the one that comes out of the pool, and through a lease.
        Assert.Equal(given, pool.Rent(asked).Length);
        using BufferLease<byte> lease = pool.Lease(asked);
        Assert.Equal(asked, lease.Length);
    }

    [Fact]
    public void The_longest_array_has_2_to_the_30_elements()
    {
        using var pool = new BufferPool<byte>();
        byte[]? array = pool.Rent(BufferPool<byte>.LengthMax);
        Assert.Equal(1 << 30, array.Length);
        pool.Return(ref array);
        Assert.Equal(1, pool.GetStatistics().Drops);
    }

    [Theory]
    [InlineData(-1), InlineData(int.MinValue), InlineData(int.MinValue + 1)]
    [InlineData(BufferPool<byte>.LengthMax + 1), InlineData(int.MaxValue)]
    public void A_length_out_of_range_is_refused(int length)
    {
        using var arrays = new BufferPool<byte>();
        using var blocks = new NativeBufferPool();
        Assert.Throws<ArgumentOutOfRangeException>(() => arrays.Rent(length));
        Assert.Throws<ArgumentOutOfRangeException>(() => arrays.Lease(length));
        Assert.Throws<ArgumentOutOfRangeException>(() => blocks.Rent(length));
        Assert.Equal((0, 0), (arrays.GetStatistics().Rented, blocks.GetStatistics().Rented));
    }

    [Theory]
    [InlineData(0, 4096), InlineData(1, 4096), InlineData(4096, 4096), InlineData(4097, 8192)]
    [InlineData(100_000, 131_072)]
    public unsafe void A_native_block_has_the_next_power_of_two_and_starts_at_a_page(int asked, int given)
    {
        using var pool = new NativeBufferPool();
        for (int i = 0; i < 2; i++)
        {
            NativeBuffer<byte>? block = pool.Rent(asked);
            Assert.Equal(given, block.Length);
            fixed (byte* start = block.Span)
            {
                Assert.Equal(0, (nint)start % 4096);
            }

            pool.Return(ref block);
        }
    }

    [Fact]
    public void A_native_block_that_was_resized_or_disposed_is_refused()
    {
        using var pool = new NativeBufferPool();
        NativeBuffer<byte>? block = pool.Rent(4096);
        block.Resize(5000);
        using (NativeBuffer<byte> resized = block)
        {
            Assert.Throws<ArgumentException>(() => pool.Return(ref block));
        }

        block = pool.Rent(4096);
        block.Dispose();
        Assert.Throws<ArgumentException>(() => pool.Return(ref block));
    }

    [Fact]
    public void Returning_clears_the_variable_and_nothing_may_be_returned()
    {
        using var lists = new ListPool<int>();
        using var arrays = new BufferPool<int>();
        List<int>? list = lists.Rent();
        int[]? array = arrays.Rent(20);
        for (int i = 0; i < 2; i++)
        {
            lists.Return(ref list);
            arrays.Return(ref array);
            arrays.ReturnCleared(ref array);
            Assert.Null(list);
            Assert.Null(array);
        }

        Assert.Equal((1, 1), (lists.GetStatistics().Returned, arrays.GetStatistics().Returned));
    }

    [Fact]
    public void Arrays_of_references_are_cleared_on_return_and_keep_nothing_alive()
    {
        using var pool = new BufferPool<object>();
        WeakReference reference = ReturnFilled(pool);
        Collector.Run();
        Assert.False(reference.IsAlive);
        Assert.All(pool.Rent(20), Assert.Null);
    }

    [Fact]
    public void Lists_dictionaries_and_sets_are_rented_empty()
    {
        using var lists = new ListPool<int>();
        List<int>? list = lists.Rent([1, 2, 3]);
        Assert.Equal([1, 2, 3], list);
        lists.Return(ref list);
        Assert.Empty(lists.Rent());

        using var dictionaries = new DictionaryPool<string, int>();
        Dictionary<string, int>? dictionary = dictionaries.Rent();
        dictionary["a"] = 1;
        dictionaries.Return(ref dictionary);
        Assert.Empty(dictionaries.Rent());

        using var sets = new HashSetPool<int>();
        HashSet<int>? set = sets.Rent();
        set.Add(1);
        sets.Return(ref set);
        Assert.Empty(sets.Rent());
        Assert.InRange(lists.Rent(1000).Capacity, 1000, 2000);
    }

    [Fact]
    public void ReturnCleared_zeroes_the_array_in_place()
    {
        using var pool = new BufferPool<byte>();
        byte[] array = pool.Rent(100);
        array.AsSpan().Fill(7);
        byte[]? returned = array;
        pool.ReturnCleared(ref returned);
        Assert.False(array.AsSpan().ContainsAnyExcept((byte)0));
    }

    [Fact]
    public void An_item_that_lies_first_in_its_place_cannot_be_returned_again()
    {
        using var pool = new ListPool<int>(new PoolOptions { Name = "twice" });
        List<int>? list = pool.Rent();
        List<int>? same = list;
        pool.Return(ref list);
        var error = Assert.Throws<InvalidOperationException>(() => pool.Return(ref same));
        Assert.Contains("'twice'", error.Message, StringComparison.Ordinal);
        Assert.Equal(1, pool.GetStatistics().ItemsHeld);
    }

    [Fact]
    public void A_disposed_pool_rents_nothing_and_destroys_what_is_returned()
    {
        var policy = new ThingPolicy();
        var pool = new ObjectPool<Thing>(policy, new PoolOptions { Name = "gone" });
        Thing? thing = pool.Rent();
        Thing same = thing;
        pool.RentAndReturn(3);
        pool.Dispose();
        pool.Dispose();
        Assert.Equal(3, policy.Destroyed);
        var error = Assert.Throws<ObjectDisposedException>(() => pool.Rent());
        Assert.Contains("'gone'", error.Message, StringComparison.Ordinal);
        Assert.Throws<ObjectDisposedException>(() => pool.Lease());

        pool.Return(ref thing);
        Assert.Equal((4, 1), (policy.Destroyed, same.Ends));
        PoolStatistics end = pool.GetStatistics();
        Assert.Equal((4, 4, 0), (end.Rented, end.Returned, end.ItemsHeld));
        pool.Clear();
    }

    [Fact]
    public void Arrays_with_references_cannot_be_pinned() =>
        Assert.Throws<ArgumentException>(() => new BufferPool<string>(kind: BufferKind.Pinned));

    [Fact]
    public unsafe void A_pinned_array_is_where_it_was_after_a_collection()
    {
        using var pool = new BufferPool<byte>(kind: BufferKind.Pinned);
        byte[] array = pool.Rent(100);
        void* start = Unsafe.AsPointer(ref array[0]);
        Collector.Run();
        Assert.Equal((nint)start, (nint)Unsafe.AsPointer(ref array[0]));
    }

    [Fact]
    public void An_item_whose_policy_asks_for_0_bytes_is_ended()
    {
        var policy = new ThingPolicy();
        using var pool = new ObjectPool<Thing>(policy);
        Thing? thing = pool.Rent();
        thing.Bytes = 0;
        pool.Return(ref thing);
        Assert.Equal((1, 1), (policy.Destroyed, pool.GetStatistics().Drops));
    }

    [Fact]
    public void Without_per_thread_storage_each_thread_gets_what_another_returned()
    {
        using var pool = new BufferPool<byte>(new PoolOptions { KeepsByThread = false });
        byte[]? first = pool.Rent(1 << 20);
        byte[]? array = first;
        for (int i = 0; i < 8; i++)
        {
            OnThread(() => pool.Return(ref array));
            OnThread(() => array = pool.Rent(1 << 20));
            Assert.Same(first, array);
        }

        static void OnThread(Action action)
        {
            var thread = new Thread(() => action());
            thread.Start();
            thread.Join();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference ReturnFilled(BufferPool<object> pool)
    {
        object[]? array = pool.Rent(20);
        var content = new object();
        Array.Fill(array, content);
        pool.Return(ref array);
        return new WeakReference(content);
    }
}
