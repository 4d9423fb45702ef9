using System.Runtime.CompilerServices;
using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Kernels.Pools;

/// <summary>
/// One rent and one return in a method of its own, as programs have them. In a bare loop the compiler finds the
/// thread's data once for all turns, which flatters every pool that keeps some there.
/// </summary>
internal static class Pairs
{
    /// <summary>An array that is touched once.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void Array<TRival>(int size, int value)
        where TRival : struct, IArrayRival
    {
        int[]? array = TRival.Rent(size);
        array[0] = value;
        TRival.Return(ref array);
    }

    /// <summary>The same from a pool of objects.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void Array(ObjectPool<int[]> pool, int value)
    {
        int[] array = pool.Get();
        array[0] = value;
        pool.Return(array);
    }

    /// <summary>An empty list.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void List<TRival>()
        where TRival : struct, IListRival<int>
    {
        List<int>? list = TRival.Rent(0);
        TRival.Return(ref list);
    }
}
