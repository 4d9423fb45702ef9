using System.Buffers;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels.Lists;
using Doppel.Pooling;
using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Pools;

/// <summary>The pools whose held memory is watched, each with objects of one size.</summary>
internal static class Lenders
{
    public static Lender SharedArrays() =>
        Arrays("ArrayPool.Shared", "per size: 32 arrays for each core, 1 for each thread", ArrayPool<int>.Shared);

    /// <summary>With the default bounds: 2^20 elements, 50 arrays for each size.</summary>
    public static Lender CreatedArrays() =>
        Arrays("ArrayPool.Create()", "per size: 50 arrays, and those of the next size", ArrayPool<int>.Create());

    public static Lender CreatedArrays(int lengthMax, int countMax) => Arrays(
        $"ArrayPool.Create({lengthMax:#,0}, {countMax})", $"per size: {countMax} arrays, and those of the next size",
        ArrayPool<int>.Create(lengthMax, countMax));

    public static Lender NewArrays() => new(
        "new", "holds nothing", length => Touched(new int[length]), BytesOfArray, _ => { });

    public static Lender Ours(PoolOptions options)
    {
        var pool = new BufferPool<int>(options);
        return new Lender(
            Named("BufferPool (ours)", options), Bound(options), length => Touched(pool.Rent(length)),
            BytesOfArray, item =>
            {
                int[]? array = (int[])item;
                pool.Return(ref array);
            })
        { Close = pool.Dispose };
    }

    public static Lender MicrosoftLists()
    {
        var pool = new DefaultObjectPool<List<int>>(new ListPolicy<int>());
        return new Lender("Microsoft.Extensions.ObjectPool", $"{2 * Machine.Cores} objects",
            count => Filled(pool.Get(), count), BytesOfList, item => pool.Return((List<int>)item));
    }

    public static Lender SeedLists()
    {
        var pool = new SeedListPool<int>();
        return new Lender("the talk's ListPool", $"{SeedListPool<int>.CountMax} lists, 1 for each thread",
            count => Filled(pool.Rent(), count), BytesOfList, item =>
            {
                List<int>? list = (List<int>)item;
                pool.Return(ref list);
            });
    }

    public static Lender OurLists(PoolOptions options)
    {
        var pool = new ListPool<int>(options);
        return new Lender(Named("ListPool (ours)", options), Bound(options),
            count => Filled(pool.Rent(), count), BytesOfList, item =>
            {
                List<int>? list = (List<int>)item;
                pool.Return(ref list);
            })
        { Close = pool.Dispose };
    }

    private static string Named(string name, PoolOptions options) => $"{name}, {options.IdleTime.TotalSeconds:0} s";

    private static string Bound(PoolOptions options) => $"{Figures.Bytes(options.BytesMax)} in all";

    private static Lender Arrays(string name, string bound, ArrayPool<int> pool) => new(
        name, bound, length => Touched(pool.Rent(length)), BytesOfArray, item => pool.Return((int[])item));

    // An array that nobody wrote to has no memory behind it yet.
    private static int[] Touched(int[] array)
    {
        array.AsSpan().Fill(1);
        return array;
    }

    private static List<int> Filled(List<int> list, int count)
    {
        ListUse.Fill(list, count);
        return list;
    }

    private static long BytesOfArray(object item) => ((int[])item).Length * (long)sizeof(int);

    private static long BytesOfList(object item) => ((List<int>)item).Capacity * (long)sizeof(int);
}
