namespace Doppel.Pooling.Tests;

/// <summary>Bounds of pools: what they are by themselves, and what is refused.</summary>
public sealed class OptionsTests
{
    [Fact]
    public void Everything_is_bounded_by_default()
    {
        var options = new PoolOptions();
        Assert.Equal(32 * Pools.MiB * Environment.ProcessorCount, options.BytesMax);
        Assert.Equal(options.BytesMax / 8, options.ItemBytesMax);
        Assert.Equal(TimeSpan.FromSeconds(30), options.IdleTime);
        Assert.Same(TimeProvider.System, options.Clock);
        Assert.Equal(PoolChecks.None, options.Checks);
        using var pool = new ListPool<int>();
        Assert.Equal(options.BytesMax, pool.GetStatistics().BytesMax);
        Assert.Equal(1 << 30, new PoolOptions { BytesMax = 1L << 40 }.ItemBytesMax);
    }

    [Theory]
    [InlineData(nameof(PoolOptions.BytesMax), 4095, "4096")]
    [InlineData(nameof(PoolOptions.BytesMax), -1, "4096")]
    [InlineData(nameof(PoolOptions.ItemBytesMax), -1, "1")]
    [InlineData(nameof(PoolOptions.ItemBytesMax), (1L << 30) + 1, "1073741824")]
    [InlineData(nameof(PoolOptions.IdleTime), 49, "00:00:00.05")]
    [InlineData(nameof(PoolOptions.IdleTime), 86_400_001, "1.00:00:00")]
    public void An_option_out_of_its_range_is_refused_by_name_and_bound(string option, long value, string bound)
    {
        PoolOptions options = option switch
        {
            nameof(PoolOptions.BytesMax) => new() { BytesMax = value },
            nameof(PoolOptions.ItemBytesMax) => new() { ItemBytesMax = value },
            _ => new() { IdleTime = TimeSpan.FromMilliseconds(value) },
        };
        Action[] makers =
        [
            () => new ListPool<int>(options).Dispose(),
            () => new ObjectPool<Thing>(new ThingPolicy(), options).Dispose(),
            () => new BufferPool<byte>(options).Dispose(),
            () => new NativeBufferPool(options).Dispose(),
            () => new StringBuilderPool(options).Dispose(),
        ];
        Assert.All(makers, make =>
        {
            var error = Assert.Throws<ArgumentOutOfRangeException>(make);
            Assert.Equal(option, error.ParamName);
            Assert.Contains(bound, error.Message, StringComparison.Ordinal);
        });
    }

    [Fact]
    public void A_pool_without_policy_clock_or_name_is_refused()
    {
        Assert.Throws<ArgumentNullException>(() => new ObjectPool<Thing>(null!));
        Assert.Throws<ArgumentNullException>(() => new ListPool<int>(new PoolOptions { Clock = null! }));
        Assert.Throws<ArgumentNullException>(() => new ListPool<int>(new PoolOptions { Name = null! }));
    }

    [Fact]
    public void A_pool_that_refused_its_options_is_collected_like_any_other()
    {
        // There is a finalizer, and what it would give back was never taken: it must not end the process.
        var bad = new PoolOptions { BytesMax = 1 };
        for (int i = 0; i < 20; i++)
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => new BufferPool<byte>(bad));
            Assert.Throws<ArgumentException>(() => new BufferPool<string>(kind: BufferKind.Pinned));
            Assert.Throws<ArgumentNullException>(() => new ObjectPool<Thing>(null!));
        }

        Collector.Run();
        using var pool = new BufferPool<byte>();
        Assert.Equal(16, pool.Rent(1).Length);
    }

    [Fact]
    public void A_pool_without_a_name_is_called_by_what_it_lends()
    {
        Assert.Equal("List<Int32>", PoolOptions.Valid(null, typeof(List<int>)).Name);
        Assert.Equal("Dictionary<String, Byte[]>", PoolOptions.Valid(null, typeof(Dictionary<string, byte[]>)).Name);
        Assert.Equal("mine", PoolOptions.Valid(new PoolOptions { Name = "mine" }, typeof(List<int>)).Name);
    }

    [Fact]
    public void The_smallest_pool_works()
    {
        using var pool = new BufferPool<byte>(new PoolOptions { BytesMax = PoolOptions.BytesMin, ItemBytesMax = 4096 });
        pool.RentAndReturn(10, 1000);
        pool.RentAndReturn(10, 5000);
        PoolStatistics statistics = pool.GetStatistics();
        Assert.InRange(statistics.ItemsHeld, 3, 4);
        Assert.InRange(statistics.BytesReserved, 3000, 4096);
    }
}
