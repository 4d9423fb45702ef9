using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Gains;

/// <summary>Times of some searches at some places.</summary>
internal sealed class GainResult(IReadOnlyList<GainSearch> searches)
{
    private readonly List<(string Place, double[] Times)> _places = [];

    /// <summary>The searches.</summary>
    public IReadOnlyList<GainSearch> Searches { get; } = searches;

    /// <summary>Times all searches at one more place.</summary>
    public void Measure(GainPlace place) => _places.Add((place.Name, place.Time(Searches)));

    /// <summary>A table: each search's times, how they compare, and what it opened and read.</summary>
    /// <param name="title">Its title.</param>
    /// <param name="compared">The heading of what a time is compared with.</param>
    /// <param name="reference">The place in the list of the search that one at a place is compared with.</param>
    /// <param name="counts">What each search told.</param>
    public ResultTable ToTable(
        string title, string compared, Func<int, int> reference, IReadOnlyList<GainCounts> counts)
    {
        bool hasTexts = Searches.Any(search => search.Text.Length > 0);
        var table = new ResultTable(
            title,
            [
                new("search"), .. hasTexts ? new Column[] { new("what changes") } : [],
                .. _places.SelectMany(place => new Column[] { new(place.Place), new($"to {compared}") }),
                new("opened"), new("read"),
            ]);
        for (int i = 0; i < Searches.Count; i++)
        {
            table.AddRow(
            [
                Searches[i].Name, .. hasTexts ? new[] { Searches[i].Text } : [],
                .. _places.SelectMany(place => new[]
                {
                    Figures.Time(place.Times[i]), Figures.Fixed(place.Times[i] / place.Times[reference(i)], 2),
                }),
                $"{counts[i].Opened:#,0}", Figures.Bytes(counts[i].BytesRead),
            ]);
        }

        return table;
    }

    /// <summary>Bars of how much of the first search's time each takes.</summary>
    public BarPlot ToBars(string title) => new(
        title, [.. Searches.Select(search => search.Name)], [.. _places.Select(place => new PlotSeries(
            place.Place, [.. place.Times.Select((time, i) => new PlotPoint(i, 100 * time / place.Times[0]))]))])
    {
        YTitle = $"time, of that of the first ({Searches[0].Name})",
        YUnit = AxisUnit.Percent,
    };

    /// <summary>Lines over numbers that belong to the searches.</summary>
    public LinePlot ToLines(string title, string xTitle, IReadOnlyList<int> numbers) => new(
        title, [.. _places.Select(place => new PlotSeries(
            place.Place, [.. place.Times.Select((time, i) => new PlotPoint(numbers[i], time))]))])
    {
        XTitle = xTitle,
        XScale = AxisScale.Log2,
        YTitle = "time of a search",
        YScale = AxisScale.Log10,
        YUnit = AxisUnit.Time,
    };
}
