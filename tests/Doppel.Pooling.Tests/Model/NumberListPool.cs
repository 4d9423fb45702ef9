using System.Runtime.InteropServices;

namespace Doppel.Pooling.Tests.Model;

/// <summary><see cref="ListPool{T}"/>: a list is empty when it is rented, and its first number is the stamp.</summary>
internal sealed class NumberListPool : ModelledPool<List<long>>
{
    private readonly ListPool<long> _pool;

    public NumberListPool() => _pool = new ListPool<long>(
        new PoolOptions { BytesMax = 100_000, ItemBytesMax = 4000, Clock = Clock });

    protected override bool IsZeroAtFirst => true;

    internal override PoolStatistics GetStatistics() => _pool.GetStatistics();

    internal override void Clear() => _pool.Clear();

    public override void Dispose() => _pool.Dispose();

    protected override List<long> RentOne(Random random) => _pool.Rent();

    protected override (List<long> Item, IDisposable Lease) LeaseOne(Random random)
    {
        Lease<List<long>> lease = _pool.Lease();
        return (lease.Value, lease);
    }

    protected override void ReturnOne(List<long> item)
    {
        List<long>? returned = item;
        _pool.Return(ref returned);
        Assert.Null(returned);
    }

    protected override ref long StampOf(List<long> item) => ref CollectionsMarshal.AsSpan(item)[0];

    protected override ref long Prepare(List<long> item, Random random)
    {
        Assert.Empty(item);
        CollectionsMarshal.SetCount(item, random.Next(1, random.Next(20) == 0 ? 700 : 70));
        return ref StampOf(item);
    }

    protected override void Write(List<long> item, long mark) => CollectionsMarshal.AsSpan(item)[1..].Fill(mark);

    protected override void Verify(List<long> item, long mark) => Assert.False(
        CollectionsMarshal.AsSpan(item)[1..].ContainsAnyExcept(mark), "Somebody wrote to a list of another.");
}
