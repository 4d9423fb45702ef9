using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Opening;

/// <summary>A table of rows whose operation is one file: it tells files a second beside the time of one.</summary>
internal static class FileTable
{
    public static ResultTable Of(string title, IReadOnlyList<Row> rows, params string[] footnotes)
    {
        string[] parameters = [.. rows.SelectMany(row => row.Parameters).Select(p => p.Name).Distinct()];
        bool allocated = rows.Any(row => row.AllocatedBytes is not null);
        Column[] columns =
        [
            .. parameters.Select(name => new Column(name)), new("contestant"), new("files/s"),
            new("time of one file"), new("± 99 %"), new("to the best rival"),
            .. allocated ? [new Column("allocated a file")] : (Column[])[],
        ];
        var table = new ResultTable(title, columns) { Verdict = Judge.Of(rows, Machine.Cores) };
        foreach (Row row in rows)
        {
            string memory = row.AllocatedBytes is { } bytes ? Figures.Bytes(bytes) : "";
            string[] cells =
            [
                .. parameters.Select(name => row[name] ?? ""), NameOf(row), Figures.Number(1e9 / row.CenterNs),
                Figures.Time(row.CenterNs), Interval(row), Ratio(row, rows),
                .. allocated ? [memory] : (string[])[],
            ];
            table.AddRow(cells);
        }

        foreach (string footnote in footnotes)
        {
            table.AddFootnote(footnote);
        }

        return table;
    }

    private static string NameOf(Row row) => row.Role switch
    {
        Role.Ours => $"**{row.Contestant}**",
        Role.Reference => $"({row.Contestant})",
        _ => row.Contestant,
    };

    private static string Interval(Row row) => row.HighNs > row.LowNs
        ? $"{Figures.Number((row.HighNs - row.LowNs) / 2 / row.CenterNs * 100)} %"
        : "";

    private static string Ratio(Row row, IReadOnlyList<Row> rows)
    {
        if (Judge.BestRival(row, rows) is not { } rival)
        {
            return "";
        }

        bool judged = row.Role == Role.Ours && !Judge.HasMoreThreads(row, Machine.Cores);
        string ratio = Figures.Fixed(row.CenterNs / rival.CenterNs, 2);
        return judged && Judge.IsLost(row, rival) ? ratio + " lost" : ratio;
    }
}
