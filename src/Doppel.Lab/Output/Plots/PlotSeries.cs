namespace Doppel.Lab;

/// <summary>A line of a plot.</summary>
/// <param name="Name">Told in the legend.</param>
/// <param name="Points">From left to right.</param>
/// <param name="MarkedX">Where the knee is; not a number where none is marked.</param>
internal sealed record PlotSeries(
    string Name, IReadOnlyList<PlotPoint> Points, double MarkedX = double.NaN);
