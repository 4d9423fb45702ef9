using System.Globalization;
using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Kernels.Pools;

/// <summary>The bare rent and return of one object for Native AOT, in the cells that the JIT has too.</summary>
internal static class PoolSet
{
    /// <summary>Rented and returned by two calls.</summary>
    public const string Calls = "rent, return";

    /// <summary>By a <c>using</c>, which knows what to return.</summary>
    public const string Using = "using";

    public const string List = "List<int>";

    public const string Object = "object";

    public static IReadOnlyList<Kernel> Kernels(bool isShort) =>
        [.. Sizes(isShort).SelectMany(Arrays), .. Lists(), .. Objects()];

    /// <summary>Lengths of the arrays.</summary>
    public static int[] Sizes(bool isShort) => isShort ? [16, 100_000] : [16, 1_000, 100_000, 1_000_000];

    /// <summary>Arrays of one length.</summary>
    public static string Array(int size) => string.Create(CultureInfo.InvariantCulture, $"int[{size:#,0}]");

    /// <summary>A cell.</summary>
    public static Parameter[] Cell(string what, string how) => [new("what", what), new("how", how)];

    private static Kernel[] Arrays(int size) =>
    [
        Array<ArrayRivals.Slot>(size, Role.Reference),
        Array<ArrayRivals.Shared>(size, Role.Rival),
        Array<ArrayRivals.Created>(size, Role.Rival),
        MicrosoftArray(size),
        Array<ArrayRivals.Doppel>(size, Role.Ours),
        new(
            Usings.MemoryPoolName, Role.Rival, Cell(Array(size), Using),
            operations => Usings.MemoryPool(size, operations)),
        new(
            ArrayRivals.OursLease, Role.Ours, Cell(Array(size), Using),
            operations => Usings.BufferLease(size, operations)),
    ];

    private static Kernel Array<TRival>(int size, Role role)
        where TRival : struct, IArrayRival => new(TRival.Name, role, Cell(Array(size), Calls), operations =>
        {
            for (long i = 0; i < operations; i++)
            {
                Pairs.Array<TRival>(size, (int)i);
            }

            return operations;
        });

    // The timer goes from size to size in turns, so each has a pool of its own.
    private static Kernel MicrosoftArray(int size)
    {
        var pool = new DefaultObjectPool<int[]>(new ArrayPolicy(ArrayRivals.Rounded(size)));
        return new Kernel(ArrayRivals.Microsoft.Name, Role.Rival, Cell(Array(size), Calls), operations =>
        {
            for (long i = 0; i < operations; i++)
            {
                Pairs.Array(pool, (int)i);
            }

            return operations;
        });
    }

    private static Kernel[] Lists() =>
    [
        ListOf<ListRivals.Slot<int>>(Role.Reference),
        ListOf<ListRivals.Microsoft<int>>(Role.Rival),
        ListOf<ListRivals.Seed<int>>(Role.Rival),
        ListOf<ListRivals.Doppel<int>>(Role.Ours),
        new(Usings.SeedName, Role.Reference, Cell(List, Using), Usings.SeedList),
        new(ListRivals.OursLease, Role.Ours, Cell(List, Using), Usings.ListLease),
    ];

    private static Kernel ListOf<TRival>(Role role)
        where TRival : struct, IListRival<int> => new(TRival.Name, role, Cell(List, Calls), operations =>
        {
            for (long i = 0; i < operations; i++)
            {
                Pairs.List<TRival>();
            }

            return operations;
        });

    private static Kernel[] Objects() =>
    [
        new(PlainObjects.MicrosoftName, Role.Rival, Cell(Object, Calls), PlainObjects.Microsoft),
        new(PlainObjects.OursName, Role.Ours, Cell(Object, Calls), PlainObjects.Doppel),
    ];

    private sealed class ArrayPolicy(int length) : IPooledObjectPolicy<int[]>
    {
        public int[] Create() => new int[length];

        public bool Return(int[] obj) => true;
    }
}
