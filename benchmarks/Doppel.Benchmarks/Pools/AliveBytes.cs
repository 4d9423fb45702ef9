using System.Runtime.CompilerServices;

namespace Doppel.Benchmarks.Pools;

/// <summary>
/// Counts what a pool holds from outside: every object that it ever gave is watched by a weak reference, and those
/// that survive a full collection while nobody has rented them are held by the pool. Thread-safe.
/// </summary>
internal sealed class AliveBytes
{
    private static readonly object s_mark = new();

    private readonly ConditionalWeakTable<object, object> _known = [];
    private readonly List<(WeakReference Item, long Bytes)> _seen = [];
    private readonly Lock _lock = new();

    /// <summary>Bytes of all objects that were ever seen.</summary>
    public long SeenBytes { get; private set; }

    /// <summary>Watches an object from now on. Returns false if it was seen before.</summary>
    public bool See(object item, long bytes)
    {
        lock (_lock)
        {
            if (!_known.TryAdd(item, s_mark))
            {
                return false;
            }

            _seen.Add((new WeakReference(item), bytes));
            SeenBytes += bytes;
            return true;
        }
    }

    /// <summary>Bytes of all objects that are still alive.</summary>
    public long Count()
    {
        lock (_lock)
        {
            _seen.RemoveAll(seen => !seen.Item.IsAlive);
            return _seen.Sum(seen => seen.Bytes);
        }
    }

    /// <summary>
    /// A full collection, then what pools do on the occasion of one, then another: so the pools had their chance
    /// and what they let go is gone.
    /// </summary>
    public static void Collect()
    {
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true);
        GC.WaitForPendingFinalizers();
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true);
    }
}
