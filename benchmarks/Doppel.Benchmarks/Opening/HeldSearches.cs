using System.Diagnostics;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Opening;

/// <summary>Whole searches by every program, without a scanner and under one.</summary>
internal sealed class HeldSearches(SearchFiles files, string mount, string workFolder)
{
    private static readonly string s_noHold = new ScannerKind(0, 1).HoldText;

    private readonly List<(Row Row, double Opens)> _results = [];

    /// <summary>The programs of <see cref="SearchTool.All"/> that are here.</summary>
    public static IReadOnlyList<SearchTool> Installed { get; } =
        [.. SearchTool.All.Where(tool => tool.Program is not null)];

    /// <summary>The programs that are not, as a sentence; nothing where none is missing.</summary>
    public static string Missing => string.Join(", ", SearchTool.All.Except(Installed).Select(tool => tool.Name)) is
    { Length: > 0 } names
        ? $"Not installed here, so not measured: {names}."
        : "";

    /// <summary>Lets every program search once, so that all comes from the page cache.</summary>
    public void Warm()
    {
        foreach (SearchTool tool in Installed)
        {
            VerifyException.UnlessEqual(files.Groups, tool.Search(mount, workFolder), tool.Name);
        }
    }

    /// <summary>Lets every program search under one kind of scanner.</summary>
    public void Measure(ScannerKind kind, int rounds)
    {
        using AccessScanner? scanner = kind.Start(mount);
        foreach (SearchTool tool in Installed)
        {
            double[] samples = new double[rounds];
            long opens = scanner?.Opens ?? 0;
            for (int round = 0; round < rounds; round++)
            {
                long start = Stopwatch.GetTimestamp();
                string groups = tool.Search(mount, workFolder);
                samples[round] = Stopwatch.GetElapsedTime(start).TotalNanoseconds;
                VerifyException.UnlessEqual(files.Groups, groups, tool.Name);
            }

            double opensEach = (double)((scanner?.Opens ?? 0) - opens) / rounds;
            _results.Add((ToRow(tool, kind, samples), opensEach));
        }
    }

    public BarPlot ToPlot()
    {
        string[] cells = [.. _results.Select(result => CellOf(result.Row)).Distinct()];
        return new BarPlot("Whole searches under a scanner", cells, [.. Installed.Select(tool => new PlotSeries(
            tool.Name,
            [.. _results.Where(result => result.Row.Contestant == tool.Name).Select(result => new PlotPoint(
                Array.IndexOf(cells, CellOf(result.Row)), result.Row.CenterNs))])
        {
            IsOurs = tool.Role == Role.Ours,
        })])
        {
            YTitle = "time of a search",
            YScale = AxisScale.Log10,
            YUnit = AxisUnit.Time,
        };
    }

    public ResultTable ToTable()
    {
        Row[] rows = [.. _results.Select(result => result.Row)];
        var table = new ResultTable(
            $"Whole searches of {files.Count:#,0} files under a scanner",
            new("scanner holds each opening"), new("held at once"), new("program"), new("time"), new("openings"),
            new("openings", "per file of equal size"), new("longer than without"), new("to the best rival"))
        {
            // Where nothing is held a tree this small tells how long a program takes to start.
            Verdict = Judge.Of(
                [.. rows.Where(row => !IsWithout(row) && row[ScannerKind.Hold] != s_noHold)], Machine.Cores),
        };
        foreach ((Row row, double opens) in _results)
        {
            double without = rows.First(other => other.Contestant == row.Contestant).CenterNs;
            table.AddRow(
                row[ScannerKind.Hold]!, row[ScannerKind.AtOnce]!,
                row.Role == Role.Ours ? $"**{row.Contestant}**" : row.Contestant, Figures.Time(row.CenterNs),
                IsWithout(row) ? "" : Figures.Number(opens),
                IsWithout(row) ? "" : Figures.Fixed(opens / files.FilesOfEqualSize, 2),
                IsWithout(row) ? "" : Figures.Time(row.CenterNs - without),
                Judge.BestRival(row, rows) is { } rival ? Figures.Fixed(row.CenterNs / rival.CenterNs, 2) : "");
        }

        return table;
    }

    private static string CellOf(Row row) =>
        IsWithout(row) ? ScannerKind.None.HoldText : $"{row[ScannerKind.Hold]} × {row[ScannerKind.AtOnce]}";

    private static bool IsWithout(Row row) => row[ScannerKind.Hold] == ScannerKind.None.HoldText;

    private static Row ToRow(SearchTool tool, ScannerKind kind, double[] samples)
    {
        (double low, double high) = Statistics.MedianInterval(samples);
        double median = Statistics.Median(samples);
        return new Row
        {
            Contestant = tool.Name,
            Role = tool.Role,
            Parameters = kind.Parameters,
            CenterNs = median,
            LowNs = low,
            HighNs = high,
            MedianNs = median,
        };
    }
}
