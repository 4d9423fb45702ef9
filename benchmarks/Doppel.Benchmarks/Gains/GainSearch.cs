using System.Diagnostics;

namespace Doppel.Benchmarks.Gains;

/// <summary>A whole search with some optimisations.</summary>
/// <param name="Name">One word.</param>
/// <param name="Text">How it differs from the one that it is compared with.</param>
/// <param name="Run">Searches a folder.</param>
internal sealed record GainSearch(string Name, string Text, Func<string, GainCounts> Run)
{
    /// <summary>Runs it on a folder and takes the time.</summary>
    /// <returns>Nanoseconds.</returns>
    public double Time(string folder)
    {
        long start = Stopwatch.GetTimestamp();
        Run(folder);
        return Stopwatch.GetElapsedTime(start).TotalNanoseconds;
    }
}

/// <summary>What a search found and did.</summary>
/// <param name="Groups">Groups of files with equal content.</param>
/// <param name="RedundantFiles">Files that are not the first of their group.</param>
/// <param name="RedundantBytes">Their size.</param>
/// <param name="Opened">How often a file was opened.</param>
/// <param name="BytesRead">Bytes of content read.</param>
internal readonly record struct GainCounts(
    long Groups, long RedundantFiles, long RedundantBytes, long Opened, long BytesRead);
