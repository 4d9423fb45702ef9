namespace Doppel.Benchmarks.Plots;

/// <summary>Groups of bars, a color for each series; the x of a point is the number of its group, from 0.</summary>
internal sealed class BarPlot(string title, IReadOnlyList<string> groups, IReadOnlyList<PlotSeries> series)
    : Plot(title)
{
    /// <summary>What the y axis shows.</summary>
    public required string YTitle { get; init; }

    /// <summary>The scale of the y axis. On a log scale bars begin below the least value.</summary>
    public AxisScale YScale { get; init; }

    /// <summary>The unit of the y axis.</summary>
    public AxisUnit YUnit { get; init; }

    public override string ToSvg()
    {
        (IReadOnlyList<(double X, double Y)> places, double height) = PlotArea.Legend(series);
        var svg = new SvgText(PlotArea.Width, height, Title);
        IEnumerable<double> values = series.SelectMany(one => one.Points).SelectMany(p => new[] { p.Y, p.Low, p.High });
        double[] all = [.. YScale == AxisScale.Linear ? values.Append(0) : values];
        var y = new Axis(YScale, YUnit, all, PlotArea.Bottom, PlotArea.Top);
        PlotArea.DrawY(svg, y, YTitle);
        double ground = YScale == AxisScale.Linear ? y.At(0) : PlotArea.Bottom;
        double width = (PlotArea.Right - PlotArea.Left) / Math.Max(1, groups.Count);
        for (int group = 0; group < groups.Count; group++)
        {
            double left = PlotArea.Left + (group * width);
            DrawGroup(svg, group, left + (width * 0.1), width * 0.8 / Math.Max(1, series.Count), y, ground);
            svg.Text(left + (width / 2), PlotArea.Bottom + 18, groups[group], anchor: "middle");
        }

        PlotArea.DrawLegend(svg, series, places);
        return svg.End();
    }

    private void DrawGroup(SvgText svg, int group, double left, double width, Axis y, double ground)
    {
        for (int i = 0; i < series.Count; i++)
        {
            double x = left + (i * width);
            foreach (PlotPoint point in series[i].Points.Where(p => (int)p.X == group && y.Shows(p.Y)))
            {
                double top = y.At(point.Y);
                svg.Bar(x, Math.Min(top, ground), width * 0.92, Math.Abs(ground - top), $"mark {SvgText.Color(i)}",
                    FormattableString.Invariant($"{series[i].Name}, {groups[group]}: {point.Y:#,0.###}"));
                if (y.Shows(point.Low) && y.Shows(point.High))
                {
                    svg.Line(x + (width * 0.46), y.At(point.Low), x + (width * 0.46), y.At(point.High), "axis");
                }
            }
        }
    }
}
