using System.Diagnostics;
using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Catalog;

/// <summary>The searches that are measured in turn: without a catalog, with an empty and with a full one.</summary>
/// <param name="scratch">A folder for the catalogs, outside of what is searched.</param>
internal sealed class CatalogWays(string scratch)
{
    public const string Without = "doppel --catalog none";
    public const string First = "doppel, first search";
    public const string Second = "doppel, second search";

    private static readonly TimeSpan s_settled = TimeSpan.FromMilliseconds(100);

    private string Empty => Path.Combine(scratch, "empty-catalog");

    private string Full => Path.Combine(scratch, "full-catalog");

    /// <summary>The name of the program that only lists.</summary>
    public static string Walk { get; } = Finder.Walk(Machine.Cores).Name;

    /// <summary>All four, in the order of the tables.</summary>
    public Finder[] All =>
    [
        Finder.Walk(Machine.Cores),
        Finder.Doppel() with { Name = Without, Role = Role.Reference },
        Finder.Doppel(Empty) with { Name = First },
        Finder.Doppel(Full) with { Name = Second },
    ];

    /// <summary>What the searches open; afterwards the full catalog is full.</summary>
    public CatalogCounts Count(string folder)
    {
        // What has changed in the 20 ms before a search is read again by the next one.
        long start = Stopwatch.GetTimestamp();
        SpinWait.SpinUntil(() => Stopwatch.GetElapsedTime(start) > s_settled);
        Clear(Full);
        IReadOnlyList<string> command = Finder.Doppel(Full).Command;
        SearchCounts first = SearchCounts.Of(command, folder);
        var second = SearchCounts.Of(command, folder);
        return new CatalogCounts(SearchCounts.Of(Finder.Doppel().Command, folder), first, second);
    }

    /// <summary>Bytes of the full catalog's files.</summary>
    public long CountBytes() => Directory.EnumerateFiles(Full, "*", SearchOption.AllDirectories)
        .Sum(file => new FileInfo(file).Length);

    /// <summary>Runs the searches in turn, after <see cref="Count"/>; one round before them warms up.</summary>
    /// <returns>For each search by its name, a run for each round.</returns>
    public Dictionary<string, List<FinderRun>> Measure(IReadOnlyList<Finder> ways, string folder, int rounds)
    {
        Dictionary<string, List<FinderRun>> runs = ways.ToDictionary(way => way.Name, _ => new List<FinderRun>());
        for (int round = -1; round < rounds; round++)
        {
            for (int turn = 0; turn < ways.Count; turn++)
            {
                // Backwards in every other round, so that nobody always follows the same one.
                int place = (turn + round + 1) % ways.Count;
                Finder way = ways[round % 2 == 0 ? place : ways.Count - 1 - place];
                Clear(Empty);
                FinderRun one = FinderRun.Of(way, folder);
                if (round >= 0)
                {
                    runs[way.Name].Add(one);
                }
            }
        }

        return runs;
    }

    private static void Clear(string catalog)
    {
        if (Directory.Exists(catalog))
        {
            Directory.Delete(catalog, recursive: true);
        }
    }
}

/// <summary>What three searches of one tree told.</summary>
/// <param name="Without">Without a catalog.</param>
/// <param name="First">With an empty one.</param>
/// <param name="Second">With a full one.</param>
internal readonly record struct CatalogCounts(SearchCounts Without, SearchCounts First, SearchCounts Second)
{
    /// <summary>Files that a search opened; nothing for the floor, which opens none.</summary>
    public string Opened(string way) => way switch
    {
        CatalogWays.Without => $"{Without.Opened:#,0}",
        CatalogWays.First => $"{First.Opened:#,0}",
        CatalogWays.Second => $"{Second.Opened:#,0}",
        _ => "",
    };
}
