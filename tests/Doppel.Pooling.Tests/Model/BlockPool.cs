using System.Collections.Concurrent;

namespace Doppel.Pooling.Tests.Model;

/// <summary><see cref="NativeBufferPool"/>: no block is freed while it is out, and every block in the end.</summary>
internal sealed class BlockPool : ModelledPool<NativeBuffer<byte>>
{
    private readonly ConcurrentDictionary<NativeBuffer<byte>, bool> _seen = [];
    private readonly NativeBufferPool _pool;

    public BlockPool() => _pool = new NativeBufferPool(
        new PoolOptions { BytesMax = Pools.MiB, ItemBytesMax = 100_000, Clock = Clock });

    internal override PoolStatistics GetStatistics() => _pool.GetStatistics();

    internal override void Clear() => _pool.Clear();

    public override void Dispose() => _pool.Dispose();

    internal override void VerifyQuiet(IReadOnlyCollection<Held<NativeBuffer<byte>>> held)
    {
        base.VerifyQuiet(held);
        PoolStatistics now = GetStatistics();
        long inPool = _seen.Keys.Where(static block => block.Length != 0).Sum(static block => (long)block.Length)
            - held.Sum(static one => (long)one.Item.Length);
        Assert.Equal(inPool, now.BytesHeld);
        Assert.Equal(now.Misses, _seen.Count);
    }

    internal override void VerifyEnd()
    {
        base.VerifyEnd();
        Assert.All(_seen.Keys, static block => Assert.Equal(0, block.Length));
    }

    protected override NativeBuffer<byte> RentOne(Random random) => _pool.Rent(BytesOf(random));

    protected override (NativeBuffer<byte> Item, IDisposable Lease) LeaseOne(Random random)
    {
        Lease<NativeBuffer<byte>> lease = _pool.Lease(BytesOf(random));
        return (lease.Value, lease);
    }

    protected override void ReturnOne(NativeBuffer<byte> item)
    {
        NativeBuffer<byte>? returned = item;
        _pool.Return(ref returned);
        Assert.Null(returned);
    }

    protected override ref long StampOf(NativeBuffer<byte> item) => ref FirstOf(item.Span);

    protected override ref long Prepare(NativeBuffer<byte> item, Random random)
    {
        _seen.TryAdd(item, true);
        return ref StampOf(item);
    }

    protected override void Write(NativeBuffer<byte> item, long mark)
    {
        item.Span.Slice(8, 100).Fill((byte)mark);
        item.Span[^100..].Fill((byte)mark);
    }

    protected override void Verify(NativeBuffer<byte> item, long mark)
    {
        Assert.False(item.Span.Slice(8, 100).ContainsAnyExcept((byte)mark), "Somebody wrote to a block of another.");
        Assert.False(item.Span[^100..].ContainsAnyExcept((byte)mark), "Somebody wrote to a block of another.");
    }

    private static int BytesOf(Random random) => random.Next(1, random.Next(10) == 0 ? 200_000 : 20_000);
}
