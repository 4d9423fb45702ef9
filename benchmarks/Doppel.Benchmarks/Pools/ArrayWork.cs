using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Pools;

namespace Doppel.Benchmarks.Pools;

/// <summary>What is done with the arrays of one source. Every loop is compiled for its source alone.</summary>
internal static class ArrayWork<TRival>
    where TRival : struct, IArrayRival
{
    /// <summary>Rent, sum, return cleared: the article's operation.</summary>
    public static Contender Summed(int size, Role role) => new(TRival.Name, role, (_, operations) =>
    {
        int sum = 0;
        for (int i = 0; i < operations; i++)
        {
            int[]? array = TRival.Rent(size);
            sum += ArrayUse.Sum(array, size);
            TRival.ReturnCleared(ref array);
        }

        ArrayUse.Sink = sum;
    });

    /// <summary>Rent, touch, return; nothing else.</summary>
    public static Contender Bare(int size, Role role) => new(TRival.Name, role, (_, operations) =>
    {
        for (int i = 0; i < operations; i++)
        {
            Pairs.Array<TRival>(size, i);
        }
    });

    /// <summary>Rents up to four before the first is returned; they go back in the order of their renting.</summary>
    public static Contender Several(int size, int count, Role role) => count switch
    {
        1 => Bare(size, role),
        2 => new(TRival.Name, role, (_, operations) => Two(size, operations)),
        3 => new(TRival.Name, role, (_, operations) => Three(size, operations)),
        4 => new(TRival.Name, role, (_, operations) => Four(size, operations)),
        _ => throw new ArgumentOutOfRangeException(nameof(count), count, "From 1 to 4."),
    };

    /// <summary>Even threads rent and hand over through a ring, odd ones take and return.</summary>
    public static Contender HandedOver(int size, Ring<int[]>[] rings, Role role) =>
        new(TRival.Name, role, (index, operations) =>
        {
            Ring<int[]> ring = rings[index / 2];
            if (index % 2 == 0)
            {
                for (int i = 0; i < operations; i++)
                {
                    int[] array = TRival.Rent(size);
                    array[0] = i;
                    ring.Push(array);
                }
            }
            else
            {
                for (int i = 0; i < operations; i++)
                {
                    int[]? array = ring.Pop();
                    array[0]++;
                    TRival.Return(ref array);
                }
            }
        });

    /// <summary>Rents, fills all elements and returns: the program of the third article, cleared or not.</summary>
    public static Contender Filled(int[] sizes, bool isCleared, Role role) => new(TRival.Name, role, (_, operations) =>
    {
        for (int i = 0; i < operations; i++)
        {
            int size = sizes[i % sizes.Length];
            int[]? array = TRival.Rent(size);
            ArrayUse.Fill(array, size, i);
            if (isCleared)
            {
                TRival.ReturnCleared(ref array);
            }
            else
            {
                TRival.Return(ref array);
            }
        }
    });

    /// <summary>
    /// Throws unless the source gives enough, never the same array twice at a time, and cleared where asked.
    /// </summary>
    public static void Verify(int size)
    {
        for (int pass = 0; pass < 3; pass++)
        {
            int[]?[] out4 = [TRival.Rent(size), TRival.Rent(size), TRival.Rent(size), TRival.Rent(size)];
            int distinct = out4.Distinct(ReferenceEqualityComparer.Instance).Count();
            VerifyException.UnlessEqual(4, distinct, TRival.Name);
            for (int i = 0; i < out4.Length; i++)
            {
                VerifyException.Unless(out4[i]!.Length >= size, $"{TRival.Name} gives at least {size}");
                ArrayUse.Fill(out4[i]!, size, i + 1);
            }

            for (int i = 0; i < out4.Length; i++)
            {
                VerifyException.UnlessEqual((i + 1) * size, ArrayUse.Sum(out4[i]!, size), TRival.Name);
                TRival.ReturnCleared(ref out4[i]);
            }

            int[]? again = TRival.Rent(size);
            VerifyException.UnlessEqual(0, ArrayUse.Sum(again, again.Length), TRival.Name + " after clearing");
            TRival.ReturnCleared(ref again);
        }
    }

    private static void Two(int size, int operations)
    {
        for (int i = 0; i < operations; i++)
        {
            int[]? first = TRival.Rent(size);
            int[]? second = TRival.Rent(size);
            first[0] = second[0] = i;
            TRival.Return(ref first);
            TRival.Return(ref second);
        }
    }

    private static void Three(int size, int operations)
    {
        for (int i = 0; i < operations; i++)
        {
            int[]? first = TRival.Rent(size);
            int[]? second = TRival.Rent(size);
            int[]? third = TRival.Rent(size);
            first[0] = second[0] = third[0] = i;
            TRival.Return(ref first);
            TRival.Return(ref second);
            TRival.Return(ref third);
        }
    }

    private static void Four(int size, int operations)
    {
        for (int i = 0; i < operations; i++)
        {
            int[]? first = TRival.Rent(size);
            int[]? second = TRival.Rent(size);
            int[]? third = TRival.Rent(size);
            int[]? fourth = TRival.Rent(size);
            first[0] = second[0] = third[0] = fourth[0] = i;
            TRival.Return(ref first);
            TRival.Return(ref second);
            TRival.Return(ref third);
            TRival.Return(ref fourth);
        }
    }
}
