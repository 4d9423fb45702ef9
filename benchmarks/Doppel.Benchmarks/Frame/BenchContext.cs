namespace Doppel.Benchmarks.Frame;

/// <summary>
/// Whether this process makes a short run: for benchmark classes, whose parameters are chosen by property.
/// </summary>
internal static class BenchContext
{
    /// <summary>True in a short run. Set once, at the start.</summary>
    public static bool IsShort { get; set; }

    /// <summary>Folders that were named for suites that search some. Set once, at the start.</summary>
    public static IReadOnlyList<string> Folders { get; set; } = [];

    /// <summary>
    /// Whether a suite may drop the caches of the whole machine: only where it was asked for by its name.
    /// </summary>
    public static bool MayDropCaches { get; set; }

    /// <summary>One of two lists of cells; the short one should be a subset of the full one.</summary>
    public static IEnumerable<T> Cells<T>(IEnumerable<T> inShort, IEnumerable<T> inFull) => IsShort ? inShort : inFull;
}
