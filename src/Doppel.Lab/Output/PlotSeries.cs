namespace Doppel.Lab;

/// <summary>A line of a plot.</summary>
/// <param name="Name">The name in the legend.</param>
/// <param name="Points">The points from left to right.</param>
/// <param name="MarkedX">The position of the knee, or NaN if none is marked.</param>
internal sealed record PlotSeries(
    string Name, IReadOnlyList<PlotPoint> Points, double MarkedX = double.NaN);
