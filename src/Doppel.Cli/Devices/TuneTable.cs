using System.Globalization;
using System.Text;
using Doppel.Lab;

namespace Doppel.Cli;

/// <summary>
/// Renders the results of <c>doppel tune</c> for people: one table per cache state, followed by the recommendation.
/// </summary>
internal static class TuneTable
{
    private const int TextColumns = 79;

    /// <summary>Returns all lines.</summary>
    /// <param name="report">The results.</param>
    /// <param name="columns">The number of columns of the terminal.</param>
    internal static string Render(LabReport report, int columns)
    {
        var text = new StringBuilder();
        foreach (FileSetFacts set in report.Sets)
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"{SizeWord.Of(set.Sizes)}: {set.Count:#,0} files, {SizeWord.Of(set.Bytes)}; "
                + $"smallest {SizeWord.Of(set.Least)}, largest {SizeWord.Of(set.Greatest)}, "
                + $"mean {SizeWord.Of(set.Mean)}\n");
        }

        foreach (Temperature temperature in report.Temperatures)
        {
            text.Append('\n');
            AppendTable(text, report, temperature, columns);
        }

        text.Append('\n');
        AppendAdvice(text, report.Advice, Math.Min(TextColumns, columns - 1));
        return text.ToString();
    }

    private static void AppendTable(StringBuilder text, LabReport report, Temperature temperature, int columns)
    {
        LabCell[] cells = [.. report.Cells.Where(cell => cell.Temperature == temperature)];
        FileSetFacts[] sets = [.. cells.Select(static cell => cell.Set).Distinct()];
        var rows = new List<string[]>
        {
            (string[])
            [
                $"{TemperatureWord.Of(temperature)}, MB/s",
                .. sets.Select(static set => "from " + SizeWord.Of(set.Sizes.From)),
            ],
        };
        foreach (StrategyDefinition strategy in cells.Select(static cell => cell.Strategy).Distinct())
        {
            rows.Add([
                strategy.Name,
                .. sets.Select(set => Show(
                    cells.First(cell => cell.Strategy == strategy && cell.Set == set), BestOf(cells, set))),
            ]);
        }

        int[] widths = [.. Enumerable.Range(0, sets.Length + 1).Select(i => rows.Max(row => row[i].Length))];
        if (widths.Sum() + (2 * sets.Length) > columns)
        {
            text.Append(rows[0][0]).Append('\n');
            foreach (string[] row in rows.Skip(1))
            {
                StackedRow.Append(text, rows[0], row);
            }

            return;
        }

        foreach (string[] row in rows)
        {
            text.Append(row[0].PadRight(widths[0]));
            for (int i = 1; i < row.Length; i++)
            {
                text.Append("  ").Append(row[i].PadLeft(widths[i]));
            }

            text.Append('\n');
        }
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

    private static void AppendAdvice(StringBuilder text, LabAdvice? advice, int columns)
    {
        if (advice is null)
        {
            text.Append("No recommendation.\n");
            return;
        }

        string readers = advice.Width == 1 ? "1 reader" : $"{advice.Width} readers";
        text.Append(
            CultureInfo.InvariantCulture,
            $"best: {advice.Strategy.Name}, {readers}, blocks of {advice.BlockBytes / 1024} KiB, "
            + $"order {OrderWord.Of(advice.Order)}\n");
        foreach (string line in advice.Reasons.SelectMany(reason => Wrapped.Lines(reason, columns - 2)))
        {
            text.Append("  ").Append(line).Append('\n');
        }
    }
}
