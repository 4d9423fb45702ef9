using Doppel.Benchmarks.Kernels.Lists;
using Doppel.Pooling;
using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Kernels.Pools;

/// <summary>The sources of lists that are compared.</summary>
internal static class ListRivals
{
    public const string Ours = "ListPool (ours)";

    public const string OursLease = "ListPool lease (ours)";

    /// <summary>Empties what all threads take from, so that each thread begins with lists of its own making.</summary>
    public static void Drain()
    {
        Seed<int>.Drain();
        Microsoft<int>.Drain();
        Doppel<int>.Drain();
    }

    /// <summary>No pool, and no count given: the list grows as it is filled.</summary>
    public readonly struct New<T> : IListRival<T>
    {
        public static string Name => "new List";

        public static List<T> Rent(int count) => [];

        public static void Return(ref List<T>? list) => list = null;

        public static void Drain()
        {
        }
    }

    /// <summary>No pool, with the capacity known before: what the article compared with.</summary>
    public readonly struct NewSized<T> : IListRival<T>
    {
        public static string Name => "new List(count)";

        public static List<T> Rent(int count) => new(count);

        public static void Return(ref List<T>? list) => list = null;

        public static void Drain()
        {
        }
    }

    public readonly struct Seed<T> : IListRival<T>
    {
        public static string Name => "the talk's ListPool";

        public static List<T> Rent(int count) => SeedListPool<T>.Shared.Rent();

        public static void Return(ref List<T>? list) => SeedListPool<T>.Shared.Return(ref list);

        public static void Drain() => SeedListPool<T>.Shared.Drain();
    }

    public readonly struct Microsoft<T> : IListRival<T>
    {
        private static readonly DefaultObjectPool<List<T>> s_pool = new(new ListPolicy<T>());

        public static string Name => "Microsoft.Extensions.ObjectPool";

        public static List<T> Rent(int count) => s_pool.Get();

        public static void Return(ref List<T>? list) => s_pool.Return(list!);

        public static void Drain()
        {
            for (int i = 0; i <= 2 * Environment.ProcessorCount; i++)
            {
                s_pool.Get();
            }
        }
    }

    /// <summary>One field of the thread: as little as a pool of one list for one thread can do.</summary>
    public readonly struct Slot<T> : IListRival<T>
    {
        [ThreadStatic]
        private static List<T>? s_slot;

        public static string Name => "thread-static slot (floor)";

        public static List<T> Rent(int count)
        {
            List<T>? list = s_slot;
            s_slot = null;
            return list ?? [];
        }

        public static void Return(ref List<T>? list)
        {
            list!.Clear();
            s_slot = list;
            list = null;
        }

        public static void Drain()
        {
        }
    }

    public readonly struct Doppel<T> : IListRival<T>
    {
        public static string Name => Ours;

        public static List<T> Rent(int count) => ListPool<T>.Shared.Rent();

        public static void Return(ref List<T>? list) => ListPool<T>.Shared.Return(ref list);

        public static void Drain() => ListPool<T>.Shared.Clear();
    }
}
