using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Opening;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Comparing;

/// <summary>Where comparing turns into hashing.</summary>
internal sealed class ComparingSuite : ISuite
{
    private const int KiB = 1 << 10;
    private const int MiB = 1 << 20;

    // Beyond these a cell takes too long for what it adds.
    private const long SlowBytesMax = 160L * MiB;
    private const long AllPlacesBytesMax = 640L * MiB;
    private const long BytesMax = 2560L * MiB;

    private static readonly int[] s_windowBytes = [256 * KiB, 512 * KiB, 1 * MiB, 2 * MiB, 4 * MiB, 8 * MiB];
    private static readonly int[] s_endBytes = [0, 4 * KiB, 16 * KiB, 64 * KiB];

    public string Name => "comparing";

    public string Question =>
        "From how many files of a size on is hashing each faster than comparing them pairwise or side by side?";

    public void Verify()
    {
        using var scratch = new ScratchFolder("comparing-check", isMemory: true);
        foreach (int groupSize in new[] { 2, 9, 150 })
        {
            using var files = new ContentFiles(
                Path.Combine(scratch.Path, "files"), groupSize, groupSize < 100 ? 200 * KiB : 20 * KiB, groups: 2);
            foreach (ContentCell cell in ContentCell.Of(groupSize, files.FileBytes))
            {
                files.Set(cell);
                IEnumerable<Comparison> ways =
                    [.. Ways.All, .. s_endBytes.Select(Ways.WithEnds), .. s_windowBytes.Select(Ways.InWindows)];
                foreach (Comparison way in ways.Where(way => way.Takes(cell, groups: 2)))
                {
                    way.Run(files);
                    way.Check(files, cell);
                }
            }
        }
    }

    public void Run(SuiteRun run)
    {
        run.Note(
            "Groups of files of one size that differ at one place or nowhere, in memory (tmpfs), all in the page "
            + "cache, on one thread unless it is said. Times are of one file, medians of rounds in turn. Pairwise, "
            + "lockstep and digests are small programs of this suite that know what to compare and open each file "
            + "below its open folder; the engine is a whole search that also lists the folders and looks at every "
            + "copy once more before it reports. It is measured as it is, hashing all, and comparing all. Blocks are "
            + "128 KiB after a first of 4 KiB; files of up to 64 KiB are read at once. Lockstep of more than 128 "
            + "files goes in turns of 128.");
        using var scratch = new ScratchFolder("comparing", isMemory: true);
        var runner = new CellRunner(run, scratch.Path);
        Warm(scratch.Path);
        AddWays(run, runner);
        AddWindows(run, runner);
        AddEnds(run, runner);
        AddThreads(run, runner);
    }

    // The JIT compiles in steps, and the cells that come first would pay for all of them.
    private static void Warm(string folder)
    {
        const int Runs = 20;
        foreach (int fileBytes in new[] { 16 * KiB, 256 * KiB })
        {
            using var files = new ContentFiles(Path.Combine(folder, "files"), groupSize: 9, fileBytes, groups: 1);
            foreach (Comparison way in Ways.All)
            {
                for (int i = 0; i < Runs; i++)
                {
                    way.Run(files);
                    way.Found(files);
                }
            }
        }
    }

    private static void AddWays(SuiteRun run, CellRunner runner)
    {
        List<CellRow> all = [];
        foreach (int fileBytes in run.Pick<int[]>([16 * KiB, 256 * KiB], [16 * KiB, 256 * KiB, 4 * MiB, 64 * MiB]))
        {
            List<CellRow> rows = [];
            foreach (int groupSize in run.Pick<int[]>([2, 8, 32, 128], [2, 4, 8, 16, 32, 128, 1_000, 10_000]))
            {
                long bytes = (long)groupSize * fileBytes;
                if (bytes <= BytesMax)
                {
                    rows.AddRange(runner.Measure([.. CellsOf(run, groupSize, fileBytes)], WaysFor));
                }
            }

            all.AddRange(rows);
            string size = Figures.Bytes(fileBytes);
            run.Add(CellTables.Times($"Time of one file of {size}", rows).AddFootnote(
                "An empty cell is not possible (the engine opens at most 128 files together), would take longer than "
                + "half a second, or is a digest that takes the same time as in the rows above. Up to 8 files of more "
                + "than 64 KiB the engine does what it does when it compares all, so what the two differ by is "
                + "chance."));
            run.Add(CellTables.Counts($"Openings and reads of one file of {size}", rows).AddFootnote(
                "How often a file is opened and how often its content is read, on average; what opens and reads each "
                + "file once everywhere is left out."));
        }

        run.Add(CellTables.Ratios(
            "The engine: time of lockstep, 1 being that of hashing", all, Ways.EngineLockstep, Ways.EngineHashing));
        run.Add(CellTables.Ratios(
            "Small programs: time of lockstep, 1 being that of XXH3-128", all, Ways.Lockstep, Ways.OwnHashing));
        CellRow[] shown = [.. all.Where(row => row.Cell.FileBytes == 256 * KiB)];
        run.Add(Plot("256 KiB, all equal", shown, DifferencePlace.Nowhere));
        run.Add(Plot("256 KiB, all different from the first byte on", shown, DifferencePlace.Start));
        run.Add(Plot("256 KiB, all different in the last byte only", shown, DifferencePlace.End));
    }

