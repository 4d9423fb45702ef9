using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Pools;

/// <summary>
/// Measured rows with a line for each cell and a column for each contestant, judged like any other table.
/// </summary>
internal static class PivotTable
{
    public static ResultTable Of(string title, IReadOnlyList<Row> rows)
    {
        string[] parameters = [.. rows.SelectMany(row => row.Parameters).Select(p => p.Name).Distinct()];
        string[] contestants = [.. rows.Select(row => row.Contestant).Distinct()];
        var table = new ResultTable(title, [
            .. parameters.Select(name => new Column(name)),
            .. contestants.Select(name => new Column(name)),
            new Column("ours to the best rival")])
        {
            Verdict = Judge.Of(rows, Machine.Cores),
        };
        foreach (IGrouping<string, Row> cell in rows.GroupBy(row => row.Cell))
        {
            Row any = cell.First();
            Row[] ours = [.. cell.Where(row => row.Role == Role.Ours)];
            table.AddRow([
                .. parameters.Select(name => any[name] ?? ""),
                .. contestants.Select(name => cell.FirstOrDefault(row => row.Contestant == name)).Select(Text),
                string.Join(" / ", ours.Select(row => Ratio(row, [.. cell])))]);
        }

        return table;
    }

    private static string Text(Row? row) => row switch
    {
        null => "",
        { Role: Role.Published } => Figures.Time(row.CenterNs),
        _ => $"{Figures.Time(row.CenterNs)} ± {Figures.Time((row.HighNs - row.LowNs) / 2)}",
    };

    private static string Ratio(Row ours, IReadOnlyList<Row> cell)
    {
        if (Judge.BestRival(ours, cell) is not { } rival)
        {
            return "";
        }

        // What is left without the loop may be nothing at all, and then there is no ratio to speak of.
        string ratio = rival.CenterNs > 0 && ours.CenterNs > 0
            ? Figures.Fixed(ours.CenterNs / rival.CenterNs, 2)
            : RatioInWords(ours, rival);
        if (Judge.HasMoreThreads(ours, Machine.Cores))
        {
            return $"{ratio} (not judged)";
        }

        return Judge.IsLost(ours, rival) ? $"{ratio} lost" : ratio;
    }

    private static string RatioInWords(Row ours, Row rival)
    {
        if (ours.LowNs > rival.HighNs)
        {
            return "slower";
        }

        return ours.HighNs < rival.LowNs ? "faster" : "equal";
    }
}
