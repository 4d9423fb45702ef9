using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Plots;
using Doppel.Benchmarks.S3Memory.Limits;

namespace Doppel.Benchmarks.S3Memory;

/// <summary>The page of the suite.</summary>
internal static class S3MemoryPage
{
    /// <summary>What was done, and where.</summary>
    public static string Setting(MemoryCell cell, MemoryResult any) => $"""
        {cell}, through a service with {Figures.Bytes(MemoryLimit.Bytes)} for itself. Limit: {any.Limit}. S3 server:
        {any.Store}; it and the clients are outside of the limit, on the same machine. "Doppel.S3" is samples/documents;
        the others are a service of the benchmarks with the same addresses and the same settings of Kestrel, all with
        the server collector, which is what a web project gets. Every download was compared with what was sent, and
        every upload that was confirmed was read back from S3, by XXH3-128.
        """;

    /// <summary>What was carried.</summary>
    public static ResultTable Carried(MemoryCell cell, IReadOnlyList<MemoryResult> results)
    {
        var table = new ResultTable(
            "What was carried",
            new Column("contestant"), new Column("uploads done"), new Column("downloads done"), new Column("of each"),
            new Column("time"), new Column("processor"), new Column("whole on S3"), new Column("damaged"),
            new Column("unfinished uploads left"), new Column("what happened"));
        foreach (MemoryResult result in results)
        {
            table.AddRow(
                Name(result.Contestant), Text(result.Outcome.Uploads), Text(result.Outcome.Downloads),
                Text(cell.Uploads), Figures.Time(result.Outcome.Time.TotalNanoseconds),
                Figures.Time(result.Figures.Processor.TotalNanoseconds), Text(result.Stored.Intact),
                Text(result.Stored.Damaged), Text(result.Stored.Unfinished),
                result.End.Length > 0 ? result.End : "all done");
        }

        return table.AddFootnote("""
            One run of each, on a fresh S3 server. Time is from the first request to the last answer, whether good or
            not; processor time is the service's. A form file goes through a temporary file first, so its uploads
            reach S3 after the downloads.
            """);
    }

    /// <summary>What it took.</summary>
    public static ResultTable Memory(IReadOnlyList<MemoryResult> results)
    {
        var table = new ResultTable(
            "Memory of the service",
            new Column("contestant"), new Column("idle"), new Column("peak resident"), new Column("peak of the group"),
            new Column("allocated"), new Column("gen 0"), new Column("gen 1"), new Column("gen 2"),
            new Column("GC pauses in all"), new Column("OutOfMemoryException", "times"));
        foreach (MemoryResult result in results)
        {
            GcCounters collector = result.Figures.Collector;
            table.AddRow(
                Name(result.Contestant), Figures.Bytes(result.Figures.Resident[0].Y),
                Figures.Bytes(result.Figures.PeakResidentBytes),
                result.Figures.PeakGroupBytes is { } peak ? Figures.Bytes(peak) : "",
                Figures.Bytes(collector.AllocatedBytes), Text(collector.Gen0), Text(collector.Gen1),
                Text(collector.Gen2), Figures.Time(collector.PauseTicks * 100.0),
                Text(collector.OutOfMemory));
        }

        return table.AddFootnote("""
            Resident is what the process itself has, code that it shares with others included; idle is after two
            documents, which warm the code up. The peak of the group counts what it alone has, and the file cache that
            it filled, which the kernel takes back when it needs to. .NET gives its heap three quarters of the limit. Of
            a process that was killed these are the last figures that it gave, a tenth of a second before its end. An
            exception counts each time that it is thrown, on its way up again, too.
            """);
    }

    /// <summary>Resident memory over time.</summary>
    public static LinePlot Resident(IReadOnlyList<MemoryResult> results) => new(
        "Resident memory over time",
        [.. results.Select(result => new PlotSeries(result.Contestant.Name, Thinned(result.Figures.Resident))
        {
            IsOurs = result.Contestant.Role == Role.Ours,
        })])
    {
        XTitle = "seconds",
        YTitle = "resident memory of the service",
        YUnit = AxisUnit.Bytes,
    };

    private static IReadOnlyList<PlotPoint> Thinned(IReadOnlyList<PlotPoint> points)
    {
        const int CountMax = 120;
        int step = (points.Count + CountMax - 1) / CountMax;
        return [.. points.Where((_, i) => i % Math.Max(1, step) == 0)];
    }

    private static string Name(MemoryContestant contestant) =>
        contestant.Role == Role.Ours ? $"**{contestant.Name}**" : contestant.Name;

    private static string Text(long number) => number.ToString("#,0", CultureInfo.InvariantCulture);
}
