using System.Globalization;

namespace Doppel.Lab;

/// <summary>
/// Draws one bar per strategy with its confidence interval, longest first, followed by strategies without a value.
/// </summary>
internal static class BarPlot
{
    private const double Width = 760;
    private const double Left = 250;
    private const double Right = 70;
    private const double Row = 19;
    private const double Top = 8;
    private const double Bottom = 34;
    private const double BarHeight = 12;
    private const int TickSteps = 6;
    private const double Mega = 1e6;

    /// <summary>Draws the cells of one set and one temperature.</summary>
    internal static string Draw(IReadOnlyList<LabCell> cells, string title)
    {
        LabCell[] sorted = [.. cells];
        Array.Sort(sorted, static (one, other) => other.Throughput.Mean.CompareTo(one.Throughput.Mean));
        double greatest = 0;
        double best = 0;
        foreach (LabCell cell in sorted)
        {
            best = Math.Max(best, cell.Throughput.Mean);

            // A single very wide interval would make all other bars too small to see.
            greatest = Math.Max(greatest, Math.Min(cell.Throughput.High, cell.Throughput.Mean * 2));
        }

        double[] ticks = Ticks.UpTo(greatest / Mega, TickSteps);
        double scale = (Width - Left - Right) / (ticks[^1] * Mega);
        double end = Top + (sorted.Length * Row);
        var canvas = new SvgCanvas(Width, end + Bottom, title);
        foreach (double tick in ticks)
        {
            double x = Left + (tick * Mega * scale);
            canvas.Line(x, Top, x, end, "grid");
            canvas.Text(x, end + 14, tick.ToString("0.###", CultureInfo.InvariantCulture), "", "middle");
        }

        canvas.Text(
            Left, end + 29, "MB/s, interval of 95 %; green the engine, blue others", "soft");
        for (int i = 0; i < sorted.Length; i++)
        {
            DrawRow(canvas, sorted[i], Top + (i * Row), scale, best);
        }

        return canvas.End();
    }

    private static void DrawRow(SvgCanvas canvas, LabCell cell, double top, double scale, double best)
    {
        double middle = top + (Row / 2);
        string css = cell.Strategy.Way == StrategyTable.Engine ? "strong" : "";
        canvas.Text(Left - 8, middle + 4, cell.Strategy.Name, css, "end");
        if (!cell.IsGood)
        {
            canvas.Text(
                Left + 4, middle + 4, cell.Runs.Count == 0 ? "not run" : StatusWord.Of(cell.Status), "soft");
            return;
        }

        Estimate figure = cell.Throughput;
        string hint = string.Create(
            CultureInfo.InvariantCulture,
            $"{cell.Strategy.Name}: {figure.Mean / Mega:0.0} MB/s, "
            + $"{figure.Low / Mega:0.0} to {figure.High / Mega:0.0}");
        string color = cell.Strategy.Way == StrategyTable.Engine ? "c2" : "c0";
        canvas.Bar(Left, middle - (BarHeight / 2), figure.Mean * scale, BarHeight, "mark " + color, hint);
        double low = Left + (figure.Low * scale);
        double high = Math.Min(Left + (figure.High * scale), Width - Right + 20);
        canvas.Line(low, middle, high, middle, "whisker");
        canvas.Line(low, middle - 3, low, middle + 3, "whisker");
        canvas.Line(high, middle - 3, high, middle + 3, "whisker");
        string share = (figure.Mean / best).ToString("0 %", CultureInfo.InvariantCulture);
        canvas.Text(Width - 8, middle + 4, share, "soft", "end");
    }
}
