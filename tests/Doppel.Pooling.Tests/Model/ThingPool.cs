namespace Doppel.Pooling.Tests.Model;

/// <summary><see cref="ObjectPool{T}"/> with items whose size changes at each rent.</summary>
internal sealed class ThingPool : ModelledPool<Thing>
{
    private readonly ThingPolicy _policy = new();
    private readonly ObjectPool<Thing> _pool;

    public ThingPool() => _pool = new ObjectPool<Thing>(
        _policy, new PoolOptions { BytesMax = 30_000, ItemBytesMax = 5000, Clock = Clock });

    protected override bool IsZeroAtFirst => true;

    internal override PoolStatistics GetStatistics() => _pool.GetStatistics();

    internal override void Clear() => _pool.Clear();

    public override void Dispose() => _pool.Dispose();

    internal override void VerifyQuiet(IReadOnlyCollection<Held<Thing>> held)
    {
        base.VerifyQuiet(held);
        PoolStatistics now = GetStatistics();
        Assert.Equal(now.Misses, _policy.Made.Count);
        Assert.Equal(now.Drops + now.Trims, _policy.Destroyed);
        Assert.All(_policy.Made, static thing => Assert.InRange(thing.Ends, 0, 1));
        Assert.All(held, static one => Assert.Equal(0, one.Item.Ends));
        long idle = _policy.BytesAlive - held.Sum(static one => (long)one.Item.Bytes);
        Assert.InRange(idle, 0, now.BytesHeld);
    }

    internal override void VerifyEnd()
    {
        base.VerifyEnd();
        Assert.All(_policy.Made, static thing => Assert.Equal(1, thing.Ends));
        Assert.Equal(0, _policy.Foreign);
    }

    protected override Thing RentOne(Random random) => _pool.Rent();

    protected override (Thing Item, IDisposable Lease) LeaseOne(Random random)
    {
        Lease<Thing> lease = _pool.Lease();
        return (lease.Value, lease);
    }

    protected override void ReturnOne(Thing item)
    {
        Thing? returned = item;
        _pool.Return(ref returned);
        Assert.Null(returned);
    }

    protected override ref long StampOf(Thing item) => ref item.Stamp;

    protected override ref long Prepare(Thing item, Random random)
    {
        Assert.Equal(0, item.Ends);
        // Now and then one is too large to be kept.
        item.Bytes = random.Next(1, random.Next(20) == 0 ? 9000 : 900);
        return ref item.Stamp;
    }
}
