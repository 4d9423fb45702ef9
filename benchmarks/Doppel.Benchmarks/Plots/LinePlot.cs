namespace Doppel.Benchmarks.Plots;

/// <summary>Lines over a number; intervals are drawn as whiskers.</summary>
internal sealed class LinePlot(string title, IReadOnlyList<PlotSeries> series) : Plot(title)
{
    /// <summary>What the x axis shows.</summary>
    public required string XTitle { get; init; }

    /// <summary>What the y axis shows.</summary>
    public required string YTitle { get; init; }

    /// <summary>The scale of the x axis.</summary>
    public AxisScale XScale { get; init; }

    /// <summary>The scale of the y axis.</summary>
    public AxisScale YScale { get; init; }

    /// <summary>The unit of the x axis.</summary>
    public AxisUnit XUnit { get; init; }

    /// <summary>The unit of the y axis.</summary>
    public AxisUnit YUnit { get; init; }

    public override string ToSvg()
    {
        (IReadOnlyList<(double X, double Y)> places, double height) = PlotArea.Legend(series);
        var svg = new SvgText(PlotArea.Width, height, Title);
        IEnumerable<PlotPoint> points = series.SelectMany(one => one.Points);
        var x = new Axis(XScale, XUnit, points.Select(p => p.X), PlotArea.Left, PlotArea.Right);
        var y = new Axis(
            YScale, YUnit, points.SelectMany(p => new[] { p.Y, p.Low, p.High }), PlotArea.Bottom, PlotArea.Top);
        foreach ((double value, string label) in x.Ticks())
        {
            svg.Line(x.At(value), PlotArea.Top, x.At(value), PlotArea.Bottom, "grid");
            svg.Text(x.At(value), PlotArea.Bottom + 18, label, anchor: "middle");
        }

        svg.Text((PlotArea.Left + PlotArea.Right) / 2, PlotArea.Bottom + 38, XTitle, anchor: "middle");
        PlotArea.DrawY(svg, y, YTitle);
        for (int i = 0; i < series.Count; i++)
        {
            DrawSeries(svg, series[i], i, x, y);
        }

        PlotArea.DrawLegend(svg, series, places);
        return svg.End();
    }

    private static void DrawSeries(SvgText svg, PlotSeries one, int index, Axis x, Axis y)
    {
        string color = SvgText.Color(index);
        PlotPoint[] shown = [.. one.Points.Where(p => x.Shows(p.X) && y.Shows(p.Y))];
        svg.Path(
            [.. shown.Select(p => (x.At(p.X), y.At(p.Y)))],
            $"line {color}{(one.IsOurs ? " ours" : "")}", isDashed: index >= SvgText.Colors);
        foreach (PlotPoint point in shown)
        {
            if (y.Shows(point.Low) && y.Shows(point.High))
            {
                svg.Line(x.At(point.X), y.At(point.Low), x.At(point.X), y.At(point.High), $"whisker {color}");
            }

            svg.Dot(x.At(point.X), y.At(point.Y), $"mark {color}", FormattableString.Invariant(
                $"{one.Name}: {point.Y:#,0.###} at {point.X:#,0.###}"));
        }
    }
}
