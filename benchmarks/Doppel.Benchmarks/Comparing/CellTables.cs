using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Comparing;

/// <summary>Measured cells as tables: a line for each cell, a column for each way.</summary>
internal static class CellTables
{
    /// <summary>Time of one file.</summary>
    public static ResultTable Times(string title, IReadOnlyList<CellRow> rows) => ToTable(
        title, rows, WaysOf(rows), row => Figures.Time(row.Time.CenterNs));

    /// <summary>Openings and bytes of one file, for ways that do not all open and read once.</summary>
    public static ResultTable Counts(string title, IReadOnlyList<CellRow> rows) => ToTable(
        title, rows,
        [.. WaysOf(rows).Where(way => rows.Any(row => row.Way == way && (row.Opens, row.Reads) != (1, 1)))],
        row => $"{Figures.Fixed(row.Opens, 2)} / {Figures.Fixed(row.Reads, 2)}");

    /// <summary>The time of one way, 1 being that of another, over the size of the group.</summary>
    public static ResultTable Ratios(string title, IReadOnlyList<CellRow> rows, string way, string against)
    {
        int[] sizes = [.. rows.Where(row => row.Way == way).Select(row => row.Cell.GroupSize).Distinct().Order()];
        var table = new ResultTable(title, [
            new(ContentCell.SizeColumn), new(ContentCell.PlaceColumn), new(ContentCell.ContentsColumn),
            .. sizes.Select(size => new Column(size.ToString("#,0", CultureInfo.InvariantCulture), "files"))]);
        foreach (var line in rows.GroupBy(row => (row.Cell.Size, row.Cell.PlaceText, row.Cell.ContentsText)))
        {
            table.AddRow([
                line.Key.Size, line.Key.PlaceText, line.Key.ContentsText,
                .. sizes.Select(size => Ratio(
                    line.FirstOrDefault(row => row.Cell.GroupSize == size && row.Way == way),
                    line.FirstOrDefault(row => row.Cell.GroupSize == size && row.Way == against)))]);
        }

        return table;
    }

    private static string Ratio(CellRow? way, CellRow? against) => way is null || against is null
        ? ""
        : Figures.Fixed(way.Time.CenterNs / against.Time.CenterNs, 2);

    private static string[] WaysOf(IReadOnlyList<CellRow> rows) => [.. rows.Select(row => row.Way).Distinct()];

    private static ResultTable ToTable(
        string title, IReadOnlyList<CellRow> rows, string[] ways, Func<CellRow, string> text)
    {
        string[] parameters = [.. rows[0].Time.Parameters.Select(parameter => parameter.Name)];
        var table = new ResultTable(title, [
            .. parameters.Select(name => new Column(name)), .. ways.Select(way => new Column(way))]);
        foreach (IGrouping<ContentCell, CellRow> cell in rows.GroupBy(row => row.Cell))
        {
            table.AddRow([
                .. parameters.Select(name => cell.First().Time[name]!),
                .. ways.Select(way => cell.FirstOrDefault(row => row.Way == way)).Select(
                    row => row is null ? "" : Bold(row, text(row)))]);
        }

        return table;
    }

    private static string Bold(CellRow row, string text) => row.Time.Role == Role.Ours ? $"**{text}**" : text;
}
