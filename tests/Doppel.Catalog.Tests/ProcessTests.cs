using Doppel.Testing;
using Doppel.Testing.Processes;
using Doppel.Testing.Trees;
using static Doppel.Catalog.Tests.TestCatalog;

namespace Doppel.Catalog.Tests;

/// <summary>Several processes at once.</summary>
public sealed class ProcessTests
{
    [Fact]
    public void Processes_that_write_and_merge_at_once_lose_nothing_while_another_searches()
    {
        int rounds = TestRun.Count(50, 2000);
        using var tree = new TempTree();
        string folder = $"{tree.Folder}/catalog";
        ContentFact early = Fact(5_000_000_000);
        using (ContentCatalog catalog = ContentCatalog.Open(folder))
        {
            catalog.Add(Disk, [early]);
        }

        ChildProcess[] children = [.. Enumerable.Range(1, 2).Select(i => ChildWriter.Start(folder, rounds, i))];
        int searches = 0;
        using (ContentCatalog catalog = ContentCatalog.Open(folder))
        {
            while (Array.Exists(children, child => child.Runs))
            {
                List<ContentFact> found = Found(catalog, [new ContentQuery(early.Inode, early.Stamp, 1)]);
                Assert.Equal([early], found.Distinct());
                searches++;
            }

            Assert.Empty(catalog.Problems);
        }

        foreach (ChildProcess child in children)
        {
            child.WaitForEnd().MustSucceed();
            child.Dispose();
        }

        TestContext.Current.TestOutputHelper?.WriteLine($"{2 * rounds} batches, {searches} searches");
        using ContentCatalog last = ContentCatalog.Open(folder);
        last.Merge();
        ContentFact[] all = [.. Enumerable.Range(1, 2).SelectMany(number =>
            Enumerable.Range(0, rounds).SelectMany(round => ChildWriter.FactsOf(number, round)))];
        List<ContentFact> known = Found(last, all.Select((fact, i) => new ContentQuery(fact.Inode, fact.Stamp, i)));
        Assert.Equal(all.ToHashSet(), known.ToHashSet());
        Assert.Empty(last.Problems);
        Assert.InRange(Runs(folder).Length, 1, 20);
    }

    [Fact]
    public void A_run_that_is_being_written_is_not_merged()
    {
        using var tree = new TempTree();
        string folder = $"{tree.Folder}/catalog";
        using ContentCatalog writing = ContentCatalog.Open(folder);
        for (ulong i = 0; i < 20; i++)
        {
            writing.Add(Disk, [Fact(i)]);
            writing.Flush();
        }

        using ContentCatalog other = ContentCatalog.Open(folder);
        string[] before = Runs(folder);
        other.Merge();
        Assert.Equal(before, Runs(folder));
        writing.Merge();
        Assert.EndsWith(".1.run", Assert.Single(Runs(folder)), StringComparison.Ordinal);
        Assert.Equal(20, Found(other, Enumerable.Range(0, 20).Select(i => Query((ulong)i))).Count);
    }

    [Fact]
    public void Files_are_merged_dropped_and_forgotten_only_under_the_lock()
    {
        using var tree = new TempTree();
        string folder = $"{tree.Folder}/catalog";
        // So small that the oldest facts must be dropped, too.
        var small = new CatalogOptions { BytesMax = CatalogOptions.BytesMaxMin };
        tree.AddFolder("catalog/1");
        using (FileLock? held = new CatalogFiles().OpenLock($"{folder}/1/merge.lock"))
        {
            Assert.NotNull(held);
            for (ulong run = 0; run < 12; run++)
            {
                ulong first = run * 2500;
                using ContentCatalog catalog = ContentCatalog.Open(folder, small);
                catalog.Add(Disk, [.. Enumerable.Range(0, 2500).Select(i => Fact(first + (ulong)i))]);
                catalog.Flush();
                Assert.Empty(catalog.Problems);
                Assert.Equal((int)run + 1, Runs(folder).Length);
            }

            string[] before = Runs(folder);
            Assert.Equal(12, before.Length);
            using ContentCatalog other = ContentCatalog.Open(folder, small);
            other.Merge();
            Assert.False(other.Forget());
            Assert.Equal(before, Runs(folder));
        }

        using ContentCatalog last = ContentCatalog.Open(folder, small);
        last.Merge();
        Assert.Single(Runs(folder));
        Assert.InRange(new FileInfo(Runs(folder)[0]).Length, 1, CatalogOptions.BytesMaxMin);
    }

    [Fact]
    public void Threads_add_and_find_at_once()
    {
        using var tree = new TempTree();
        using ContentCatalog catalog = ContentCatalog.Open($"{tree.Folder}/catalog");
        Parallel.For(0, 4, thread =>
        {
            for (int i = 0; i < 20; i++)
            {
                ContentFact[] facts =
                    [.. Enumerable.Range(0, 1000).Select(j => Fact((ulong)((((i * 1000) + j) * 4) + thread)))];
                catalog.Add(Disk, facts);
                Assert.Equal(
                    facts.ToHashSet(), Found(catalog, facts.Select(fact => Query(fact.Inode))).ToHashSet());
            }
        });
        Assert.Empty(catalog.Problems);
    }
}
