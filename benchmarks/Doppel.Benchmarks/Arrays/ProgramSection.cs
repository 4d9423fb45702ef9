using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Pools;
using Doppel.Benchmarks.Pools;

namespace Doppel.Benchmarks.Arrays;

/// <summary>The article's program: arrays of 800 Ki to 1 Mi ints, rented, filled and returned.</summary>
internal static class ProgramSection
{
    private const int Seed = 20;
    private const int Lengths = 500;

    /// <summary>Lengths as the article draws them, all of them this time, and the same in every run.</summary>
    public static int[] RandomLengths()
    {
        var random = new Random(Seed);
        return [.. Enumerable.Range(0, Lengths).Select(_ => random.Next(800 * 1024, 1024 * 1024))];
    }

    public static void Run(SuiteRun run)
    {
        run.Log("the article's program");
        int[] lengths = RandomLengths();
        using var team = new ThreadTeam(1);
        var heat = new Heat(team, new HeatBudget(run.Pick(15, 41), TimeSpan.FromMilliseconds(run.Pick(12, 60))));
        List<Row> gross = [];
        List<Row> net = [];
        foreach (bool isCleared in new[] { false, true })
        {
            Contender[] contenders = [ArrayUse.FillLoop(lengths, threads: 1), .. Contenders(lengths, isCleared)];
            Heat.WarmUp(contenders);
            Reading[] readings = heat.Run(contenders);
            Parameter cell = new("returned", isCleared ? "cleared" : "as it is");
            gross.AddRange(readings.Select(reading => reading.ToRow(cell)));
            net.AddRange(readings.Skip(1).Select(reading => reading.Without(readings[0]).ToRow(cell)));
        }

        run.Add(PivotTable.Of(
            "Arrays of 800 Ki to 1 Mi ints: rent and return alone, the filling subtracted", net).AddFootnote(
            $"{Lengths} lengths drawn once ({Seed.ToString(CultureInfo.InvariantCulture)} is the seed), used in "
            + "turns by all; one thread. The filling of all elements was measured alone on kept memory in the "
            + "same rounds."));
        run.Add(ResultTable.Of("Arrays of 800 Ki to 1 Mi ints: the whole operation",
            [.. gross.Select(row => row.Role == Role.Ours ? row with { Role = Role.Reference } : row), .. Published()],
            "The published run took 17,545 ms for 10,000 rents of a pool, cleared, with 4,130,800 B allocated, "
            + "and 26,870 ms for 30,000 new arrays, of which 20,000 had no elements; its second figure, "
            + "37,354,100,896 B, is short by the bytes allocated before it began. The published line of `new` is "
            + "therefore for each of the 10,000 that had elements."));
    }

    private static Contender[] Contenders(int[] lengths, bool isCleared) =>
    [
        ArrayWork<ArrayRivals.NewExact>.Filled(lengths, isCleared, Role.Rival),
        ArrayWork<ArrayRivals.New>.Filled(lengths, isCleared, Role.Rival),
        ArrayWork<ArrayRivals.Shared>.Filled(lengths, isCleared, Role.Rival),
        ArrayWork<ArrayRivals.Created>.Filled(lengths, isCleared, Role.Rival),
        ArrayWork<ArrayRivals.Doppel>.Filled(lengths, isCleared, Role.Ours),
    ];

    private static Row[] Published() =>
    [
        Row(ArrayRivals.Shared.Name, 17_545, 4_130_800),
        Row(ArrayRivals.NewExact.Name, 26_870, 37_354_100_896),
    ];

    private static Row Row(string contestant, double ms, double bytes) => new()
    {
        Contestant = contestant,
        Role = Role.Published,
        Parameters = [new("returned", "cleared")],
        Runtime = Machine.Runtime,
        CenterNs = ms * 1e6 / 10_000,
        AllocatedBytes = bytes / 10_000,
    };
}
