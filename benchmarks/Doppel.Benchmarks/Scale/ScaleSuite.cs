using System.Globalization;
using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Opening;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Scale;

/// <summary>How the cost of a search grows with the number of files.</summary>
internal sealed class ScaleSuite : ISuite
{
    private const double BytesPerFileMax = 48;

    // The rival takes a time that grows with the square of the sizes that it meets.
    private const int RivalFilesMax = 100_000;
    private const string Shape = "tree";
    private const string Files = "files";

    private readonly record struct Cell(string Shape, Action<string, int> Make, int Files)
    {
        public Parameter[] Parameters =>
        [
            new(ScaleSuite.Shape, Shape),
            new(ScaleSuite.Files, Files.ToString("#,0", CultureInfo.InvariantCulture)),
        ];
    }

    public string Name => "scale";

    public string Question => "Do the time and the memory of a search grow in proportion to the files?";

    public void Verify()
    {
        using var scratch = new ScratchFolder("scale-check");
        foreach (Cell cell in Cells(isShort: true).DistinctBy(cell => cell.Shape))
        {
            const int Few = 1_000;
            string root = Path.Combine(scratch.Path, cell.Shape);
            Directory.CreateDirectory(root);
            cell.Make(root, Few);
            VerifyException.UnlessEqual(
                Few, Directory.EnumerateFiles(root, "*", SearchOption.AllDirectories).Count(), cell.Shape);
        }
    }

    public void Run(SuiteRun run)
    {
        using var scratch = new ScratchFolder("scale", isMemory: true);
        Finder[] finders = [Finder.Doppel(), .. Finder.Rivals(scratch.Path).Where(finder => finder.Name == "jdupes")];
        string empty = Directory.CreateDirectory(Path.Combine(scratch.Path, "empty")).FullName;
        Dictionary<string, FinderRun> bases = finders.ToDictionary(
            finder => finder.Name,
            finder => Median([.. Enumerable.Range(0, 9).Select(_ => FinderRun.Of(finder, empty))]));
        List<FinderRow> rows = [];
        foreach (Cell cell in Cells(run.IsShort))
        {
            run.Log($"{cell.Shape}, {cell.Files:#,0} files");
            string root = Directory.CreateDirectory(Path.Combine(scratch.Path, "tree")).FullName;
            cell.Make(root, cell.Files);
            foreach (Finder finder in finders.Where(one => one.Role == Role.Ours || cell.Files <= RivalFilesMax))
            {
                FinderRun[] runs = [.. Enumerable.Range(0, run.Pick(2, 4)).Select(_ => FinderRun.Of(finder, root))];
                rows.Add(FinderRow.Of(finder, cell.Parameters, [.. runs[1..]]));
            }

            Directory.Delete(root, recursive: true);
        }

        run.Add(ToTable(rows, bases));
        FinderRow[] deep = [.. rows.Where(row => row.Time[Shape] == "deep")];
        run.Add(Plot("Time of one file", AxisUnit.Time, deep, row => row.Time.CenterNs / row.Time.Number(Files)));
        run.Add(Plot("Peak memory", AxisUnit.Bytes, deep, row => row.PeakBytes));
    }

    private static IEnumerable<Cell> Cells(bool isShort) =>
    [
        .. (isShort ? [10_000, 100_000] : new[] { 10_000, 100_000, 1_000_000, 3_000_000 })
            .Select(files => new Cell("deep", ScaleTree.Deep, files)),
        new Cell("one folder", ScaleTree.Flat, isShort ? 50_000 : 1_000_000),
        new Cell("one size", ScaleTree.OneSize, isShort ? 20_000 : 200_000),
    ];

    private static FinderRun Median(FinderRun[] runs) => new(
        Kernels.Statistics.Median([.. runs.Select(one => one.Seconds)]), runs.Max(one => one.PeakBytes),
        Kernels.Statistics.Median([.. runs.Select(one => one.CpuSeconds)]));

    private static ResultTable ToTable(List<FinderRow> rows, Dictionary<string, FinderRun> bases)
    {
        var table = new ResultTable(
            "Cost by the number of files", new(Shape), new(Files), new("program"), new("time"), new("time of one file"),
            new("peak memory"), new("over the base", "for each file"), new("within 48 B"))
        {
            Verdict = Judge.Of([.. rows.Select(row => row.Time)], Machine.Cores),
        };
        foreach (FinderRow row in rows)
        {
            double files = row.Time.Number(Files);
            double bytes = (row.PeakBytes - bases[row.Time.Contestant].PeakBytes) / files;
            bool isOurs = row.Time.Role == Role.Ours;
            table.AddRow(
                row.Time[Shape]!, row.Time[Files]!, isOurs ? $"**{row.Time.Contestant}**" : row.Time.Contestant,
                Figures.Time(row.Time.CenterNs), Figures.Time(row.Time.CenterNs / files), Figures.Bytes(row.PeakBytes),
                $"{Figures.Fixed(bytes, 1)} B", isOurs ? Figures.YesNo(bytes <= BytesPerFileMax) : "");
        }

        string based = string.Join(", ", bases.Select(one =>
            $"{one.Key} {Figures.Bytes(one.Value.PeakBytes)} and {Figures.Time(one.Value.Seconds * 1e9)}"));
        return table.AddFootnote(
            "Names of 16 bytes, a hundred files in a folder, in memory (tmpfs). Nine files in ten have a size of their "
            + "own, the tenth has a twin; in the last rows there is one folder, and one size. The base is a search "
            + $"of an empty folder: {based}. jdupes is measured up to {RivalFilesMax:#,0} files.");
    }

    private static LinePlot Plot(string title, AxisUnit unit, FinderRow[] rows, Func<FinderRow, double> value) => new(
        title, [.. rows.GroupBy(row => row.Time.Contestant).Select(finder => new PlotSeries(
            finder.Key, [.. finder.Select(row => new PlotPoint(row.Time.Number(Files), value(row)))])
        {
            IsOurs = finder.First().Time.Role == Role.Ours,
        })])
    {
        XTitle = "files",
        YTitle = title,
        XScale = AxisScale.Log10,
        YScale = unit == AxisUnit.Bytes ? AxisScale.Log2 : AxisScale.Log10,
        YUnit = unit,
    };
}
