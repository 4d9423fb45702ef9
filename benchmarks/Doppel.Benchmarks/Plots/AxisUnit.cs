namespace Doppel.Benchmarks.Plots;

/// <summary>How the numbers of an axis are written.</summary>
internal enum AxisUnit
{
    /// <summary>Plain numbers with k, M, G.</summary>
    Number,

    /// <summary>Nanoseconds as ns, µs, ms or s.</summary>
    Time,

    /// <summary>Bytes as B, KiB, MiB, GiB.</summary>
    Bytes,

    /// <summary>Percent.</summary>
    Percent,
}
