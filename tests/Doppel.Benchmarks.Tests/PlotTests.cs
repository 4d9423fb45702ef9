using System.Globalization;
using System.Xml.Linq;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Tests;

public sealed class PlotTests
{
    private static readonly XNamespace s_svg = "http://www.w3.org/2000/svg";

    [Fact]
    public void A_plot_is_well_formed_and_its_labels_are_as_given()
    {
        const string nasty = "List<T> & \"more\"\u0001";
        XElement svg = XElement.Parse(Lines(nasty, AxisScale.Linear, [new(1, 2), new(3, 4)]).ToSvg());
        Assert.Equal(s_svg + "svg", svg.Name);
        Assert.Contains("List<T> & \"more\" ", svg.Descendants(s_svg + "text").Select(text => text.Value));
    }

    [Fact]
    public void Higher_values_are_drawn_higher_and_later_ones_further_right()
    {
        XElement[] dots = [.. Dots(Lines("a", AxisScale.Log10, [new(1, 1), new(1000, 500)]))];
        Assert.True(Number(dots[0], "cx") < Number(dots[1], "cx"));
        Assert.True(Number(dots[0], "cy") > Number(dots[1], "cy"));
    }

    [Fact]
    public void Values_that_a_logarithmic_scale_cannot_show_are_left_out() =>
        Assert.Single(Dots(Lines("a", AxisScale.Log10, [new(1, 0), new(10, double.NaN), new(100, 5)])));

    [Theory]
    [InlineData(AxisScale.Linear, 0, 1_000_000)]
    [InlineData(AxisScale.Linear, 17, 17)]
    [InlineData(AxisScale.Log10, 0.1, 1e9)]
    [InlineData(AxisScale.Log2, 16, 1 << 20)]
    [InlineData(AxisScale.Log10, 3, 5)]
    public void An_axis_has_a_few_ticks_with_labels_that_differ(AxisScale scale, double low, double high)
    {
        var axis = new Axis(scale, AxisUnit.Number, [low, high], 0, 100);
        string[] labels = [.. axis.Ticks().Select(tick => tick.Label)];
        Assert.InRange(labels.Length, 2, 12);
        Assert.Equal(labels.Length, labels.Distinct().Count());
    }

    [Fact]
    public void Every_group_of_bars_is_named_and_each_value_has_a_bar()
    {
        BarPlot plot = new("bars", ["one", "two"], [new("a", [new(0, 1), new(1, 2)]), new("b", [new(0, 3)])])
        {
            YTitle = "y",
        };
        XElement svg = XElement.Parse(plot.ToSvg());
        Assert.Equal(3, svg.Elements(s_svg + "rect").Elements(s_svg + "title").Count(hint => hint.Value.Contains(':')));
        Assert.Contains("two", svg.Descendants(s_svg + "text").Select(text => text.Value));
    }

    [Fact]
    public void A_plot_without_data_is_still_a_plot() => XElement.Parse(Lines("a", AxisScale.Log2, []).ToSvg());

    private static LinePlot Lines(string name, AxisScale scale, PlotPoint[] points) => new("title", [new(name, points)])
    {
        XTitle = "x",
        YTitle = "y",
        XScale = scale,
        YScale = scale,
    };

    private static IEnumerable<XElement> Dots(Plot plot) =>
        XElement.Parse(plot.ToSvg()).Descendants(s_svg + "circle");

    private static double Number(XElement element, string attribute) =>
        double.Parse(element.Attribute(attribute)!.Value, CultureInfo.InvariantCulture);
}
