using System.Globalization;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Opening;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Scanning;

/// <summary>Listing all files of a tree.</summary>
internal sealed class ScanningSuite : ISuite
{
    private const string TalkName = "the talk's Parallel.ForEach";
    private const string OwnName = "ours";

    private static readonly int[] s_threads = [1, 2, 4, 8, 16];

    public string Name => "scanning";

    public string Question => "How fast is a tree of folders listed, and is the talk's limit on threads kept?";

    public void Verify()
    {
        using var scratch = new ScratchFolder("scanning-check");
        foreach (ScanTree tree in Trees(scratch, 2_000))
        {
            foreach (int threads in s_threads)
            {
                foreach (Contestant contestant in Contestants(tree, threads))
                {
                    // Each compares what it found with what was made.
                    contestant.Work();
                }
            }
        }
    }

    public void Run(SuiteRun run)
    {
        run.Note(
            "The talk scans with a Parallel.ForEach over the folders of every folder, one within the other, and "
            + "hands each one a limit from an interlocked counter. It shows the gain as a chart without figures. "
            + "The framework's own ways are on one thread and so are the same in every cell of a tree. Ours brings "
            + "home more than the others: device, inode and links of each file beside its path and size. All is in "
            + "the kernel's caches.");
        using var scratch = new ScratchFolder("scanning");
        IReadOnlyList<ScanTree> trees = Trees(scratch, run.Pick(8_000, 40_000));
        run.Log($"three trees made in {scratch.Path}");
        foreach (ScanTree tree in trees)
        {
            MeasureTree(run, tree);
        }

        run.Log("threads at work at once");
        run.Add(ThreadTable.Measure(trees, s_threads));
    }

    private static void MeasureTree(SuiteRun run, ScanTree tree)
    {
        List<Row> rows = [];
        foreach (int threads in run.Pick([1, 2, 8], s_threads))
        {
            rows.AddRange(run.Measure(
                Contestants(tree, threads), [new Parameter(Judge.Threads, Text(threads))], run.Pick(5, 9)));
        }

        run.Add(FileTable.Of($"Scanning a {tree.Name} tree of {tree.Content.Files:#,0} files", rows));
        run.Add(new LinePlot($"Scanning a {tree.Name} tree", PlotSeries.Over(Judge.Threads, rows))
        {
            XTitle = "threads",
            YTitle = "time of one file",
            XScale = AxisScale.Log2,
            YUnit = AxisUnit.Time,
        });
    }

    private static IReadOnlyList<ScanTree> Trees(ScratchFolder scratch, int files) =>
    [
        ScanTree.Wide(System.IO.Path.Combine(scratch.Path, "wide"), files),
        ScanTree.Deep(System.IO.Path.Combine(scratch.Path, "deep"), files),
        ScanTree.Lopsided(System.IO.Path.Combine(scratch.Path, "lopsided"), files),
    ];

    private static IReadOnlyList<Contestant> Contestants(ScanTree tree, int threads)
    {
        return
        [
            ToContestant("EnumerateFiles and FileInfo", Role.Rival, root => FrameworkScanner.PathsThenSizes(root)),
            ToContestant("FileSystemEnumerable", Role.Rival, root => FrameworkScanner.OnePass(root)),
            ToContestant("plain recursion", Role.Rival, root => FrameworkScanner.Recursion(root)),
            ToContestant(TalkName, Role.Rival, root => new TalkScanner().Scan(root, threads)),
            ToContestant(OwnName, Role.Ours, root => OwnScanner.Scan(root, threads)),
        ];

        Contestant ToContestant(string name, Role role, Func<string, ScanResult> scan) => new(name, role, () =>
        {
            ScanResult result = scan(tree.Root);
            VerifyException.UnlessEqual(tree.Content, result, $"{name}, {threads} threads, {tree.Name} tree");
            return result.Files;
        });
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
