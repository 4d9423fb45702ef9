using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Pools;

namespace Doppel.Benchmarks.Pools;

/// <summary>The article's operation while another thread of the process keeps the collector busy.</summary>
internal static class NoiseSection
{
    // A sixteenth of what is allocated lives for a while, so that collections have something to copy.
    private const int Survivors = 4096;

    private static volatile bool s_stop;

    public static void Run(SuiteRun run)
    {
        run.Log("beside a thread that allocates");
        s_stop = false;
        var allocator = new Thread(Allocate) { IsBackground = true, Name = "allocator" };
        List<Row> arrays = [];
        List<Row> lists = [];
        allocator.Start();
        try
        {
            using var team = new ThreadTeam(1);
            var heat = new Heat(team, new HeatBudget(run.Pick(12, 15), TimeSpan.FromMilliseconds(run.Pick(20, 60))));
            foreach (int size in run.Pick<int[]>([10, 1_000], [10, 1_000, 50_000]))
            {
                Parameter cell = new("items", size.ToString("#,0", CultureInfo.InvariantCulture));
                arrays.AddRange(heat.Run(Arrays(size)).Select(reading => reading.ToRow(cell)));
                lists.AddRange(heat.Run(Lists(size)).Select(reading => reading.ToRow(cell)));
            }
        }
        finally
        {
            s_stop = true;
            allocator.Join();
        }

        const string Footnote =
            "One thread works, one other allocates 100-byte objects as fast as it can and keeps some of them "
            + "for a while. Collections and pauses are those of the whole process; the allocated bytes are the "
            + "worker's.";
        run.Add(ResultTable.Of("Beside an allocating thread: int[] summed and returned cleared", arrays, Footnote));
        run.Add(ResultTable.Of("Beside an allocating thread: List<int> filled by Add", lists, Footnote));
    }

    private static void Allocate()
    {
        var survivors = new byte[Survivors][];
        for (uint i = 0; !s_stop; i++)
        {
            var garbage = new byte[76];
            if (i % 16 == 0)
            {
                survivors[i / 16 % Survivors] = garbage;
            }
        }
    }

    private static Contender[] Arrays(int size) =>
    [
        ArrayUse.SumLoop(size, threads: 1),
        ArrayWork<ArrayRivals.New>.Summed(size, Role.Rival),
        ArrayWork<ArrayRivals.Shared>.Summed(size, Role.Rival),
        ArrayWork<ArrayRivals.Created>.Summed(size, Role.Rival),
        ArrayWork<ArrayRivals.Doppel>.Summed(size, Role.Ours),
    ];

    private static Contender[] Lists(int size) =>
    [
        ListUse.FillLoop(size, threads: 1),
        ListWork<ListRivals.NewSized<int>>.Filled(size, Role.Rival),
        ListWork<ListRivals.Microsoft<int>>.Filled(size, Role.Rival),
        ListWork<ListRivals.Seed<int>>.Filled(size, Role.Rival),
        ListWork<ListRivals.Doppel<int>>.Filled(size, Role.Ours),
    ];
}
