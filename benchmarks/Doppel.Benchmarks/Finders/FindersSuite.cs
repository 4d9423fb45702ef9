using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Opening;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Finders;

/// <summary>Whole searches by all finders, and the least that any of them has to do.</summary>
/// <param name="isCold">Whether the caches are dropped before each run.</param>
internal sealed class FindersSuite(bool isCold) : ISuite
{
    // By how much a search may take longer than the floor and a search of nothing.
    private const double FloorMax = 1.2;

    private const string Tree = "tree";

    public string Name => isCold ? "finders-cold" : "finders";

    public string Question => isCold
        ? "How long does a whole search take against other finders where nothing is in the caches?"
        : "How long does a whole search take against other finders, and against the least that any must do?";

    private double RivalMax => isCold ? 1.0 / 2 : 1.0 / 3;

    public void Verify()
    {
        using var scratch = new ScratchFolder("finders-check");
        var files = new SearchFiles(Path.Combine(scratch.Path, "files"), 300, seed: 5);
        foreach (SearchTool tool in HeldSearches.Installed)
        {
            VerifyException.UnlessEqual(files.Groups, tool.Search(files.Root, scratch.Path), tool.Name);
        }
    }

    public void Run(SuiteRun run)
    {
        run.Note(
            (isCold
                ? "Before each run the system forgets all content, names and inodes of files. "
                : "Everything is in the page cache. ")
            + "The floor is a C program of ours (benchmarks/native/floor.c): it walks the tree on several threads and "
            + "reads every file whose size occurs twice, once, and compares nothing. Programs run in turn, in an order "
            + "that changes; times are medians with 99 % intervals, memory is the highest peak of all runs.");
        using var scratch = new ScratchFolder("finders");
        string empty = Directory.CreateDirectory(Path.Combine(scratch.Path, "empty")).FullName;
        double start = MedianOf(Rounds([Finder.Doppel()], empty, 15, isWarm: true)[Finder.Own]) * 1e9;
        List<FinderRow> rows = [];
        foreach ((string name, string folder, string what) in Trees(run, scratch.Path))
        {
            run.Log($"{name}: {folder}");
            rows.AddRange(Measure(run, name, folder, scratch.Path));
            run.Add(FinderTable.Of($"{name}: {what}", [.. rows.Where(row => row.Time[Tree] == name)]));
            if (BenchContext.Folders.Count == 0)
            {
                Directory.Delete(folder, recursive: true);
            }
        }

        run.Add(Budgets(rows, start));
        run.Add(ToPlot(rows));
    }

    private IEnumerable<(string Name, string Folder, string What)> Trees(SuiteRun run, string scratch)
    {
        if (BenchContext.Folders.Count > 0)
        {
            return BenchContext.Folders.Select(folder => (folder, folder, "as it is here"));
        }

        return FinderTrees.Names.Select(name =>
        {
            string folder = Path.Combine(scratch, name);
            run.Log($"{name}: made");
            FinderTrees.Make(name, folder, run.IsShort);
            return (name, folder, FinderTrees.Describe(name));
        });
    }

    private IEnumerable<FinderRow> Measure(SuiteRun run, string name, string folder, string scratch)
    {
        Finder[] finders =
        [
            .. (isCold ? [8, 32] : new[] { Machine.Cores }).Select(Finder.Floor),
            Finder.Doppel(),
            .. Finder.Rivals(scratch),
        ];
        Dictionary<string, List<FinderRun>> runs = Rounds(finders, folder, run.Pick(3, isCold ? 5 : 9), !isCold);
        return finders.Select(finder => FinderRow.Of(finder, [new Parameter(Tree, name)], runs[finder.Name]));
    }

    private static Dictionary<string, List<FinderRun>> Rounds(Finder[] finders, string folder, int rounds, bool isWarm)
    {
        Dictionary<string, List<FinderRun>> runs = finders.ToDictionary(one => one.Name, _ => new List<FinderRun>());
        for (int round = isWarm ? -1 : 0; round < rounds; round++)
        {
            foreach (Finder finder in round % 2 == 0 ? finders : finders.Reverse())
            {
                if (!isWarm)
                {
                    PageCache.Drop();
                }

                FinderRun one = FinderRun.Of(finder, folder);
                if (round >= 0)
                {
                    runs[finder.Name].Add(one);
                }
            }
        }

        return runs;
    }

    private ResultTable Budgets(List<FinderRow> rows, double start)
    {
        var table = new ResultTable(
            "What the engine promises", new(Tree), new("allowed by the floor"), new("measured"), new("kept"),
            new("allowed by the fastest rival"), new("fastest rival"), new("also kept"));
        foreach (IGrouping<string, FinderRow> tree in rows.GroupBy(row => row.Time[Tree]!))
        {
            double ours = tree.First(row => row.Time.Role == Role.Ours).Time.CenterNs;
            double allowed = (FloorMax * tree.Where(row => row.Time.Role == Role.Reference)
                .Min(row => row.Time.CenterNs)) + (isCold ? 0 : start);
            Row? rival = tree.Select(row => row.Time).Where(row => row.Role == Role.Rival).MinBy(row => row.CenterNs);
            table.AddRow(
                tree.Key, Figures.Time(allowed), Figures.Time(ours), Figures.YesNo(ours <= allowed),
                rival is null ? "" : Figures.Time(RivalMax * rival.CenterNs), rival?.Contestant ?? "",
                rival is null ? "" : Figures.YesNo(ours <= RivalMax * rival.CenterNs));
        }

        string readers = isCold ? ", with 8 or 32 readers, whichever is faster" : "";
        string share = isCold ? "half" : "a third";
        return table.AddFootnote(
            $"At most {FloorMax} times the floor{readers} plus, warm, the {Figures.Time(start)} that a search of an "
            + $"empty folder takes; and at most {share} of the fastest rival.");
    }

    private static double MedianOf(List<FinderRun> runs) =>
        Kernels.Statistics.Median([.. runs.Select(one => one.Seconds)]);

    private static BarPlot ToPlot(List<FinderRow> rows)
    {
        string[] trees = [.. rows.Select(row => row.Time[Tree]!).Distinct()];
        return new BarPlot("Whole searches", trees, [.. rows.GroupBy(row => row.Time.Contestant).Select(finder =>
            new PlotSeries(finder.Key, [.. finder.Select(row => new PlotPoint(
                Array.IndexOf(trees, row.Time[Tree]), row.Time.CenterNs, row.Time.LowNs, row.Time.HighNs))])
            {
                IsOurs = finder.First().Time.Role == Role.Ours,
            })])
        {
            YTitle = "time of a search",
            YScale = AxisScale.Log10,
            YUnit = AxisUnit.Time,
        };
    }
}
