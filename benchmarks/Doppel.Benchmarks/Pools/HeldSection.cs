using System.Diagnostics;
using Doppel.Benchmarks.Frame;
using Doppel.Pooling;

namespace Doppel.Benchmarks.Pools;

/// <summary>What pools still hold after a burst of many threads, second by second.</summary>
internal static class HeldSection
{
    private const int Threads = 64;
    private const int Each = 4;
    private const int Length = 64 * 1024;

    public static void Run(SuiteRun run)
    {
        run.Log("a burst, then nothing");
        var options = new PoolOptions { IdleTime = TimeSpan.FromSeconds(1) };
        Lender[] lenders =
        [
            Lenders.SharedArrays(), Lenders.CreatedArrays(), Lenders.Ours(options),
            Lenders.MicrosoftLists(), Lenders.SeedLists(), Lenders.OurLists(options),
        ];
        int seconds = run.Pick(3, 6);
        var table = new ResultTable(
            $"Held after a burst of {Threads} threads with {Each} objects of 256 KiB each",
            [new Column("pool"), new Column("bound"), new Column("out at once"), new Column("held at once"),
                .. Enumerable.Range(1, seconds).Select(s => new Column($"after {s} s"))]);
        using var team = new ThreadTeam(Threads);
        AliveBytes[] alive = [.. lenders.Select(_ => new AliveBytes())];
        List<string>[] cells = [.. lenders.Select(lender => new List<string> { lender.Name, lender.Bound })];
        for (int i = 0; i < lenders.Length; i++)
        {
            Burst.Run(team, Threads, lenders[i], Length, Each, alive[i]);
            cells[i].Add(Figures.Bytes(alive[i].SeenBytes));
            AliveBytes.Collect();
            cells[i].Add(Figures.Bytes(alive[i].Count()));
        }

        long begin = Stopwatch.GetTimestamp();
        for (int second = 1; second <= seconds; second++)
        {
            TimeSpan left = TimeSpan.FromSeconds(second) - Stopwatch.GetElapsedTime(begin);
            Pause.For(left > TimeSpan.Zero ? left : TimeSpan.Zero);
            AliveBytes.Collect();
            for (int i = 0; i < lenders.Length; i++)
            {
                cells[i].Add(Figures.Bytes(alive[i].Count()));
            }
        }

        foreach (List<string> row in cells)
        {
            table.AddRow([.. row]);
        }

        GC.KeepAlive(lenders);
        foreach (Lender lender in lenders)
        {
            lender.Close?.Invoke();
        }

        run.Add(table.AddFootnote(
            "Counted from outside: objects that survive full collections although nobody has them. A full "
            + "collection is made each second, so that pools that wait for one have it. The threads live on. "
            + "Ours was given an idle time of 1 s, by default it is 30 s; how long the others take is in the "
            + "suite `arrays`."));
    }
}
