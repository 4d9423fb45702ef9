using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Finders;

/// <summary>One tree's rows as a table, with the two ratios that count.</summary>
internal static class FinderTable
{
    public static ResultTable Of(string title, IReadOnlyList<FinderRow> rows)
    {
        Row[] times = [.. rows.Select(row => row.Time)];
        double floor = times.Where(row => row.Role == Role.Reference).Min(row => row.CenterNs);
        var table = new ResultTable(
            title, new("program"), new("time"), new("99 %, from"), new("to"), new("to the floor"),
            new("to the best rival"), new("peak memory"))
        {
            Verdict = Judge.Of(times, Machine.Cores),
        };
        foreach (FinderRow row in rows)
        {
            Row time = row.Time;
            table.AddRow(
                time.Role == Role.Ours ? $"**{time.Contestant}**" : time.Contestant,
                Figures.Time(time.CenterNs), Figures.Time(time.LowNs), Figures.Time(time.HighNs),
                Figures.Fixed(time.CenterNs / floor, 2),
                Judge.BestRival(time, times) is { } rival ? Figures.Fixed(time.CenterNs / rival.CenterNs, 2) : "",
                Figures.Bytes(row.PeakBytes));
        }

        return table;
    }
}
