using System.Diagnostics;
using System.Globalization;
using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Scanning;

/// <summary>How many threads work at once where a limit is given, here and on a slow device.</summary>
internal static class ThreadTable
{
    private const int PoolThreads = 64;

    // About a seek of a hard disk or a round trip of a network is ten times as long; the counts are the same.
    private static readonly TimeSpan s_slowFolder = TimeSpan.FromMilliseconds(1);

    public static ResultTable Measure(IReadOnlyList<ScanTree> trees, IReadOnlyList<int> limits)
    {
        var table = new ResultTable(
            "Threads at work at once",
            new("tree"), new("limit"), new("the talk's, listing"), new("the talk's, threads taken"),
            new("ours, listing"), new("slow device: the talk's, listing"), new("slow: the talk's, threads taken"),
            new("slow: the talk's, time"), new("slow: ours, listing"), new("slow: ours, time"));
        int passed = 0;
        double most = 1;
        string worst = "";
        foreach (ScanTree tree in trees)
        {
            foreach (int limit in limits)
            {
                Usage talk = Talk(tree, limit, TimeSpan.Zero, scans: 5);
                Usage ours = Ours(tree, limit, TimeSpan.Zero, scans: 5);
                Usage slowTalk = SlowTalk(tree, limit);
                Usage slowOurs = Ours(tree, limit, s_slowFolder, scans: 1);
                table.AddRow(
                    tree.Name, Text(limit), Text(talk.Listing), Text(talk.Threads), Text(ours.Listing),
                    Text(slowTalk.Listing), Text(slowTalk.Threads), Figures.Time(slowTalk.Ns),
                    Text(slowOurs.Listing), Figures.Time(slowOurs.Ns));
                int listing = Math.Max(talk.Listing, slowTalk.Listing);
                passed += listing > limit ? 1 : 0;
                if (listing > most * limit)
                {
                    most = (double)listing / limit;
                    worst = $", by most on the {tree.Name} tree: {listing} where {limit} were allowed";
                }

                VerifyException.Unless(ours.Listing <= limit && slowOurs.Listing <= limit);
            }
        }

        return table
            .AddFootnote(
                $"The talk's limit was passed in {passed} of {trees.Count * limits.Count} cells{worst}. Each of its "
                + "loops reads the counter once, when it begins, and keeps to that while others take and give back; "
                + "what a finished folder gave back can so be taken twice, by the loop above it and by a new one. A "
                + "thread that waits for the folders below its own mostly lists one of them meanwhile, so hardly "
                + "more are taken than list.")
            .AddFootnote(
                "Listing: threads that list a folder, the largest count of five scans. Taken: those that list, or "
                + "wait for the folders below theirs. On the slow device each listing takes a millisecond more, and "
                + $"the thread pool starts {PoolThreads} threads at once, so the counter alone holds back. Ours "
                + "never passes its limit; but it goes level by level and takes a thread for every four folders of "
                + "a level, so a deep and narrow tree on a slow device is listed by few.");
    }

    private static Usage SlowTalk(ScanTree tree, int limit)
    {
        ThreadPool.GetMinThreads(out int workers, out int ports);
        ThreadPool.SetMinThreads(PoolThreads, ports);
        try
        {
            return Talk(tree, limit, s_slowFolder, scans: 1);
        }
        finally
        {
            ThreadPool.SetMinThreads(workers, ports);
        }
    }

    private static Usage Talk(ScanTree tree, int limit, TimeSpan folderTime, int scans) =>
        Watch(tree, folderTime, scans, watch => new TalkScanner(watch).Scan(tree.Root, limit));

    private static Usage Ours(ScanTree tree, int limit, TimeSpan folderTime, int scans) =>
        Watch(tree, folderTime, scans, watch => OwnScanner.Scan(tree.Root, limit, watch));

    private static Usage Watch(ScanTree tree, TimeSpan folderTime, int scans, Func<ScanWatch, ScanResult> scan)
    {
        using var watch = new ScanWatch(folderTime);
        long start = Stopwatch.GetTimestamp();
        for (int i = 0; i < scans; i++)
        {
            VerifyException.UnlessEqual(tree.Content, scan(watch), "a watched scan");
        }

        double ns = Stopwatch.GetElapsedTime(start).TotalNanoseconds / scans;
        return new Usage(watch.Listing.Max, watch.Threads.Max, ns);
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private readonly record struct Usage(int Listing, int Threads, double Ns);
}
