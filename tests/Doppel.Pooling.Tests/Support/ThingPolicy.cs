using System.Collections.Concurrent;

namespace Doppel.Pooling.Tests.Support;

/// <summary>Makes things and remembers them, so that each can be asked for at the end.</summary>
internal sealed class ThingPolicy : PoolPolicy<Thing>
{
    internal const int BytesOfNew = 100;

    private readonly ConcurrentQueue<Thing> _made = [];
    private int _destroyed;
    private int _foreign;

    /// <summary>Everything that was made, in no order.</summary>
    internal IReadOnlyCollection<Thing> Made => _made;

    /// <summary>Calls of <see cref="Destroy"/>.</summary>
    internal int Destroyed => Volatile.Read(ref _destroyed);

    /// <summary>Things of other policies that this one was asked to clean or to destroy.</summary>
    internal int Foreign => Volatile.Read(ref _foreign);

    /// <summary>Bytes of what was made and not destroyed: what is out and what is idle.</summary>
    internal long BytesAlive => _made.Where(static thing => thing.Ends == 0).Sum(static thing => (long)thing.Bytes);

    public override Thing Create()
    {
        var thing = new Thing(this);
        _made.Enqueue(thing);
        return thing;
    }

    public override long Reset(Thing item)
    {
        Check(item);
        return item.Bytes;
    }

    public override void Destroy(Thing item)
    {
        Check(item);
        item.End();
        Interlocked.Increment(ref _destroyed);
    }

    private void Check(Thing item)
    {
        if (!ReferenceEquals(item.Maker, this))
        {
            Interlocked.Increment(ref _foreign);
        }
    }
}
