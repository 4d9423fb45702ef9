using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.S3Tools;

/// <summary>The tables of the page.</summary>
internal static class ToolTables
{
    /// <summary>Returns a table of one job.</summary>
    /// <param name="rows">A row for each program.</param>
    public static ResultTable Of(IReadOnlyList<ToolRow> rows)
    {
        Row[] times = [.. rows.Select(row => row.Time)];
        double ours = times.First(row => row.Role == Role.Ours).CenterNs;
        var table = new ResultTable(
            rows[0].Job, new("program"), new("time"), new("99 %, from"), new("to"), new("to doppel"), new("runs"),
            new("processor time"), new("peak memory"), new("requests"), new("of which"))
        {
            Verdict = Judge.Of(times, Machine.Cores),
        };
        foreach ((ToolRow row, Row time) in rows.Zip(times))
        {
            table.AddRow(
                row.Tool.Role == Role.Ours ? $"**{row.Tool.Name}**" : row.Tool.Name,
                Figures.Time(time.CenterNs), Figures.Time(time.LowNs), Figures.Time(time.HighNs),
                Figures.Fixed(time.CenterNs / ours, 2), row.Runs.Count.ToString(CultureInfo.InvariantCulture),
                Figures.Time(row.CpuNs), Figures.Bytes(row.PeakBytes),
                row.Requests?.Count.ToString("#,0", CultureInfo.InvariantCulture) ?? "",
                row.Requests is null ? "" : AccessLine.Describe(row.Requests));
        }

        return table;
    }
}
