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
        int rounds = TestRun.Count(100, 2000);
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
