using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Opening;

namespace Doppel.Benchmarks.FileReading;

/// <summary>Ways to open, read and close files of every length, warm and cold.</summary>
internal sealed class ReadingSuite : ISuite
{
    public string Name => "reading";

    public string Question => "Which calls, flags, blocks, orders and widths read files fastest, warm and cold?";

    public void Verify()
    {
        using var scratch = new ScratchFolder("reading-check");
        foreach (ReadingTree tree in Samples(scratch.Path))
        {
            string folder = Path.Combine(scratch.Path, tree.Name);
            ReadingWay[] ways = Possible(
                folder, [.. ReadingWays.For(tree, isCold: true), .. ReadingWays.For(tree, isCold: false)]);
            (int Files, long Bytes) there = (tree.Files, Directory
                .EnumerateFiles(folder, "*", SearchOption.AllDirectories).Sum(path => new FileInfo(path).Length));
            ReadingTurn[][] turns = ReadingTool.Run(folder, isCold: false, 1, ways);
            foreach ((ReadingWay way, ReadingTurn[] one) in ways.Zip(turns))
            {
                bool reads = !way.Words.StartsWith("noread", StringComparison.Ordinal);
                VerifyException.UnlessEqual(
                    reads ? there : (there.Files, 0), ((int)one[0].Files, one[0].Bytes), way.Name);
            }
        }
    }

    public void Run(SuiteRun run)
    {
        run.Note(
            "A C program of ours (benchmarks/native/reading.c) reads all files of a tree in every way, in turn and in "
            + "one process; each way has a turn in each round, in changing order. `today` is the engine's way: statx "
            + "after openat on the kept handle of the folder, pread in blocks of 128 KiB, close at once, on two "
            + "threads, in the order of folders. Ratios are medians over the rounds, each to `today` in its own "
            + "round, with 99 % intervals; below 1 is better. Nothing is digested, but every cache line that was "
            + "read is looked at. Cold: content has left the page cache, names and inodes are known, as after a "
            + "walk. Waits are voluntary switches; requests are those of the device, by others too.");
        using var scratch = new ScratchFolder("reading");
        Dictionary<(string Tree, bool IsCold), ReadingRow[]> rows = [];
        IReadOnlyList<ReadingTree> trees = ReadingTree.All(run.IsShort);
        foreach (ReadingTree tree in trees)
        {
            string folder = Path.Combine(scratch.Path, tree.Name);
            tree.Make(folder);
            foreach (bool isCold in new[] { false, true })
            {
                rows[(tree.Name, isCold)] = Measure(run, tree, folder, isCold);
            }

            Directory.Delete(folder, recursive: true);
        }

        run.Add(ReadingPlots.Ways("Ways to read, warm", trees, tree => rows[(tree.Name, false)]));
        run.Add(ReadingPlots.Ways("Ways to read, cold", trees, tree => rows[(tree.Name, true)]));
        run.Add(ReadingPlots.Widths(rows[("small", true)]));
        run.Add(ReadingPlots.Blocks(rows[("large", false)]));
    }

    // Few and short files of each kind, for what is only tried.
    private static IEnumerable<ReadingTree> Samples(string scratch)
    {
        foreach (ReadingTree tree in ReadingTree.All(isShort: true))
        {
            ReadingTree sample = tree with
            {
                Files = Math.Min(tree.Files, 120),
                BytesMin = Math.Min(tree.BytesMin, 256 << 10),
                BytesMax = Math.Min(tree.BytesMax, 256 << 10),
            };
            sample.Make(Path.Combine(scratch, sample.Name));
            yield return sample;
        }
    }

    // Where all are, one try tells.
    private static ReadingWay[] Possible(string folder, ReadingWay[] ways) => ReadingTool.Problem(folder, ways) is null
        ? ways
        : [.. ways.Where(way => ReadingTool.Problem(folder, way) is null)];

    private static ReadingRow[] Measure(SuiteRun run, ReadingTree tree, string folder, bool isCold)
    {
        ReadingWay[] wanted = [.. ReadingWays.For(tree, isCold)];
        ReadingWay[] ways = Possible(folder, wanted);
        string state = isCold ? "cold" : "warm";
        int rounds = isCold ? run.Pick(2, 5) : run.Pick(3, 15);
        run.Log($"{tree.Name}, {state}: {ways.Length} ways, {rounds} rounds");
        ReadingTurn[][] turns = ReadingTool.Run(folder, isCold, rounds, ways);
        ReadingRow[] rows = [.. ways.Zip(turns, (way, own) => ReadingRow.Of(way, own, turns[0]))];
        run.Add(ToTable($"{tree.Name}, {state}: {tree.Description}", rows));
        foreach (ReadingWay way in wanted.Except(ways))
        {
            run.Note($"{way.Name}: not possible here.");
        }

        return rows;
    }

    private static ResultTable ToTable(string title, ReadingRow[] rows)
    {
        var table = new ResultTable(
            title, new("way"), new("words"), new("time"), new("to today"), new("99 %, from"), new("to"),
            new("processor time to today"), new("waits"), new("requests"));
        foreach (ReadingRow row in rows)
        {
            table.AddRow(
                row.Way.Name, $"`{row.Way.Words}`", Figures.Time(row.Seconds * 1e9), Figures.Fixed(row.Ratio, 2),
                Figures.Fixed(row.Low, 2), Figures.Fixed(row.High, 2), Figures.Fixed(row.ProcessorRatio, 2),
                Figures.Number(row.Waits), Figures.Number(row.Requests));
        }

        return table;
    }
}
