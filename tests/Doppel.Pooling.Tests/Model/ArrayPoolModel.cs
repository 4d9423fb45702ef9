using System.Runtime.InteropServices;

namespace Doppel.Pooling.Tests.Model;

/// <summary><see cref="BufferPool{T}"/> on one of its heaps, with lengths of many size classes.</summary>
internal sealed class ArrayPoolModel : ModelledPool<long[]>
{
    private readonly BufferPool<long> _pool;

    internal ArrayPoolModel(BufferKind kind) => _pool = new BufferPool<long>(
        new PoolOptions { BytesMax = Pools.MiB, ItemBytesMax = 100_000, Clock = Clock }, kind);

    internal override PoolStatistics GetStatistics() => _pool.GetStatistics();

    internal override void Clear() => _pool.Clear();

    public override void Dispose() => _pool.Dispose();

    protected override long[] RentOne(Random random)
    {
        int length = LengthOf(random);
        long[] array = _pool.Rent(length);
        Assert.InRange(array.Length, Math.Max(16, length), Math.Max(16, 2 * length));
        return array;
    }

    protected override (long[] Item, IDisposable Lease) LeaseOne(Random random)
    {
        BufferLease<long> lease = _pool.Lease(LengthOf(random));
        Assert.True(MemoryMarshal.TryGetArray<long>(lease.Memory, out ArraySegment<long> segment));
        return (segment.Array!, lease);
    }

    protected override void ReturnOne(long[] item)
    {
        long[]? returned = item;
        _pool.Return(ref returned);
        Assert.Null(returned);
    }

    protected override ref long StampOf(long[] item) => ref item[0];

    // The far end, too, without touching all between.
    protected override void Write(long[] item, long mark) => item[1] = item[^1] = mark;

    protected override void Verify(long[] item, long mark) => Assert.Equal((mark, mark), (item[1], item[^1]));

    private static int LengthOf(Random random) => random.Next(1, random.Next(10) switch
    {
        0 => 20_000,
        < 4 => 2000,
        _ => 100,
    });
}
