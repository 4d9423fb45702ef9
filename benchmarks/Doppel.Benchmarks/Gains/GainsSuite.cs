using System.ComponentModel;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Opening;

namespace Doppel.Benchmarks.Gains;

/// <summary>What each optimisation gains: one after the other switched on, and each alone switched off.</summary>
internal sealed class GainsSuite : ISuite
{
    private static readonly int[] s_threads = [1, 2, 4, 8, 16];

    private static readonly ScannerKind s_scanner = new(4, 4);

    public string Name => "gains";

    public string Question => "What does each optimisation gain, from hashing everything on one thread upwards?";

    public void Verify()
    {
        using var scratch = new ScratchFolder("gains-check");
        string folder = Path.Combine(scratch.Path, "tree");
        GainTree.Make(folder, 200);
        CountAll(AllSearches(), folder);
    }

    public void Run(SuiteRun run)
    {
        using var scratch = new ScratchFolder("gains");
        string tree = Path.Combine(scratch.Path, "tree");
        string held = Path.Combine(scratch.Path, "held");
        GainTree.Make(tree, run.Pick(1_500, 8_000));
        GainTree.Make(held, run.Pick(100, 300));
        var steps = new GainResult(Optimisations.Steps());
        var allButOne = new GainResult(Optimisations.AllButOne());
        var threads = new GainResult([.. s_threads.Select(Optimisations.OfThreads)]);
        GainResult[] some = run.IsShort ? [steps, threads] : [steps, allButOne, threads];
        run.Note(
            $"A tree of {run.Pick("1,500", "8,000")} files. {GainTree.Text} A search without any optimisation hashes "
            + "all of them; then comes the engine without what can be switched, and one is switched on after the "
            + "other. Each time is the median of whole searches in this process, which come in turn.");
        Measure(run, new GainPlace("warm", tree, run.Pick(2, 5)), steps, allButOne, threads);
        MeasureCold(run, new GainPlace("cold", tree, run.Pick(1, 3)) { IsCold = true }, some);
        MeasureHeld(run, held, Path.Combine(scratch.Path, "mount"), some);
        Report(run, tree, steps, allButOne, threads);
    }

    private static IReadOnlyList<GainSearch> AllSearches() =>
        [.. Optimisations.Steps(), .. Optimisations.AllButOne(), .. s_threads.Select(Optimisations.OfThreads)];

    private static GainCounts[] CountAll(IReadOnlyList<GainSearch> searches, string folder)
    {
        GainCounts[] counts = [.. searches.Select(search => search.Run(folder))];
        for (int i = 0; i < counts.Length; i++)
        {
            VerifyException.UnlessEqual(Found(counts[0]), Found(counts[i]), searches[i].Name);
        }

        return counts;

        static (long, long, long) Found(GainCounts counts) =>
            (counts.Groups, counts.RedundantFiles, counts.RedundantBytes);
    }

    private static void Measure(SuiteRun run, GainPlace place, params GainResult[] results)
    {
        foreach (GainResult result in results)
        {
            run.Log($"{place.Name}: {result.Searches.Count} searches, {place.Rounds} rounds");
            result.Measure(place);
        }
    }

    private static void MeasureCold(SuiteRun run, GainPlace place, GainResult[] results)
    {
        if (BenchContext.MayDropCaches && OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess)
        {
            Measure(run, place, results);
        }
        else
        {
            run.Note("Nothing is measured cold: that needs root, and a run of this suite by its name.");
        }
    }

    private static void MeasureHeld(SuiteRun run, string folder, string mount, GainResult[] results)
    {
        Directory.CreateDirectory(mount);
        try
        {
            var place = new GainPlace("under a scanner", mount, run.Pick(1, 2)) { Scanner = s_scanner };
            PrivateMount.Run(folder, mount, () => Measure(run, place, results));
            run.Note(
                $"The scanner asks to be asked before each opening and holds it for {s_scanner.HoldText}, "
                + $"{s_scanner.Threads} at once; it does so with a tree of {run.Pick("100", "300")} files.");
        }
        catch (Win32Exception refusal)
        {
            run.Note($"Nothing is measured under a scanner, which needs root and fanotify: {refusal.Message}.");
        }
    }

    private static void Report(
        SuiteRun run, string tree, GainResult steps, GainResult allButOne, GainResult threads)
    {
        const string StepByStep = "Step by step";
        const string AllButOne = "All but one";
        const string ByThreads = "The whole search by threads";
        run.Add(steps.ToBars(StepByStep + ", chart"));
        run.Add(steps.ToTable(
            StepByStep, "the step before", static step => Math.Max(0, step - 1), CountAll(steps.Searches, tree)));
        run.Add(allButOne.ToBars(AllButOne + ", chart"));
        run.Add(allButOne.ToTable(AllButOne, "all", static _ => 0, CountAll(allButOne.Searches, tree))
            .AddFootnote("More than 1 is what the optimisation is worth to a search that has all others."));
        run.Add(threads.ToLines(ByThreads + ", plot", "threads", s_threads));
        run.Add(threads.ToTable(ByThreads, "one thread", static _ => 0, CountAll(threads.Searches, tree)));
    }
}
