namespace Doppel.Pooling.Tests.Support;

/// <summary>Short words for what most tests of pools need.</summary>
internal static class Pools
{
    internal const long KiB = 1024;
    internal const long MiB = 1024 * 1024;

    internal static readonly TimeSpan IdleTime = TimeSpan.FromSeconds(30);

    /// <summary>Rents one and returns it.</summary>
    internal static void RentAndReturn<T>(this ObjectPool<T> pool)
        where T : class
    {
        T? item = pool.Rent();
        pool.Return(ref item);
    }

    /// <summary>Rents so many at once, then returns them all.</summary>
    internal static T[] RentAndReturn<T>(this ObjectPool<T> pool, int count)
        where T : class
    {
        T[] items = [.. Enumerable.Range(0, count).Select(_ => pool.Rent())];
        pool.ReturnAll(items);
        return items;
    }

    internal static void ReturnAll<T>(this ObjectPool<T> pool, IEnumerable<T> items)
        where T : class
    {
        foreach (T item in items)
        {
            T? returned = item;
            pool.Return(ref returned);
        }
    }

    /// <summary>Rents so many arrays at once, then returns them all.</summary>
    internal static void RentAndReturn<T>(this BufferPool<T> pool, int count, int length)
    {
        T[]?[] arrays = [.. Enumerable.Range(0, count).Select(_ => pool.Rent(length))];
        for (int i = 0; i < count; i++)
        {
            pool.Return(ref arrays[i]);
        }
    }
}