    private static IEnumerable<ContentCell> CellsOf(SuiteRun run, int groupSize, int fileBytes) =>
        ContentCell.Of(groupSize, fileBytes).Where(cell => cell.GroupBytes > AllPlacesBytesMax
            ? cell.Place == DifferencePlace.Nowhere || IsDifferent(cell, DifferencePlace.Start)
            : !run.IsShort
                || (cell.Place != DifferencePlace.Middle && (cell.Contents == 1 || IsDifferent(cell, cell.Place))));

    private static bool IsDifferent(ContentCell cell, DifferencePlace place) =>
        cell.Place == place && cell.Contents == cell.GroupSize;

    private static IEnumerable<Comparison> WaysFor(ContentCell cell, long bytes) =>
        bytes <= SlowBytesMax && (cell.Place == DifferencePlace.Nowhere || IsDifferent(cell, DifferencePlace.Start))
            ? Ways.All
            : Ways.Main;

    private static void AddWindows(SuiteRun run, CellRunner runner)
    {
        List<CellRow> rows = [];
        foreach (int groupSize in run.Pick<int[]>([8, 32, 128], [2, 4, 8, 16, 32, 128]))
        {
            rows.AddRange(runner.Measure(
                [new ContentCell(groupSize, MiB, DifferencePlace.Nowhere, 1)],
                (_, _) =>
                [
                    .. s_windowBytes.Select(Ways.InWindows),
                    Ways.Main.Single(way => way.Name == Ways.OwnHashing),
                ]));
        }

        run.Add(CellTables.Times("Lockstep by how much is held at a time: time of one file", rows).AddFootnote(
            "The blocks of all files of a group together, none above 128 KiB nor below 4 KiB. The engine holds up to "
            + "8 MiB. Beside it what hashing takes."));
    }

    private static void AddEnds(SuiteRun run, CellRunner runner)
    {
        List<CellRow> rows = [];
        foreach (int groupSize in new[] { 2, 32 })
        {
            foreach (int fileBytes in run.Pick<int[]>(
                [128 * KiB, 1 * MiB], [80 * KiB, 128 * KiB, 256 * KiB, 1 * MiB, 4 * MiB]))
            {
                ContentCell[] cells =
                [
                    .. ContentCell.Of(groupSize, fileBytes).Where(
                        cell => cell.Contents == 1 || IsDifferent(cell, cell.Place)),
                ];
                rows.AddRange(runner.Measure(cells, (_, _) => s_endBytes.Select(Ways.WithEnds)));
            }
        }

        run.Add(CellTables.Times("Time of one file by how much of either end is read first", rows)
            .AddFootnote(
                "The engine as it is, which reads 4 KiB of either end first, with more and with nothing. Of two files "
                + "the ends are a part of lockstep; of 32 the first look costs an opening of its own, and what is "
                + "alike then is hashed."));
        run.Add(CellTables.Counts("Openings and reads of one file by how much of either end is read first", rows));
    }

    private static void AddThreads(SuiteRun run, CellRunner runner)
    {
        List<CellRow> rows = [];
        foreach ((int groupSize, int fileBytes) in run.Pick<(int, int)[]>(
            [(8, 4 * MiB)], [(8, 4 * MiB), (32, 4 * MiB), (2, 64 * MiB), (4, 64 * MiB), (8, 64 * MiB)]))
        {
            rows.AddRange(runner.Measure(
                [new ContentCell(groupSize, fileBytes, DifferencePlace.Nowhere, 1)],
                (_, _) => Ways.OfEngine(Machine.Cores)));
        }

        run.Add(CellTables.Times($"The engine with {Machine.Cores} threads: time of one file", rows)
            .AddFootnote(
                "One thread compares a group, any thread hashes a file. So where one large group is all there is, or "
                + "is what is left at the end, lockstep has one thread and hashing has all."));
    }

    private static LinePlot Plot(string title, CellRow[] rows, DifferencePlace place) => new(title, PlotSeries.Over(
        ContentCell.GroupColumn, rows.Where(row => row.Cell.Place == place
            && (row.Cell.Contents == row.Cell.GroupSize || place == DifferencePlace.Nowhere)).Select(row => row.Time)))
    {
        XTitle = "files of one size",
        YTitle = "time of one file",
        XScale = AxisScale.Log10,
        YScale = AxisScale.Log10,
        YUnit = AxisUnit.Time,
    };
}
