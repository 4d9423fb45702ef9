using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Pools;

namespace Doppel.Benchmarks.Pools;

/// <summary>What is done with the lists of one source. Every loop is compiled for its source alone.</summary>
internal static class ListWork<TRival>
    where TRival : struct, IListRival<int>
{
    /// <summary>Rent, fill by Add, return: the article's operation.</summary>
    public static Contender Filled(int size, Role role) => new(TRival.Name, role, (_, operations) =>
    {
        for (int i = 0; i < operations; i++)
        {
            List<int>? list = TRival.Rent(size);
            ListUse.Fill(list, size);
            TRival.Return(ref list);
        }
    });

    /// <summary>Rents up to four, adds a few items to each, and returns them in the order of their renting.</summary>
    public static Contender Several(int count, Role role) => count switch
    {
        2 => new(TRival.Name, role, (_, operations) => Two(operations)),
        3 => new(TRival.Name, role, (_, operations) => Three(operations)),
        4 => new(TRival.Name, role, (_, operations) => Four(operations)),
        _ => throw new ArgumentOutOfRangeException(nameof(count), count, "From 2 to 4."),
    };

    /// <summary>Even threads rent and hand over through a ring, odd ones take and return.</summary>
    public static Contender HandedOver(Ring<List<int>>[] rings, Role role) =>
        new(TRival.Name, role, (index, operations) =>
        {
            Ring<List<int>> ring = rings[index / 2];
            if (index % 2 == 0)
            {
                for (int i = 0; i < operations; i++)
                {
                    List<int> list = TRival.Rent(ListUse.Few);
                    ListUse.Fill(list, ListUse.Few);
                    ring.Push(list);
                }
            }
            else
            {
                for (int i = 0; i < operations; i++)
                {
                    List<int>? list = ring.Pop();
                    TRival.Return(ref list);
                }
            }
        });

    /// <summary>Throws unless lists come empty, and never the same one twice at a time.</summary>
    public static void Verify(int size)
    {
        for (int pass = 0; pass < 3; pass++)
        {
            List<int>?[] out4 = [TRival.Rent(size), TRival.Rent(size), TRival.Rent(size), TRival.Rent(size)];
            VerifyException.UnlessEqual(4, out4.Distinct(ReferenceEqualityComparer.Instance).Count(), TRival.Name);
            for (int i = 0; i < out4.Length; i++)
            {
                VerifyException.UnlessEqual(0, out4[i]!.Count, TRival.Name);
                ListUse.Fill(out4[i]!, size);
            }

            for (int i = 0; i < out4.Length; i++)
            {
                VerifyException.UnlessEqual((long)size * (size - 1) / 2, out4[i]!.Sum(x => (long)x), TRival.Name);
                TRival.Return(ref out4[i]);
            }
        }
    }

    private static void Two(int operations)
    {
        for (int i = 0; i < operations; i++)
        {
            List<int>? first = TRival.Rent(ListUse.Few);
            List<int>? second = TRival.Rent(ListUse.Few);
            ListUse.Fill(first, ListUse.Few);
            ListUse.Fill(second, ListUse.Few);
            TRival.Return(ref first);
            TRival.Return(ref second);
        }
    }

    private static void Three(int operations)
    {
        for (int i = 0; i < operations; i++)
        {
            List<int>? first = TRival.Rent(ListUse.Few);
            List<int>? second = TRival.Rent(ListUse.Few);
            List<int>? third = TRival.Rent(ListUse.Few);
            ListUse.Fill(first, ListUse.Few);
            ListUse.Fill(second, ListUse.Few);
            ListUse.Fill(third, ListUse.Few);
            TRival.Return(ref first);
            TRival.Return(ref second);
            TRival.Return(ref third);
        }
    }

    private static void Four(int operations)
    {
        for (int i = 0; i < operations; i++)
        {
            List<int>? first = TRival.Rent(ListUse.Few);
            List<int>? second = TRival.Rent(ListUse.Few);
            List<int>? third = TRival.Rent(ListUse.Few);
            List<int>? fourth = TRival.Rent(ListUse.Few);
            ListUse.Fill(first, ListUse.Few);
            ListUse.Fill(second, ListUse.Few);
            ListUse.Fill(third, ListUse.Few);
            ListUse.Fill(fourth, ListUse.Few);
            TRival.Return(ref first);
            TRival.Return(ref second);
            TRival.Return(ref third);
            TRival.Return(ref fourth);
        }
    }
}
