namespace Doppel.Lab;

/// <summary>A point of a plot.</summary>
/// <param name="X">To the right.</param>
/// <param name="Y">Up.</param>
internal sealed record PlotPoint(double X, double Y);
