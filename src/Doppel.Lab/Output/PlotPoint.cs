namespace Doppel.Lab;

/// <summary>A point of a plot.</summary>
/// <param name="X">The horizontal coordinate, increasing to the right.</param>
/// <param name="Y">The vertical coordinate, increasing upwards.</param>
internal sealed record PlotPoint(double X, double Y);
