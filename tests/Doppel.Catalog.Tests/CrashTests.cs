using Doppel.Testing;
using Doppel.Testing.Trees;
using static Doppel.Catalog.Tests.TestCatalog;

namespace Doppel.Catalog.Tests;

/// <summary>A process that is killed at any call that changes a file.</summary>
public sealed class CrashTests
{
    [Theory, InlineData(0), InlineData(0.4), InlineData(1)]
    public void A_kill_at_any_call_loses_no_completed_batch_and_makes_nothing_wrong(double tear)
    {
        int calls = 0;
        while (Stop(calls, tear))
        {
            calls++;
        }

        TestContext.Current.TestOutputHelper?.WriteLine($"{calls} calls");
        Assert.InRange(calls, 50, 2000);
    }

    [Theory, InlineData(0), InlineData(0.4), InlineData(1)]
    public void A_kill_while_the_oldest_facts_are_dropped_loses_none_of_the_newest(double tear)
    {
        int calls = 0;
        while (StopShrinking(calls, tear))
        {
            calls += TestRun.Count(7, 1);
        }

        Assert.InRange(calls, 10, 2000);
    }

    [Theory, InlineData(0), InlineData(0.4), InlineData(1)]
    public void A_power_cut_at_any_call_loses_no_fact_that_an_earlier_process_has_written(double tear)
    {
        int calls = 0;
        while (CutPower(calls, tear))
        {
            calls++;
        }

        Assert.InRange(calls, 30, 2000);
    }

    // Returns whether the power failed before the second process was done. What that process has written itself may be
    // lost, and is computed again. But it merges files that have been on the disk for a long time.
    private static bool CutPower(int calls, double tear)
    {
        using var tree = new TempTree();
        string folder = $"{tree.Folder}/catalog";
        var clock = new ManualClock();
        List<ContentFact> early = [];
        for (int process = 0; process < 3; process++)
        {
            ContentFact[] facts = [.. Enumerable.Range(0, 5).Select(i => NewFact(process, process, i))];
            early.AddRange(facts);
            using ContentCatalog catalog = ContentCatalog.Open(folder, new CatalogOptions { Time = clock });
            catalog.Add(Disk, facts);
        }

        clock.Advance(TimeSpan.FromHours(1));
        using var files = new StoppingFiles(calls, tear, cutsPower: true);
        List<ContentFact> added = [.. early];
        try
        {
            var catalog = ContentCatalog.Open(folder, new CatalogOptions { Files = files, Time = clock });
            for (int batch = 0; batch < 20; batch++)
            {
                ContentFact[] facts = [.. Enumerable.Range(0, 5).Select(i => NewFact(5, batch, i))];
                added.AddRange(facts);
                catalog.Add(Disk, facts);
                catalog.Flush();
                if (batch % 7 == 6)
                {
                    catalog.Merge();
                }
            }

            catalog.Dispose();
        }
        catch (StoppedException)
        {
            // The power failed.
        }

        files.Dispose();
        ContentFact[] latest = [.. early.GroupBy(fact => fact.Inode).Select(facts => facts.MaxBy(fact => fact.ReadAt))];
        using ContentCatalog next = ContentCatalog.Open(folder, new CatalogOptions { Time = clock });
        HashSet<ContentFact> found =
            [.. Found(next, added.Distinct().Select((fact, i) => new ContentQuery(fact.Inode, fact.Stamp, i)))];
        Assert.Subset(added.ToHashSet(), found);
        Assert.All(latest, fact => Assert.True(found.Contains(fact)
            || found.Any(newer => newer.Inode == fact.Inode && newer.ReadAt > fact.ReadAt)));
        return files.IsStopped;
    }

