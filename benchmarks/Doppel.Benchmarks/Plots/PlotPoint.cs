namespace Doppel.Benchmarks.Plots;

/// <summary>A point of a line.</summary>
/// <param name="X">Where it is.</param>
/// <param name="Y">Its value.</param>
/// <param name="Low">The lower end of its 99 % interval; NaN for none.</param>
/// <param name="High">The upper end.</param>
internal readonly record struct PlotPoint(double X, double Y, double Low = double.NaN, double High = double.NaN);
