using System.Globalization;
using Doppel.Lab;

namespace Doppel.App;

/// <summary>The figures of a measurement for people.</summary>
/// <param name="Sets">A line about each set of files.</param>
/// <param name="Tables">
/// A table for each state of the cache: a row of headings, then one for each strategy, with its name and throughputs.
/// </param>
/// <param name="Best">The recommendation; null if there is none.</param>
/// <param name="Reasons">Why it is recommended.</param>
internal sealed record TuneFigures(
    IReadOnlyList<string> Sets, IReadOnlyList<IReadOnlyList<string[]>> Tables, string? Best,
    IReadOnlyList<string> Reasons)
{
    /// <summary>Returns the figures of a report.</summary>
    internal static TuneFigures Of(LabReport report) => new(
        [.. report.Sets.Select(LineOf)], [.. report.Temperatures.Select(one => TableOf(report, one))],
        report.Advice is { } advice ? LineOf(advice) : null, report.Advice?.Reasons ?? []);

    private static string LineOf(FileSetFacts set) => string.Create(
        CultureInfo.InvariantCulture,
        $"{SizeWord.Of(set.Sizes)}: {set.Count:#,0} files, {SizeWord.Of(set.Bytes)}; "
        + $"smallest {SizeWord.Of(set.Least)}, largest {SizeWord.Of(set.Greatest)}, mean {SizeWord.Of(set.Mean)}");

    private static string LineOf(LabAdvice advice) => string.Create(
        CultureInfo.InvariantCulture,
        $"best: {advice.Strategy.Name}, {(advice.Width == 1 ? "1 reader" : $"{advice.Width} readers")}, "
        + $"blocks of {advice.BlockBytes / 1024} KiB, order {OrderWord.Of(advice.Order)}");

    private static List<string[]> TableOf(LabReport report, Temperature temperature)
    {
        LabCell[] cells = [.. report.Cells.Where(cell => cell.Temperature == temperature)];
        FileSetFacts[] sets = [.. cells.Select(static cell => cell.Set).Distinct()];
        return
        [
            [
                $"{TemperatureWord.Of(temperature)}, MB/s",
                .. sets.Select(static set => "from " + SizeWord.Of(set.Sizes.From)),
            ],
            .. cells.Select(static cell => cell.Strategy).Distinct().Select(strategy => (string[])
            [
                strategy.Name,
                .. sets.Select(set => Show(
                    cells.First(cell => cell.Strategy == strategy && cell.Set == set), BestOf(cells, set))),
            ]),
        ];
    }

    private static double BestOf(LabCell[] cells, FileSetFacts set) =>
        cells.Where(cell => cell.Set == set).Max(static cell => cell.Throughput.Mean);

    // A star marks the best value of a column. Half the width of the interval follows the mean.
    private static string Show(LabCell cell, double best)
    {
        const double Mega = 1e6;
        if (!cell.IsGood)
        {
            return cell.Runs.Count == 0 ? "-" : StatusWord.Of(cell.Status);
        }

        Estimate throughput = cell.Throughput;
        string star = throughput.Mean == best ? "*" : "";
        double half = (throughput.High - throughput.Low) / 2;
        string interval = throughput.Count > 1 ? " ±" + Figure(half / Mega) : "";
        return $"{star}{Figure(throughput.Mean / Mega)}{interval}";
    }

    private static string Figure(double value)
    {
        string format = value switch
        {
            >= 100 => "#,0",
            >= 10 => "0.0",
            _ => "0.00",
        };
        return value.ToString(format, CultureInfo.InvariantCulture);
    }
}
