using System.Globalization;
using System.Text;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Opening;
using Doppel.Finding;
using Doppel.Reports;
using Doppel.Volumes;

namespace Doppel.Benchmarks.Gains;

/// <summary>
/// Everything that the talk names and that can be switched: first what need not be read, then how the rest is read,
/// then what surrounds it.
/// </summary>
internal static class Optimisations
{
    /// <summary>All of them, in the order in which they are switched on.</summary>
    public static IReadOnlyList<Optimisation> All { get; } =
    [
        new("ends", "the first and last block of a file are looked at before the rest",
            search => search with { Ladder = search.Ladder with { EndBytes = 0 } }),
        new("hybrid", "up to 8 files of one size are compared, more are hashed",
            search => search with { Ladder = search.Ladder with { FewCopiesMax = 1 } }),
        new("blocks", "128 KiB are read at a time, not 4",
            search => search with { Ladder = search.Ladder with { BlockBytes = 4096 } }),
        new("opens", "what is small is read whole at the first opening",
            search => search with { Ladder = search.Ladder with { SmallBytesMax = 0, MediumBytesMax = 0 } }),
        new("threads", "as many threads as processors", search => search with { Threads = 1 }),
        new("system", "system calls are made directly, not by System.IO",
            search => search with { Volume = new PortableVolume() }),

        // The last one, since it asks a device by a system call that System.IO does not have on Linux.
        new("adaptive", "as many as each device gets more done with",
            search => search with { Threads = Machine.Cores }),
    ];

    /// <summary>From a search without any to one with all: each has one more than the one before.</summary>
    public static IReadOnlyList<GainSearch> Steps()
    {
        List<GainSearch> steps = [new("naive", "every file is hashed by SHA-256, by one thread", NaiveSearch.Run)];
        string name = "engine";
        string text = "only files that share their size, by XXH3-128, with memory that is used again";
        for (int on = 0; on <= All.Count; on++)
        {
            if (on > 0)
            {
                (name, text) = (All[on - 1].Name, All[on - 1].Text);
            }

            // From the last to the first: of two that set the same, the first begins.
            EngineSearch search = All.Skip(on).Reverse().Aggregate(new EngineSearch(), (all, one) => one.Without(all));
            steps.Add(new GainSearch(name, text, search.Run));
        }

        return steps;
    }

    /// <summary>A search with all, and those in which one is switched off.</summary>
    public static IReadOnlyList<GainSearch> AllButOne() =>
    [
        new GainSearch("all", "nothing", new EngineSearch().Run),
        .. All.Select(one => new GainSearch(one.Name, $"off: {one.Text}", one.Without(new EngineSearch()).Run)),
    ];

    /// <summary>A search with all, by so many threads.</summary>
    public static GainSearch OfThreads(int threads) => new(
        threads.ToString(CultureInfo.InvariantCulture), "", new EngineSearch { Threads = threads }.Run);
}

/// <summary>One thing that makes a search fast.</summary>
/// <param name="Name">One word, as it stands below a chart.</param>
/// <param name="Text">What it does.</param>
/// <param name="Without">Switches it off.</param>
internal sealed record Optimisation(string Name, string Text, Func<EngineSearch, EngineSearch> Without);

/// <summary>A search by the engine.</summary>
internal sealed record EngineSearch
{
    public Ladder Ladder { get; init; } = Ladder.Default;

    /// <summary>As of <see cref="FindOptions.Threads"/>.</summary>
    public int Threads { get; init; }

    public IVolume Volume { get; init; } = LocalVolume.Create();

    /// <summary>Searches a folder.</summary>
    public GainCounts Run(string folder)
    {
        var options = new FindOptions
        {
            Roots = [new FindRoot(Volume, Encoding.UTF8.GetBytes(folder))],
            Ladder = Ladder,
            Threads = Threads,
        };
        using FindResult result = Finder.Find(options, progress: null, CancellationToken.None);
        ReportSummary found = result.Summary;
        return new GainCounts(
            found.Groups, found.RedundantFiles, found.RedundantBytes, found.Opened, found.BytesRead);
    }
}
