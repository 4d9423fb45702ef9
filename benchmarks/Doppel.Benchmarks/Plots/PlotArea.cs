namespace Doppel.Benchmarks.Plots;

/// <summary>The measures that line and bar plots have in common, and what surrounds their data.</summary>
internal static class PlotArea
{
    public const double Width = 860;
    public const double Left = 78;
    public const double Right = Width - 16;
    public const double Top = 44;
    public const double Bottom = 380;

    private const double LegendRow = 20;
    private const double CharacterWidth = 6.9;

    /// <summary>Where names of the legend stand, below the axis, and how high the picture is with them.</summary>
    public static (IReadOnlyList<(double X, double Y)> Places, double Height) Legend(IReadOnlyList<PlotSeries> series)
    {
        List<(double X, double Y)> places = [];
        double x = Left;
        double y = Bottom + 62;
        foreach (PlotSeries one in series)
        {
            double width = 40 + (one.Name.Length * CharacterWidth);
            if (x > Left && x + width > Right)
            {
                x = Left;
                y += LegendRow;
            }

            places.Add((x, y));
            x += width;
        }

        return (places, y + 16);
    }

    /// <summary>Draws grid, ticks and title of the y axis.</summary>
    public static void DrawY(SvgText svg, Axis axis, string title)
    {
        foreach ((double value, string label) in axis.Ticks())
        {
            double y = axis.At(value);
            svg.Line(Left, y, Right, y, "grid");
            svg.Text(Left - 8, y + 4, label, anchor: "end");
        }

        svg.Line(Left, Top, Left, Bottom, "axis");
        svg.Line(Left, Bottom, Right, Bottom, "axis");
        svg.Text(18, (Top + Bottom) / 2, title, anchor: "middle", isUpright: true);
    }

    /// <summary>Draws names beside samples of their color.</summary>
    public static void DrawLegend(
        SvgText svg, IReadOnlyList<PlotSeries> series, IReadOnlyList<(double X, double Y)> places)
    {
        for (int i = 0; i < series.Count; i++)
        {
            (double x, double y) = places[i];
            svg.Bar(x, y - 9, 18, series[i].IsOurs ? 9 : 6, $"mark {SvgText.Color(i)}", series[i].Name);
            svg.Text(x + 24, y, series[i].Name);
        }
    }
}
