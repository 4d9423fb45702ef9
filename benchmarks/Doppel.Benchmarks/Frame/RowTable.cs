using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Frame;

/// <summary>Builds tables out of measured rows; a column that would say nothing is left out.</summary>
internal static class RowTable
{
    /// <summary>See <see cref="ResultTable.Of"/>.</summary>
    public static ResultTable Build(string title, IReadOnlyList<Row> rows, Verdict? verdict)
    {
        List<(Column Column, Func<Row, string> Cell)> columns =
            [.. rows.SelectMany(row => row.Parameters).Select(p => p.Name).Distinct().Select(ParameterColumn)];
        columns.Add((new Column("contestant"), Contestant));
        if (rows.Select(row => row.Runtime).Distinct().Count() > 1)
        {
            columns.Add((new Column("runtime"), row => row.Runtime));
        }

        columns.Add((new Column("time"), row => Figures.Time(row.CenterNs)));
        columns.Add((new Column("± 99 %"), Interval));
        columns.Add((new Column("median"), row => row.Role == Role.Published ? "" : Figures.Time(row.MedianNs)));
        columns.Add((new Column("to the best rival"), row => Ratio(row, rows)));
        AddIfSaid(columns, rows, new Column("allocated"), row => row.AllocatedBytes, Figures.Bytes);
        AddIfNotZero(columns, rows, new Column("gen 0", "per 1,000"), row => row.Gen0, Figures.Number);
        AddIfNotZero(columns, rows, new Column("gen 1", "per 1,000"), row => row.Gen1, Figures.Number);
        AddIfNotZero(columns, rows, new Column("gen 2", "per 1,000"), row => row.Gen2, Figures.Number);
        AddIfNotZero(columns, rows, new Column("GC pause"), row => row.PauseNs, Figures.Time);
        AddIfSaid(columns, rows, new Column("held"), row => row.HeldBytes, Figures.Bytes);

        var table = new ResultTable(title, [.. columns.Select(column => column.Column)]) { Verdict = verdict };

        // Cells stand together, whatever ran them, in the order of their first rows.
        foreach (Row row in rows.GroupBy(row => string.Join('\n', row.Parameters)).SelectMany(cell => cell))
        {
            table.AddRow([.. columns.Select(column => column.Cell(row))]);
        }

        if (rows.Any(row => row.Role != Role.Published && row.Gen0 is not null)
            && rows.All(row => row.Gen0 is null or 0))
        {
            table.AddFootnote("No collection happened while these were measured.");
        }

        return table;
    }

    private static (Column Column, Func<Row, string> Cell) ParameterColumn(string name) =>
        (new Column(name), row => row[name] ?? "");

    private static string Contestant(Row row) => row.Role switch
    {
        Role.Ours => $"**{row.Contestant}**",
        Role.Published => $"{row.Contestant} (published)",
        Role.Reference => $"({row.Contestant})",
        Role.Rival or _ => row.Contestant,
    };

    private static string Interval(Row row) => row.Role == Role.Published || row.CenterNs == 0
        ? ""
        : $"{Figures.Number((row.HighNs - row.LowNs) / 2 / row.CenterNs * 100)} %";

    private static string Ratio(Row row, IReadOnlyList<Row> rows)
    {
        if (row.Role == Role.Published || Judge.BestRival(row, rows) is not { } rival)
        {
            return "";
        }

        string ratio = Figures.Fixed(row.CenterNs / rival.CenterNs, 2);
        bool isJudged = row.Role == Role.Ours && !Judge.HasMoreThreads(row, Machine.Cores);
        return isJudged && Judge.IsLost(row, rival) ? ratio + " lost" : ratio;
    }

    private static void AddIfSaid(
        List<(Column Column, Func<Row, string> Cell)> columns, IReadOnlyList<Row> rows, Column column,
        Func<Row, double?> value, Func<double, string> text)
    {
        if (rows.Any(row => value(row) is not null))
        {
            columns.Add((column, row => value(row) is { } number ? text(number) : ""));
        }
    }

    private static void AddIfNotZero(
        List<(Column Column, Func<Row, string> Cell)> columns, IReadOnlyList<Row> rows, Column column,
        Func<Row, double?> value, Func<double, string> text)
    {
        if (rows.Any(row => value(row) is > 0))
        {
            AddIfSaid(columns, rows, column, value, text);
        }
    }
}
