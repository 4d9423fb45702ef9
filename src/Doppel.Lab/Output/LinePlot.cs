using System.Globalization;

namespace Doppel.Lab;

/// <summary>Draws lines over a linear axis, or one that doubles from step to step.</summary>
/// <param name="title">The title for screen readers.</param>
/// <param name="xLabel">The label below the axis.</param>
/// <param name="yLabel">The label above the axis.</param>
internal sealed class LinePlot(string title, string xLabel, string yLabel)
{
    private const double Width = 760;
    private const double Left = 64;
    private const double Right = 12;
    private const double Top = 26;
    private const double Height = 220;
    private const double LegendRow = 17;
    private const int LegendColumns = 3;
    private const int StepsX = 8;
    private const int StepsY = 5;

    /// <summary>Gets whether the axis doubles from step to step. Its values must then be 1 or greater.</summary>
    internal bool IsDoubling { get; init; }

    internal string Draw(IReadOnlyList<PlotSeries> series)
    {
        double xMax = IsDoubling ? 2 : 0;
        double yMax = 0;
        foreach (PlotSeries one in series)
        {
            foreach (PlotPoint point in one.Points)
            {
                xMax = Math.Max(xMax, point.X);
                yMax = Math.Max(yMax, point.Y);
            }
        }

        double[] xTicks = IsDoubling ? Doublings(xMax) : Ticks.UpTo(xMax, StepsX);
        double[] yTicks = Ticks.UpTo(yMax, StepsY);
        int rows = (series.Count + LegendColumns - 1) / LegendColumns;
        var canvas = new SvgCanvas(Width, Top + Height + 42 + (rows * LegendRow), title);
        DrawAxes(canvas, xTicks, yTicks);
        for (int i = 0; i < series.Count; i++)
        {
            DrawSeries(canvas, series[i], i, xTicks[^1], yTicks[^1]);
        }

        return canvas.End();
    }

    private static double[] Doublings(double greatest)
    {
        double[] ticks = new double[(int)Math.Ceiling(Math.Log2(greatest)) + 1];
        for (int i = 0; i < ticks.Length; i++)
        {
            ticks[i] = Math.Pow(2, i);
        }

        return ticks;
    }

    private double X(double x, double greatest) => Left + ((Width - Left - Right)
        * (IsDoubling ? Math.Log2(x) / Math.Log2(greatest) : x / greatest));

    private static double Y(double y, double greatest) => Top + Height - (Height * y / greatest);

    private void DrawAxes(SvgCanvas canvas, double[] xTicks, double[] yTicks)
    {
        canvas.Text(4, 14, yLabel, "soft");
        foreach (double tick in yTicks)
        {
            double y = Y(tick, yTicks[^1]);
            canvas.Line(Left, y, Width - Right, y, "grid");
            canvas.Text(Left - 6, y + 4, Number(tick), "", "end");
        }

        foreach (double tick in xTicks)
        {
            double x = X(tick, xTicks[^1]);
            canvas.Line(x, Top + Height, x, Top + Height + 4, "axis");
            canvas.Text(x, Top + Height + 17, Number(tick), "", "middle");
        }

        canvas.Line(Left, Top + Height, Width - Right, Top + Height, "axis");
        canvas.Text(Left, Top + Height + 33, xLabel, "soft");
    }

    private void DrawSeries(SvgCanvas canvas, PlotSeries series, int number, double xMax, double yMax)
    {
        string color = SvgCanvas.Color(number);
        bool isDashed = number >= SvgCanvas.Colors;
        var points = new PlotPoint[series.Points.Count];
        for (int i = 0; i < points.Length; i++)
        {
            points[i] = new PlotPoint(X(series.Points[i].X, xMax), Y(series.Points[i].Y, yMax));
        }

        canvas.Path(points, "line " + color, isDashed);
        for (int i = 0; i < points.Length; i++)
        {
            string hint = $"{series.Name}: {Number(series.Points[i].X)}, {Number(series.Points[i].Y)}";
            canvas.Circle(points[i].X, points[i].Y, 2.6, "mark " + color, hint);
            if (series.Points[i].X == series.MarkedX)
            {
                canvas.Circle(points[i].X, points[i].Y, 7, "knee " + color, $"{hint} (the knee)");
            }
        }

        double left = Left + (number % LegendColumns * ((Width - Left) / LegendColumns));
        double top = Top + Height + 48 + (number / LegendColumns * LegendRow);
        canvas.Path([new PlotPoint(left, top), new PlotPoint(left + 20, top)], "line " + color, isDashed);
        canvas.Text(left + 26, top + 4, series.Name);
    }

    private static string Number(double value) => value.ToString("#,0.###", CultureInfo.InvariantCulture);
}

/// <summary>A point of a plot.</summary>
/// <param name="X">The horizontal coordinate, increasing to the right.</param>
/// <param name="Y">The vertical coordinate, increasing upwards.</param>
internal sealed record PlotPoint(double X, double Y);

/// <summary>A line of a plot.</summary>
/// <param name="Name">The name in the legend.</param>
/// <param name="Points">The points from left to right.</param>
/// <param name="MarkedX">The position of the knee, or NaN if none is marked.</param>
internal sealed record PlotSeries(
    string Name, IReadOnlyList<PlotPoint> Points, double MarkedX = double.NaN);
