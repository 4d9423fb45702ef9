namespace Doppel.Benchmarks.Plots;

/// <summary>How an axis maps values.</summary>
public enum AxisScale
{
    /// <summary>Equal distances are equal differences.</summary>
    Linear,

    /// <summary>Equal distances are equal ratios; ticks at powers of ten.</summary>
    Log10,

    /// <summary>The same with ticks at powers of two.</summary>
    Log2,
}
