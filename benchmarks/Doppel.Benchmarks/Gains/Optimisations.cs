using System.Globalization;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Gains;

/// <summary>
/// Everything that the talk names and that can be switched: first what need not be read, then how the rest is read,
/// then what surrounds it.
/// </summary>
internal static class Optimisations
{
    private static readonly string s_cores = Machine.Cores.ToString(CultureInfo.InvariantCulture);

    /// <summary>All of them, in the order in which they are switched on.</summary>
    public static IReadOnlyList<Optimisation> All { get; } =
    [
        new("sizes", "files whose size occurs once are left alone", "sizes=off", "sizes=on"),
        new("ends", "the first and last block of a file are looked at before the rest", "ends=0", "ends=4k"),
        new("hybrid", "up to 8 files of one size are compared, more are hashed", "few=1", "few=8"),
        new("blocks", "128 KiB are read at a time, not 4", "block=4k", "block=128k"),
        new("xxh3", "contents are hashed with XXH3-128, not SHA-256", "digest=sha256", "digest=xxh3"),
        new("opens", "what is small is read whole at the first opening", "small=0,medium=0", "small=64k,medium=256k"),
        new("closing", "another thread closes files", "closing=here", "closing=background") { IsKept = false },
        new("pools", "memory is used again for the next file", "pools=off", "pools=on"),
        new("threads", "as many threads as processors", "threads=1", "threads=" + s_cores),
        new("system", "system calls are made directly, not by System.IO", "volume=portable", "volume=native"),
        new("paths", "paths are numbers, not strings", "paths=text", "paths=numbers"),

        // The last one, since it asks a device by a system call that System.IO does not have on Linux.
        new("adaptive", "as many as each device gets more done with", "threads=" + s_cores, "threads="),
    ];

    /// <summary>From a search without any to one with all: each has one more than the one before.</summary>
    public static IReadOnlyList<GainSearch> Steps()
    {
        // From the last to the first: of two that set the same, the first begins.
        Dictionary<string, string> settings = With([], [.. All.Reverse().Select(one => one.Off)]);
        List<GainSearch> steps = [new("naive", "every file is hashed by SHA-256, by one thread", settings)];
        foreach (Optimisation one in All)
        {
            Dictionary<string, string> with = With(settings, one.On);
            steps.Add(new GainSearch(one.Name, one.Text, with));
            settings = one.IsKept ? with : settings;
        }

        return steps;
    }

    /// <summary>A search with all that are kept, and those in which one is switched.</summary>
    public static IReadOnlyList<GainSearch> AllButOne()
    {
        Dictionary<string, string> everything = Everything();
        return
        [
            new GainSearch("all", "nothing", everything),
            .. All.Select(one => one.IsKept
                ? new GainSearch(one.Name, $"off: {one.Text}", With(everything, one.Off))
                : new GainSearch(one.Name, $"on: {one.Text}", With(everything, one.On))),
        ];
    }

    /// <summary>A search with all, by so many threads.</summary>
    public static GainSearch OfThreads(int threads)
    {
        string count = threads.ToString(CultureInfo.InvariantCulture);
        return new GainSearch(count, "", With(Everything(), $"{Optimisation.Threads}={count}"));
    }

    private static Dictionary<string, string> Everything() =>
        With([], [.. All.Select(one => one.IsKept ? one.On : one.Off)]);

    private static Dictionary<string, string> With(
        Dictionary<string, string> settings, params IReadOnlyList<string> changes)
    {
        var changed = new Dictionary<string, string>(settings);
        foreach (string pair in changes.SelectMany(one => one.Split(',')))
        {
            string[] parts = pair.Split('=');
            changed[parts[0]] = parts[1];
        }

        return changed;
    }
}
