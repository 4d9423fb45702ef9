using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Pools;
using Doppel.Pooling;

namespace Doppel.Benchmarks.Arrays;

/// <summary>How often a rented array is one that was rented before, for like and for mixed lengths.</summary>
internal static class HitSection
{
    private const int Seed = 4;
    private const int OutAtOnce = 8;

    public static void Run(SuiteRun run)
    {
        run.Log("hit rates");
        int rents = run.Pick(1_500, 6_000);
        (string Name, Func<Random, int> Length)[] mixes =
        [
            ("all 100,000", _ => 100_000),
            ("65,537 to 131,072: one power of two", random => random.Next(65_537, 131_073)),
            ("100 to 1,000,000, each magnitude as often", random => (int)Math.Pow(10, 2 + (4 * random.NextDouble()))),
            ("1,048,577 to 2,097,152: above Create's longest", random => random.Next(1_048_577, 2_097_153)),
        ];
        var table = new ResultTable(
            "Hit rate by the mix of lengths",
            [new Column("pool"), .. mixes.Select(m => new Column(m.Name))]);
        foreach (Func<Lender> create in Pools())
        {
            string name = "";
            string[] rates = [.. mixes.Select(mix =>
            {
                // A pool of its own for each mix, but for the one that there is only once.
                Lender lender = create();
                name = lender.Name.Replace(", 30 s", "", StringComparison.Ordinal);
                string rate = Rate(lender, mix.Length, rents);
                lender.Close?.Invoke();
                return rate;
            })];
            table.AddRow([name, .. rates]);
        }

        run.Add(table.AddFootnote(
            $"{rents:#,0} rents on one thread with {OutAtOnce} arrays out at a time, the longest out is "
            + "returned. A hit is an array that the pool gave before. An array of 2^21 ints is larger than an "
            + "eighth of the bound that ours has by default on few cores, so it is not kept unless the bound is "
            + "raised."));
    }

    private static Func<Lender>[] Pools() =>
    [
        Lenders.SharedArrays,
        Lenders.CreatedArrays,
        () => Lenders.CreatedArrays(2048 * 1024, 10),
        () => Lenders.Ours(new PoolOptions()),
        () => Lenders.Ours(new PoolOptions { BytesMax = 512L << 20 }) with
        {
            Name = "BufferPool (ours), BytesMax 512 MiB",
        },
    ];

    private static string Rate(Lender lender, Func<Random, int> length, int rents)
    {
        var random = new Random(Seed);
        var seen = new AliveBytes();
        Queue<object> rented = [];
        int hits = 0;
        for (int i = 0; i < rents; i++)
        {
            object array = lender.Rent(length(random));
            hits += seen.See(array, lender.Bytes(array)) ? 0 : 1;
            rented.Enqueue(array);
            if (rented.Count == OutAtOnce)
            {
                lender.Return(rented.Dequeue());
            }
        }

        foreach (object array in rented)
        {
            lender.Return(array);
        }

        return Figures.Fixed(100.0 * hits / rents, 1) + " %";
    }
}
