using System.Runtime.CompilerServices;

namespace Doppel.Pooling.Tests.Model;

/// <summary>A pool as the walk sees it: any pool, with a place in its items for the owner's stamp.</summary>
internal abstract class ModelledPool<T> : IDisposable
    where T : class
{
    internal ManualClock Clock { get; } = new();

    /// <summary>Whether new items are all zeros.</summary>
    protected virtual bool IsZeroAtFirst => false;

    /// <summary>Takes an item in one of the pool's ways.</summary>
    internal Held<T> Rent(Random random)
    {
        (T item, IDisposable? lease) = random.Next(3) == 0 ? LeaseOne(random) : (RentOne(random), null);
        long stamp = OwnerStamp.Enter(ref Prepare(item, random), IsZeroAtFirst);
        Write(item, ~stamp);
        return new Held<T>(item, lease, stamp);
    }

    /// <summary>Gives an item back the way it was taken.</summary>
    internal void Return(Held<T> held)
    {
        Verify(held.Item, ~held.Stamp);
        OwnerStamp.Leave(ref StampOf(held.Item), held.Stamp);
        if (held.Lease is not { } lease)
        {
            ReturnOne(held.Item);
            return;
        }

        lease.Dispose();
        // By now the item may be another's: a second time must be noticed and must not touch it.
        if (held.Stamp % 7 == 0)
        {
            Assert.Throws<InvalidOperationException>(lease.Dispose);
        }
    }

    internal abstract PoolStatistics GetStatistics();

    internal abstract void Clear();

    public abstract void Dispose();

    /// <summary>What holds while nobody uses the pool.</summary>
    /// <param name="held">What is out.</param>
    internal virtual void VerifyQuiet(IReadOnlyCollection<Held<T>> held)
    {
        PoolStatistics now = GetStatistics();
        Assert.Equal(held.Count, now.Rented - now.Returned);
        Assert.Equal(held.Count, now.Misses - now.Drops - now.Trims - now.ItemsHeld);
        Assert.InRange(now.Hits, 0, long.MaxValue);
        Assert.InRange(now.BytesHeld, 0, now.BytesReserved);
        Assert.InRange(now.BytesReserved, 0, now.BytesMax);
    }

    /// <summary>What holds after everything came back and the pool was disposed.</summary>
    internal virtual void VerifyEnd()
    {
        VerifyQuiet([]);
        PoolStatistics end = GetStatistics();
        Assert.Equal((0, 0, 0), (end.ItemsHeld, end.BytesHeld, end.BytesReserved));
        Assert.Equal(0, Clock.Timers);
    }

    protected abstract T RentOne(Random random);

    protected abstract (T Item, IDisposable Lease) LeaseOne(Random random);

    protected abstract void ReturnOne(T item);

    protected abstract ref long StampOf(T item);

    /// <summary>Makes room for the stamp, and checks what a rented item has to be.</summary>
    protected virtual ref long Prepare(T item, Random random) => ref StampOf(item);

    /// <summary>Writes what <see cref="Verify"/> finds again.</summary>
    protected virtual void Write(T item, long mark)
    {
    }

    protected virtual void Verify(T item, long mark)
    {
    }

    protected static ref long FirstOf(Span<byte> bytes) => ref Unsafe.As<byte, long>(ref bytes[0]);
}
