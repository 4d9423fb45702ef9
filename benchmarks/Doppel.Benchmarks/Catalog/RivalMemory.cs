using System.Diagnostics;
using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Catalog;

/// <summary>Finders of Debian that remember what they read, as rmlint does in attributes of the files.</summary>
internal static class RivalMemory
{
    private const string Rmlint = "rmlint";
    private const int MinutesMax = 2;

    /// <summary>What there is to say of rivals, as a paragraph.</summary>
    public static string Note => SearchPath.Find(Rmlint) is null
        ? "rmlint is not installed here, so no rival that remembers is measured."
        : "rmlint `--xattr` writes checksums to extended attributes of the files and reads them again. It believes "
            + "them while the modification time is the same. Before its first search they are cleared. It is measured "
            + $"three times on each tree, or until {MinutesMax} minutes are over, and not on /usr, since it would "
            + "write there. jdupes of Debian 12 (1.21.3) has no hash database, and fclones is not a "
            + "package of Debian 12.";

    /// <summary>Measures first and second searches of a tree that may be written to.</summary>
    /// <returns>By the name of the search, a run for each round.</returns>
    public static Dictionary<string, List<FinderRun>> Measure(string folder, string scratch, int rounds)
    {
        Dictionary<string, List<FinderRun>> runs = [];
        foreach (Finder rival in Finder.Rivals(scratch).Where(one => one.Name == Rmlint))
        {
            Finder remembers = rival with { Command = [.. rival.Command, "--xattr"] };
            List<FinderRun> first = runs[$"{Rmlint} --xattr, first search"] = [];
            List<FinderRun> second = runs[$"{Rmlint} --xattr, second search"] = [];
            long start = Stopwatch.GetTimestamp();
            for (int round = 0; round < rounds && Stopwatch.GetElapsedTime(start).TotalMinutes < MinutesMax; round++)
            {
                FinderRun.Of(rival with { Command = [.. rival.Command, "--xattr-clear"] }, folder);
                first.Add(FinderRun.Of(remembers, folder));
                second.Add(FinderRun.Of(remembers, folder));
            }
        }

        return runs;
    }
}
