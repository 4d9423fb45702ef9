using System.Diagnostics;
using Doppel.Benchmarks.Finders;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Catalog;

/// <summary>A first search that is killed after half of its time, and what the next one still has to open.</summary>
/// <param name="scratch">A folder for catalogs.</param>
internal sealed class InterruptedSearch(string scratch)
{
    /// <summary>Kills first searches of a tree.</summary>
    /// <param name="tree">Its name.</param>
    /// <param name="folder">The tree.</param>
    /// <param name="times">How many.</param>
    public ResultTable Measure(string tree, string folder, int times)
    {
        double[] whole = [.. Enumerable.Range(0, times).Select(i => FinderRun.Of(Search(i, "whole"), folder).Seconds)];
        double half = Statistics.Median(whole) / 2;
        long all = SearchCounts.Of(Search(0, "counted").Command, folder).Opened;
        var table = new ResultTable(
            $"A first search of {tree} that was killed", new("killed after"), new("opened by the next search"),
            new("opened by a whole first search"), new("not read again"));
        for (int i = 0; i < times; i++)
        {
            Finder search = Search(i, "killed");
            Kill(search, folder, half);
            long opened = SearchCounts.Of(search.Command, folder).Opened;
            table.AddRow(
                Figures.Time(half * 1e9), $"{opened:#,0}", $"{all:#,0}",
                $"{Figures.Fixed(100 * (1 - ((double)opened / all)), 0)} %");
        }

        string took = string.Join(", ", whole.Select(one => Figures.Time(one * 1e9)));
        return table.AddFootnote(
            $"The first search is ended by SIGKILL after half the median time of whole first searches ({took}). A "
            + "search lists the tree before it opens a file, so that less than half of the openings are done by then.");
    }

    // Each with a catalog of its own, which is empty.
    private Finder Search(int number, string kind) =>
        Finder.Doppel(Path.Combine(scratch, $"{kind}-{number}"));

    private static void Kill(Finder search, string folder, double seconds)
    {
        string[] arguments = [.. search.Command.Skip(1), "-q", "--json", "-o", "/dev/null", folder];
        using Process process = Process.Start(search.Command[0], arguments);
        if (!process.WaitForExit(TimeSpan.FromSeconds(seconds)))
        {
            process.Kill();
            process.WaitForExit();
        }
    }
}
