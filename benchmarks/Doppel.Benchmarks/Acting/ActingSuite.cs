using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Opening;

namespace Doppel.Benchmarks.Acting;

/// <summary>
/// What it costs to prove again, to lease, to journal and to sync, beside what linking takes anyway.
/// </summary>
internal sealed class ActingSuite : ISuite
{
    private const double RatioMax = 2.5;
    private const long ImageBytes = 4L << 30;

    private static readonly string[] s_fileSystems = ["ext4", "xfs"];

    public string Name => "acting";

    public string Question => "How much longer does it take to link safely than to link?";

    public void Verify()
    {
        using var scratch = new ScratchFolder("acting-check");
        var tree = new PairTree(scratch.Path, pairs: 50);
        tree.Separate();
        VerifyException.UnlessEqual(0, tree.CountLinked(), "nobody");
        tree.LinkBarely();
        VerifyException.UnlessEqual(tree.Pairs, tree.CountLinked(), "link and rename");
        tree.Separate();
        tree.MakePlan();
        tree.Link();
        VerifyException.UnlessEqual(tree.Pairs, tree.CountLinked(), "doppel");
    }

    public void Run(SuiteRun run)
    {
        if (Environment.UserName != "root")
        {
            run.Note("Needs root, to mount images of the file systems.");
            return;
        }

        int pairs = run.Pick(10_000, 100_000);
        var table = new ResultTable(
            "Hard links in place of duplicates", new("file system"), new("duplicates"), new("link and rename"),
            new("doppel link"), new("ratio"), new($"at most {RatioMax}"));
        foreach (string fileSystem in s_fileSystems)
        {
            run.Log($"{fileSystem}, {pairs:#,0} duplicates");
            (double bare, double ours, double ratio) = Measure(fileSystem, pairs, run.Pick(3, 7));
            table.AddRow(
                fileSystem, $"{pairs:#,0}", Figures.Time(bare / pairs * 1e9), Figures.Time(ours / pairs * 1e9),
                Figures.Fixed(ratio, 2), Figures.YesNo(ratio <= RatioMax));
        }

        run.Add(table.AddFootnote(
            "Times are of one duplicate, medians of rounds in turn. Each duplicate of 1 KiB has a keeper and a content "
            + "of its own; all are on the disk and in the cache. `link and rename` is a C program of ours "
            + "(benchmarks/native/relink.c) that makes the two calls for each name, and nothing else; what counts is "
            + "the time of these calls. `doppel link` is a whole run by a plan, from start to end: it "
            + "compares every byte under leases, writes and syncs a journal on the same file system, and brings the "
            + "keepers to the disk. The ratio is the median of the ratios of the rounds. The file systems are images "
            + "in files, mounted by loop devices."));
    }

    private static (double Bare, double Ours, double Ratio) Measure(string fileSystem, int pairs, int rounds)
    {
        using var scratch = new ScratchFolder("acting");
        string image = Path.Combine(scratch.Path, "image");
        string seen = Path.Combine(scratch.Path, "seen");
        string files = Path.Combine(seen, "files");
        using (FileStream file = File.Create(image))
        {
            file.SetLength(ImageBytes);
        }

        PairTree.Run("mkfs." + fileSystem, "-q", image);
        Directory.CreateDirectory(seen);
        List<(double Bare, double Ours)> times = [];

        // Whatever ends the program ends the mount with it.
        PrivateMount.Run(Directory.CreateDirectory(Path.Combine(scratch.Path, "none")).FullName, seen, () =>
        {
            Directory.CreateDirectory(files);
            PairTree.Run("mount", "-o", "loop", image, files);
            try
            {
                times = Rounds(new PairTree(files, pairs), rounds);
            }
            finally
            {
                PairTree.Run("umount", files);
            }
        });
        return (
            Statistics.Median([.. times.Select(time => time.Bare)]),
            Statistics.Median([.. times.Select(time => time.Ours)]),
            Statistics.Median([.. times.Select(time => time.Ours / time.Bare)]));
    }

    private static List<(double Bare, double Ours)> Rounds(PairTree tree, int rounds)
    {
        List<(double Bare, double Ours)> times = [];
        for (int round = -1; round < rounds; round++)
        {
            double bare = 0;
            double ours = 0;
            for (int turn = 0; turn < 2; turn++)
            {
                tree.Separate();
                if ((turn + round) % 2 == 0)
                {
                    ours = Linked(tree, Ours(tree));
                }
                else
                {
                    bare = Linked(tree, tree.LinkBarely());
                }
            }

            // The first warms up.
            if (round >= 0)
            {
                times.Add((bare, ours));
            }
        }

        return times;
    }

    private static double Ours(PairTree tree)
    {
        tree.MakePlan();
        return tree.Link();
    }

    private static double Linked(PairTree tree, double seconds)
    {
        VerifyException.UnlessEqual(tree.Pairs, tree.CountLinked(), "one of the two");
        return seconds;
    }
}
