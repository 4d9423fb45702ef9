using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Opening;

namespace Doppel.Benchmarks.Catalog;

/// <summary>What the catalog costs the first search, and what it saves the second.</summary>
internal sealed class CatalogSuite : ISuite
{
    private const int MillionFiles = 1_000_000;
    private const string Installed = "/usr";

    public string Name => "catalog";

    public string Question => "What does it cost to remember what was read, and what does the next search save?";

    public void Verify()
    {
        using var scratch = new ScratchFolder("catalog-check");
        string folder = Path.Combine(scratch.Path, "files");
        const int Few = 500;
        MillionTree.Make(folder, Few);
        CatalogCounts counts = new CatalogWays(scratch.Path).Count(folder);
        VerifyException.UnlessEqual(counts.Without.Groups, counts.First.Groups, CatalogWays.First);
        VerifyException.UnlessEqual(counts.Without.Groups, counts.Second.Groups, CatalogWays.Second);
        // More are opened where the file system is none that the catalog believes: then DOPPEL_TEST_DIR names another.
        VerifyException.UnlessEqual(0, counts.Second.Opened, $"{CatalogWays.Second} in {scratch.Path}, opened files,");
    }

    public void Run(SuiteRun run)
    {
        run.Note(
            "Everything is in the page cache, and catalog and trees are on a disk. The first search has no catalog "
            + "yet; an earlier one is removed before each run, outside of the time. The second search has the full "
            + "catalog of an unchanged tree. The floor is a C program of ours (benchmarks/native/floor.c) that only "
            + "lists the tree, with as many threads as there are cores, and drops the sizes that occur once. All run "
            + "in turn, in an order that changes; times are medians with 99 % intervals, memory is the highest peak of "
            + "all runs. The first search opens files more than once where it reads them in steps.");
        run.Note(RivalMemory.Note);
        using var scratch = new ScratchFolder("catalog");
        var ways = new CatalogWays(scratch.Path);
        CatalogRow start = MeasureStart(run, ways, scratch.Path);
        List<CatalogRow> rows = [];
        foreach (string tree in FinderTrees.Names)
        {
            string folder = Path.Combine(scratch.Path, tree);
            run.Log($"{tree}: made");
            FinderTrees.Make(tree, folder, run.IsShort);
            rows.Add(Measure(run, ways, tree, folder, FinderTrees.Describe(tree), scratch.Path));
            if (run.IsShort && tree == "small")
            {
                run.Add(new InterruptedSearch(scratch.Path).Measure(tree, folder, 3));
            }

            Directory.Delete(folder, recursive: true);
            run.Keep();
        }

        rows.Add(Measure(run, ways, Installed, Installed, "as it is here", scratch: null));
        run.Add(CatalogTables.Promises(rows, start));
        run.Add(CatalogTables.Plot(rows));
        run.Keep();
        if (!run.IsShort)
        {
            MeasureMillion(run, ways, scratch.Path);
        }
    }

    private static CatalogRow MeasureStart(SuiteRun run, CatalogWays ways, string scratch)
    {
        string empty = Directory.CreateDirectory(Path.Combine(scratch, "empty")).FullName;
        return new CatalogRow("empty", ways.Measure(ways.All, empty, run.Pick(5, 31)));
    }

    private static CatalogRow Measure(
        SuiteRun run, CatalogWays ways, string tree, string folder, string what, string? scratch)
    {
        run.Log($"{tree}: {folder}");
        CatalogCounts counts = ways.Count(folder);
        Dictionary<string, List<FinderRun>> runs = ways.Measure(ways.All, folder, run.Pick(3, 21));
        if (scratch is not null)
        {
            run.Log($"{tree}: rivals");
            // Last, because the attributes that they write change the times of the files.
            foreach ((string way, List<FinderRun> ofRival) in RivalMemory.Measure(folder, scratch, run.Pick(1, 3)))
            {
                runs.Add(way, ofRival);
            }
        }

        var row = new CatalogRow(tree, runs);
        run.Add(CatalogTables.Searches(what, row, counts));
        return row;
    }

    private static void MeasureMillion(SuiteRun run, CatalogWays ways, string scratch)
    {
        const string Tree = "a million files";
        string folder = Path.Combine(scratch, "million");
        run.Log($"{Tree}: made");
        MillionTree.Make(folder, MillionFiles);
        CatalogCounts counts = ways.Count(folder);
        run.Log($"{Tree}: {folder}");
        var row = new CatalogRow(Tree, ways.Measure(ways.All, folder, 3));
        run.Add(CatalogTables.Searches("of 1 to 4 KiB, three in ten of them copies, in a thousand folders", row, counts)
            .AddFootnote($"The catalog takes {Figures.Bytes(ways.CountBytes())} on the disk afterwards."));
        run.Keep();
        run.Log($"{Tree}: killed searches");
        run.Add(new InterruptedSearch(scratch).Measure(Tree, folder, 3));
    }
}
