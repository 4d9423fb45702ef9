using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Pools;

namespace Doppel.Benchmarks.Pools;

/// <summary>
/// Rows of the article's raw data (December 2024, Ryzen 5 3500U with 4 cores and 8 threads, .NET 8.0.11):
/// microseconds for one task on each thread of 100 operations each, the start of the tasks included.
/// </summary>
internal static class PublishedPools
{
    private const double OperationsOfTask = 100;

    private static readonly string[] s_arrays =
        [ArrayRivals.New.Name, ArrayRivals.Shared.Name, ArrayRivals.Created.Name];

    private static readonly string[] s_lists = [ListRivals.NewSized<int>.Name, ListRivals.Microsoft<int>.Name];

    private static readonly (int Items, int Threads, double[] Us)[] s_rows =
    [
        (10, 1, [5.26, 7.08, 6.25, 8.43, 6.26]),
        (10, 8, [22.9, 23.3, 97.1, 39.5, 78.6]),
        (10, 32, [69.5, 46.1, 658, 109.7, 307]),
        (100, 1, [17.1, 13.8, 13.1, 41.4, 31.3]),
        (100, 8, [97.6, 37.2, 234, 146, 92.0]),
        (100, 32, [343, 94.5, 932, 494, 319]),
        (1_000, 8, [687, 141, 189, 1_008, 357]),
        (1_000, 32, [2_586, 458, 671, 3_772, 1_319]),
        (10_000, 8, [5_119, 1_177, 1_181, 10_825, 5_767]),
        (50_000, 8, [56_279, 8_156, 5_464, 58_137, 15_250]),
        (100_000, 32, [292_391, 79_274, 52_914, 416_606, 159_620]),
        (1_000_000, 1, [190_802, 81_311, 62_542, 393_565, 247_213]),
        (1_000_000, 32, [2_583_236, 1_409_786, 1_416_952, 3_868_566, 2_028_510]),
    ];

    /// <summary>Published cells beside the same cells of this run; null where this run has none of them.</summary>
    /// <param name="name"><c>arrays</c> or <c>lists</c>.</param>
    /// <param name="measured">Whole operations.</param>
    public static ResultTable? Beside(string name, IReadOnlyList<Row> measured)
    {
        string[] contestants = name == "arrays" ? s_arrays : s_lists;
        int first = name == "arrays" ? 0 : s_arrays.Length;
        string ours = name == "arrays" ? ArrayRivals.Ours : ListRivals.Ours;
        var table = new ResultTable($"{name}: the published rows beside the same cells here",
            [new Column("items"), new Column("threads"),
                .. contestants.SelectMany(c => new[] { new Column($"{c}, published"), new Column($"{c}, here") }),
                new Column($"{ours}, here")]);
        foreach ((int items, int threads, double[] us) in s_rows)
        {
            Row[] cell = [.. measured.Where(row => (int)row.Number("items") == items
                && row[Judge.Threads] == threads.ToString(CultureInfo.InvariantCulture))];
            if (cell.Length > 0)
            {
                table.AddRow([
                    items.ToString("#,0", CultureInfo.InvariantCulture), threads.ToString(CultureInfo.InvariantCulture),
                    .. contestants.SelectMany((c, i) => new[]
                    {
                        Figures.Time(us[first + i] * 1000 / OperationsOfTask), Time(cell, c),
                    }),
                    Time(cell, ours)]);
            }
        }

        return table.Rows.Count == 0 ? null : table.AddFootnote(
            "Published: 4 cores, 8 threads, Windows, .NET 8.0.11, a hundredth of the published operation, in "
            + "which the tasks were started inside the time. Here: the time from the first thread's begin to the "
            + $"last one's end for one operation of each, on {Machine.Cores} cores. The machines differ; what can "
            + "be compared is the order.");
    }

    private static string Time(Row[] cell, string contestant) =>
        cell.FirstOrDefault(row => row.Contestant == contestant) is { } row ? Figures.Time(row.CenterNs) : "";
}