    // Returns whether the process was killed before it was done.
    private static bool Stop(int calls, double tear)
    {
        using var tree = new TempTree();
        string folder = $"{tree.Folder}/catalog";
        using var files = new StoppingFiles(calls, tear);
        List<ContentFact> added = [];
        List<ContentFact> completed = [];
        var clock = new ManualClock();
        try
        {
            for (int process = 0; process < 4; process++)
            {
                var catalog = ContentCatalog.Open(folder, new CatalogOptions { Files = files, Time = clock });
                for (int batch = 0; batch < 10; batch++)
                {
                    ContentFact[] facts = [.. Enumerable.Range(0, 5).Select(i => NewFact(process, batch, i))];
                    added.AddRange(facts);
                    catalog.Add(Disk, facts);
                    catalog.Flush();
                    completed.AddRange(facts);
                }

                catalog.Dispose();
            }
        }
        catch (StoppedException)
        {
            files.Dispose();
        }

        Check(folder, clock, added, completed);
        return files.IsStopped;
    }

    // Some replace earlier ones of the same file.
    private static ContentFact NewFact(int process, int batch, int i) =>
        new((ulong)((i * 3) + (batch % 2)), (ulong)((100 * process) + batch), FactKind.Whole, default,
            (uint)((100 * process) + batch));

    private static void Check(string folder, ManualClock clock, List<ContentFact> added, List<ContentFact> completed)
    {
        ContentFact[] latest =
            [.. completed.GroupBy(fact => fact.Inode).Select(facts => facts.MaxBy(fact => fact.ReadAt))];
        ContentQuery[] queries =
            [.. added.Distinct().Select((fact, i) => new ContentQuery(fact.Inode, fact.Stamp, i))];
        // What was being written when the process was killed may be there, and replaces what was before.
        void Check(ContentCatalog catalog)
        {
            HashSet<ContentFact> found = [.. Found(catalog, queries)];
            Assert.Subset(added.ToHashSet(), found);
            Assert.All(latest, fact => Assert.True(found.Contains(fact)
                || found.Any(newer => newer.Inode == fact.Inode && newer.ReadAt > fact.ReadAt)));
        }

        using (ContentCatalog next = ContentCatalog.Open(folder, new CatalogOptions { Time = clock }))
        {
            Check(next);
            for (ulong i = 0; i < 9; i++)
            {
                next.Add(Disk, [Fact(1000 + i)]);
                next.Flush();
            }

            Check(next);
            next.Merge();
            Check(next);
            Assert.Empty(next.Problems);
        }

        // Beside it are only the lock, and the time when facts were last taken back, perhaps half written.
        string run = Assert.Single(Files(folder).Select(path => Path.GetFileName(path)), name =>
            name != "merge.lock" && !name.StartsWith("removed", StringComparison.Ordinal));
        Assert.EndsWith(".run", run, StringComparison.Ordinal);
    }

    private static bool StopShrinking(int calls, double tear)
    {
        const int Count = 30_000;
        using var tree = new TempTree();
        string folder = $"{tree.Folder}/catalog";
        ContentFact[] facts = [.. Enumerable.Range(0, Count).Select(i => Fact((ulong)(i * 7 % Count), (uint)i))];
        using (ContentCatalog catalog = ContentCatalog.Open(folder))
        {
            catalog.Add(Disk, facts.AsSpan(0, 15_000));
            catalog.Add(OtherDisk, facts.AsSpan(15_000));
        }

        using var files = new StoppingFiles(calls, tear);
        try
        {
            using ContentCatalog small = ContentCatalog.Open(
                folder, new CatalogOptions { Files = files, BytesMax = CatalogOptions.BytesMaxMin });
            small.Merge();
        }
        catch (StoppedException)
        {
            files.Dispose();
        }

        using ContentCatalog next = ContentCatalog.Open(folder);
        HashSet<ContentFact> found =
        [
            .. Found(next, facts.Select(fact => Query(fact.Inode))),
            .. Found(next, OtherDisk, facts.Select(fact => Query(fact.Inode))),
        ];
        Assert.Subset(facts.ToHashSet(), found);
        Assert.Superset(facts[^18_000..].ToHashSet(), found);
        if (!files.IsStopped)
        {
            Assert.InRange(Files(folder).Sum(path => new FileInfo(path).Length), 900_000, CatalogOptions.BytesMaxMin);
        }

        return files.IsStopped;
    }
}
