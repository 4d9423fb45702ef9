using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Plots;
using Doppel.Benchmarks.Upload.Measuring;
using Doppel.Benchmarks.Upload.Relays;

namespace Doppel.Benchmarks.Upload;

/// <summary>The page of the suite.</summary>
internal static class UploadTables
{
    /// <summary>Time and what the collector saw.</summary>
    public static ResultTable Times(IReadOnlyList<Row> rows) => ResultTable.Of(
        "Passing one file on", rows, UploadTexts.Times);

    /// <summary>Resident memory, temporary files and processor time.</summary>
    public static ResultTable Memory(IReadOnlyList<CellResult> results)
    {
        var table = new ResultTable(
            "Memory of the server in the middle",
            new Column("file"), new Column("at once"), new Column("contestant"), new Column("idle"), new Column("peak"),
            new Column("after the run"), new Column("after full collections"), new Column("pool says it holds"),
            new Column("to temporary files", "per upload"), new Column("processor", "ms per upload"));
        foreach (CellResult result in results)
        {
            table.AddRow(
                result.Cell.Size, Text(result.Cell.AtOnce), Name(result.Entry),
                Figures.Bytes(result.Idle.ResidentBytes), Figures.Bytes(result.After.PeakBytes),
                Figures.Bytes(result.After.ResidentBytes), Figures.Bytes(result.Collected.ResidentBytes),
                result.Collected.PoolBytes is { } held ? Figures.Bytes(held) : "",
                Figures.Bytes((result.After.FileWriteBytes - result.Idle.FileWriteBytes) / (double)result.Uploads),
                Figures.Number(result.ProcessorMs));
        }

        return table.AddFootnote(UploadTexts.Memory);
    }

    /// <summary>Connections and threads.</summary>
    public static ResultTable Connections(IReadOnlyList<ConnectionResult> results)
    {
        var table = new ResultTable(
            "Connections and threads of the server in the middle",
            new Column("contestant"), new Column("uploads"), new Column("threads of the pool"),
            new Column("connections open"), new Column("in TIME_WAIT"),
            new Column("open after full collections"), new Column("in TIME_WAIT after them"));
        foreach (ConnectionResult result in results)
        {
            table.AddRow(
                Name(result.Entry), Text(result.Uploads), Text(result.After.Threads),
                Text(result.After.OpenSockets), Text(result.After.WaitingSockets),
                Text(result.Collected.OpenSockets), Text(result.Collected.WaitingSockets));
        }

        return table.AddFootnote(UploadTexts.Connections);
    }

    /// <summary>The peak of resident memory in every cell.</summary>
    public static BarPlot PeakBars(IReadOnlyList<CellResult> results)
    {
        UploadCell[] cells = [.. results.Select(result => result.Cell).Distinct()];
        return new BarPlot(
            "Peak memory by cell",
            [.. cells.Select(cell => $"{cell.Size} × {Text(cell.AtOnce)}")],
            [.. results.GroupBy(result => result.Entry).Select(one => new PlotSeries(
                one.Key.Name,
                [.. one.Select(result => new PlotPoint(Array.IndexOf(cells, result.Cell), result.After.PeakBytes))])
            {
                IsOurs = one.Key.Role == Role.Ours,
            })])
        {
            YTitle = "peak resident memory of the server in the middle",
            YScale = AxisScale.Log2,
            YUnit = AxisUnit.Bytes,
        };
    }

    /// <summary>The peak of resident memory over the number of clients, for one length.</summary>
    public static LinePlot PeakPlot(UploadCell cell, IReadOnlyList<CellResult> results) => new(
        $"Peak memory over uploads at once, files of {cell.Size}",
        [.. results.Where(result => result.Cell.Bytes == cell.Bytes).GroupBy(result => result.Entry).Select(one =>
            new PlotSeries(
                one.Key.Name,
                [.. one.Select(result => new PlotPoint(result.Cell.AtOnce, result.After.PeakBytes)).OrderBy(p => p.X)])
            {
                IsOurs = one.Key.Role == Role.Ours,
            })])
    {
        XTitle = "uploads at once",
        YTitle = "peak resident memory of the server in the middle",
        XScale = AxisScale.Log2,
        YScale = AxisScale.Log2,
        YUnit = AxisUnit.Bytes,
    };

    /// <summary>What failing targets and leaving clients left.</summary>
    public static ResultTable Failures(IReadOnlyList<FailureResult> results)
    {
        var table = new ResultTable(
            "Failing targets and leaving clients",
            new Column("contestant"), new Column("failures of each kind"), new Column("refused, but confirmed"),
            new Column("reset, but confirmed"), new Column("rented"), new Column("returned"), new Column("missing"),
            new Column("held beyond idle"), new Column("pool says it holds"));
        foreach (FailureResult result in results)
        {
            table.AddRow(
                Name(result.Entry), Text(result.Uploads), Text(result.RefusedConfirmed), Text(result.ResetConfirmed),
                Text(result.Counters.Rented), Text(result.Counters.Returned),
                Text(result.Counters.Rented - result.Counters.Returned),
                Figures.Bytes(Math.Max(0, result.Counters.HeldBytes - result.Idle.HeldBytes)),
                result.Counters.PoolBytes is { } held ? Figures.Bytes(held) : "");
        }

        return table.AddFootnote(UploadTexts.Failures);
    }

    /// <summary>What a single read does.</summary>
    public static ResultTable ShortReads(IReadOnlyList<ShortReadResult> results)
    {
        var table = new ResultTable(
            "Files that come in pieces",
            new Column("contestant"), new Column("uploads"), new Column("confirmed"),
            new Column("arrived with the right length"), new Column("arrived intact"),
            new Column("arrived though the client left half-way"));
        foreach (ShortReadResult result in results)
        {
            table.AddRow(
                Name(result.Entry), Text(result.Uploads), Text(result.Confirmed), Text(result.Arrived),
                Text(result.Intact), Text(result.HalvesArrived));
        }

        return table.AddFootnote(UploadTexts.ShortReads);
    }

    private static string Name(RelayEntry entry) => entry.Role switch
    {
        Role.Ours => $"**{entry.Name}**",
        Role.Reference => $"({entry.Name})",
        Role.Rival or Role.Published or _ => entry.Name,
    };

    private static string Text(long number) => number.ToString("#,0", CultureInfo.InvariantCulture);
}
