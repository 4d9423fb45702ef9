using System.Runtime.CompilerServices;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Pools;

/// <summary>What every contender does with an array, by the same code for all.</summary>
internal static class ArrayUse
{
    /// <summary>Where results go, so that no loop is left out.</summary>
    public static int Sink;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Sum(int[] array, int count)
    {
        int sum = 0;
        foreach (int value in array.AsSpan(0, count))
        {
            sum += value;
        }

        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Fill(int[] array, int count, int value)
    {
        Span<int> span = array.AsSpan(0, count);
        for (int i = 0; i < span.Length; i++)
        {
            span[i] = value;
        }
    }

    /// <summary>The sum alone, on arrays that each thread keeps: what is subtracted from every contender.</summary>
    public static Contender SumLoop(int size, int threads)
    {
        var kept = new Kept<int[]>(threads, () => new int[size]);
        return new Contender("loop alone", Role.Reference, (index, operations) =>
        {
            int sum = 0;
            int[] array = kept.Next(index);
            for (int i = 0; i < operations; i++)
            {
                sum += Sum(array, size);
            }

            Sink = sum;
        });
    }

    /// <summary>The filling alone, on arrays that each thread keeps.</summary>
    public static Contender FillLoop(int[] sizes, int threads)
    {
        var kept = new Kept<int[]>(threads, () => new int[sizes.Max()]);
        return new Contender("loop alone", Role.Reference, (index, operations) =>
        {
            int[] array = kept.Next(index);
            for (int i = 0; i < operations; i++)
            {
                Fill(array, sizes[i % sizes.Length], i);
            }
        });
    }
}
