using System.Buffers;
using System.Numerics;
using Doppel.Pooling;
using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Kernels.Pools;

/// <summary>The sources of arrays that are compared.</summary>
internal static class ArrayRivals
{
    public const string Ours = "BufferPool (ours)";

    public const string OursLease = "BufferPool lease (ours)";

    /// <summary>The length that every pool here gives for a request: the next power of two, from 16.</summary>
    public static int Rounded(int length) => Math.Max(16, (int)BitOperations.RoundUpToPowerOf2((uint)length));

    /// <summary>
    /// No pool. The length is rounded like that of the pools, so that all clear the same number of elements.
    /// </summary>
    public readonly struct New : IArrayRival
    {
        public static string Name => "new";

        public static int[] Rent(int length) => new int[Rounded(length)];

        public static void Return(ref int[]? array) => array = null;

        public static void ReturnCleared(ref int[]? array) => array = null;
    }

    /// <summary>No pool, and no more elements than asked for: what a program would write.</summary>
    public readonly struct NewExact : IArrayRival
    {
        public static string Name => "new, exact length";

        public static int[] Rent(int length) => new int[length];

        public static void Return(ref int[]? array) => array = null;

        public static void ReturnCleared(ref int[]? array) => array = null;
    }

    /// <summary>One array for everybody and at any time: what handing over costs without a pool.</summary>
    public readonly struct Kept : IArrayRival
    {
        private static readonly int[] s_array = new int[1024];

        public static string Name => "loop alone";

        public static int[] Rent(int length) => s_array;

        public static void Return(ref int[]? array) => array = null;

        public static void ReturnCleared(ref int[]? array) => array = null;
    }

    public readonly struct Shared : IArrayRival
    {
        public static string Name => "ArrayPool.Shared";

        public static int[] Rent(int length) => ArrayPool<int>.Shared.Rent(length);

        public static void Return(ref int[]? array) => ArrayPool<int>.Shared.Return(array!);

        public static void ReturnCleared(ref int[]? array) => ArrayPool<int>.Shared.Return(array!, clearArray: true);
    }

    public readonly struct Created : IArrayRival
    {
        private static readonly ArrayPool<int> s_pool = ArrayPool<int>.Create();

        public static string Name => "ArrayPool.Create()";

        public static int[] Rent(int length) => s_pool.Rent(length);

        public static void Return(ref int[]? array) => s_pool.Return(array!);

        public static void ReturnCleared(ref int[]? array) => s_pool.Return(array!, clearArray: true);
    }

    /// <summary>
    /// Knows one length only, so the cells of one length after another each begin with <see cref="SetLength"/>.
    /// </summary>
    public readonly struct Microsoft : IArrayRival
    {
        private static int s_length;
        private static readonly DefaultObjectPool<int[]> s_pool = new(new Policy());

        public static string Name => "Microsoft.Extensions.ObjectPool";

        public static void SetLength(int length)
        {
            s_length = Rounded(length);
            while (s_pool.Get().Length != s_length)
            {
                // Arrays of another length are taken out until a new one is made.
            }
        }

        public static int[] Rent(int length) => s_pool.Get();

        public static void Return(ref int[]? array) => s_pool.Return(array!);

        public static void ReturnCleared(ref int[]? array)
        {
            Array.Clear(array!);
            s_pool.Return(array!);
        }

        private sealed class Policy : IPooledObjectPolicy<int[]>
        {
            public int[] Create() => new int[s_length];

            public bool Return(int[] obj) => true;
        }
    }

    /// <summary>One field of the thread: as little as a pool of one array for one thread can do.</summary>
    public readonly struct Slot : IArrayRival
    {
        [ThreadStatic]
        private static int[]? s_slot;

        public static string Name => "thread-static slot (floor)";

        public static int[] Rent(int length)
        {
            int[]? array = s_slot;
            s_slot = null;
            return array is not null && array.Length >= length ? array : new int[Rounded(length)];
        }

        public static void Return(ref int[]? array)
        {
            s_slot = array;
            array = null;
        }

        public static void ReturnCleared(ref int[]? array)
        {
            Array.Clear(array!);
            Return(ref array);
        }
    }

    public readonly struct Doppel : IArrayRival
    {
        public static string Name => Ours;

        public static int[] Rent(int length) => BufferPool<int>.Shared.Rent(length);

        public static void Return(ref int[]? array) => BufferPool<int>.Shared.Return(ref array);

        public static void ReturnCleared(ref int[]? array) => BufferPool<int>.Shared.ReturnCleared(ref array);
    }
}
