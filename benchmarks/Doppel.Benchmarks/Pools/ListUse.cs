using System.Runtime.CompilerServices;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Pools;

/// <summary>What every contender does with a list, by the same code for all.</summary>
internal static class ListUse
{
    /// <summary>How many items a list gets where the way of use is what matters: as many as in the talk.</summary>
    public const int Few = 6;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Fill(List<int> list, int count)
    {
        for (int i = 0; i < count; i++)
        {
            list.Add(i);
        }
    }

    /// <summary>The filling alone, on lists that each thread keeps: what is subtracted from every contender.</summary>
    public static Contender FillLoop(int size, int threads)
    {
        var kept = new Kept<List<int>>(threads, () => new List<int>(size));
        return new Contender("loop alone", Role.Reference, (index, operations) =>
        {
            List<int> list = kept.Next(index);
            for (int i = 0; i < operations; i++)
            {
                Fill(list, size);
                list.Clear();
            }
        });
    }
}
