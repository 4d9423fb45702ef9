using Doppel.Hashing;
using Doppel.Testing;
using Doppel.Testing.Trees;
using static Doppel.Catalog.Tests.TestCatalog;

namespace Doppel.Catalog.Tests;

public sealed class FindTests : IDisposable
{
    private readonly TempTree _tree = new();

    private string Folder => $"{_tree.Folder}/catalog";

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void Added_facts_are_found_at_once_and_by_the_next_process()
    {
        using (ContentCatalog catalog = ContentCatalog.Open(Folder))
        {
            catalog.Add(Disk, [Fact(5), Fact(3)]);
            Assert.Equal([Fact(5)], Found(catalog, [Query(4), Query(5)]));
        }

        using ContentCatalog next = ContentCatalog.Open(Folder);
        Assert.Equal([Fact(3), Fact(5)], Found(next, Enumerable.Range(0, 9).Select(i => Query((ulong)i))));
        Assert.Empty(next.Problems);
    }

    [Fact]
    public void A_catalog_that_learns_nothing_creates_nothing()
    {
        using (ContentCatalog catalog = ContentCatalog.Open(Folder))
        {
            Assert.Empty(Found(catalog, [Query(1)]));
            Assert.Empty(catalog.List());
            catalog.Flush();
            catalog.Merge();
            Assert.True(catalog.Forget());
        }

        Assert.False(Directory.Exists(Folder));
    }

    [Fact]
    public void A_file_that_has_changed_is_not_known()
    {
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        catalog.Add(Disk, [Fact(5)]);
        Assert.Empty(Found(catalog, [new ContentQuery(5, 16, 0)]));
        Assert.Empty(Found(catalog, OtherDisk, [Query(5)]));
    }

    [Fact]
    public void Queries_with_the_same_inode_each_get_their_facts_in_the_order_of_addition()
    {
        ContentFact Of(ulong stamp, ulong value) => new(5, stamp, FactKind.Ends, new Digest128(0, value), 9);
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        catalog.Add(Disk, [Of(1, 10), Of(2, 20), Of(1, 11)]);
        catalog.Flush();
        catalog.Add(Disk, [Of(1, 12)]);
        catalog.Flush();
        catalog.Add(Disk, [Of(1, 13)]);
        Assert.Equal(
            [Of(1, 10), Of(1, 11), Of(1, 12), Of(1, 13)],
            Found(catalog, [new(5, 1, 0), new(4, 1, 1), new(6, 1, 2)]));
        Assert.Equal(
            [10, 10, 11, 11, 12, 12, 13, 13, 20],
            Found(catalog, [new(5, 1, 0), new(5, 2, 1), new(5, 1, 2)]).Select(fact => (int)fact.Value.Low).Order());
    }

    [Theory, InlineData(1), InlineData(64), InlineData(65), InlineData(4096), InlineData(4097), InlineData(100_000)]
    public void Each_of_many_facts_is_found(int count)
    {
        ContentFact[] facts = [.. Enumerable.Range(0, count).Select(i => Fact((ulong)(i * 7919L % 100_003)))];
        using (ContentCatalog catalog = ContentCatalog.Open(Folder))
        {
            catalog.Add(Disk, facts);
            AssertFound(catalog, facts);
            catalog.Flush();
            AssertFound(catalog, facts);
        }

        using ContentCatalog merged = ContentCatalog.Open(Folder);
        AssertFound(merged, facts);
        Assert.Empty(merged.Problems);
    }

    [Theory, InlineData(70), InlineData(ulong.MaxValue - 1)]
    public void More_facts_about_one_inode_than_a_read_takes_are_all_found(ulong inode)
    {
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        ContentFact[] facts = [.. Enumerable.Range(0, 5000)
            .Select(i => new ContentFact(inode, 1, FactKind.Whole, new Digest128(1, (ulong)i), 5))];
        catalog.Add(Disk, [Fact(inode - 1), .. facts, Fact(inode + 1)]);
        catalog.Flush();
        Assert.Equal(
            [Fact(inode - 1), .. facts, Fact(inode + 1)],
            Found(catalog, [Query(inode - 1), new(inode, 1, 1), Query(inode + 1)]));
    }

    [Fact]
    public void Inodes_at_the_ends_of_their_range_are_found()
    {
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        catalog.Add(Disk, [new(0, 1, FactKind.Whole, default, 2), new(ulong.MaxValue, 1, FactKind.Whole, default, 2)]);
        catalog.Flush();
        Assert.Equal(2, Found(catalog, [new(0, 1, 0), new(ulong.MaxValue, 1, 1)]).Count);
    }

    [Fact]
    public void Queries_that_are_not_in_order_are_refused()
    {
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        Assert.Throws<ArgumentException>(
            () => catalog.Find(Disk, [Query(2), Query(1)], static (int _, in ContentFact _) => { }));
    }

    [Fact]
    public void A_file_system_without_a_lasting_identity_is_not_stored()
    {
        using (ContentCatalog catalog = ContentCatalog.Open(Folder))
        {
            catalog.Add(default, [Fact(1)]);
            Assert.Empty(Found(catalog, default, [Query(1)]));
        }

        Assert.False(Directory.Exists(Folder));
    }

    [Fact]
    public void Facts_wait_2_seconds_at_most_for_the_next_one()
    {
        var clock = new ManualClock();
        using ContentCatalog catalog = ContentCatalog.Open(Folder, new CatalogOptions { Time = clock });
        using ContentCatalog other = ContentCatalog.Open(Folder, new CatalogOptions { Time = clock });
        catalog.Add(Disk, [Fact(1)]);
        clock.Advance(TimeSpan.FromSeconds(1.9));
        catalog.Add(Disk, [Fact(2)]);
        Assert.Empty(Found(other, [Query(1), Query(2)]));
        clock.Advance(TimeSpan.FromSeconds(0.1));
        catalog.Add(Disk, [Fact(3)]);
        Assert.Equal([Fact(1), Fact(2), Fact(3)], Found(other, [Query(1), Query(2), Query(3)]));
    }

    [Fact]
    public void A_visitor_may_add()
    {
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        catalog.Add(Disk, [Fact(1), Fact(2)]);
        catalog.Find(
            Disk, [Query(1), Query(2)], (int _, in ContentFact fact) => catalog.Add(Disk, [Fact(fact.Inode + 2)]));
        Assert.Equal([Fact(3), Fact(4)], Found(catalog, [Query(3), Query(4)]));
    }

    [Fact]
    public void A_list_counts_facts_and_their_bytes_and_a_walk_passes_each()
    {
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        catalog.Add(Disk, [Fact(1, 100), Fact(2, 50), Fact(1, 70, FactKind.Ends), Fact(1, 70, FactKind.Comparison)]);
        catalog.Add(OtherDisk, [Fact(9, 8)]);
        Assert.Equal(
            [
                new CatalogFileSystem(Disk)
                {
                    FileCount = 2,
                    WholeCount = 2,
                    EndsCount = 1,
                    ComparisonCount = 1,
                    BytesOnDisk = 64 + 40 + (4 * 48) + 16 + 16,
                    OldestReadAt = DateTimeOffset.FromUnixTimeSeconds(50),
                    NewestReadAt = DateTimeOffset.FromUnixTimeSeconds(100),
                },
                new CatalogFileSystem(OtherDisk)
                {
                    FileCount = 1,
                    WholeCount = 1,
                    BytesOnDisk = 64 + 40 + 48 + 16 + 16,
                    OldestReadAt = DateTimeOffset.FromUnixTimeSeconds(8),
                    NewestReadAt = DateTimeOffset.FromUnixTimeSeconds(8),
                },
            ],
            catalog.List());
        List<ContentFact> all = [];
        catalog.ForEach(OtherDisk, all.Add);
        Assert.Equal([Fact(9, 8)], all);
    }

    [Fact]
    public void A_file_counts_once_although_several_searches_stored_facts_about_it()
    {
        for (int search = 0; search < 3; search++)
        {
            using ContentCatalog catalog = ContentCatalog.Open(Folder);
            catalog.Add(Disk, [Fact(1), Fact(63), Fact(64), Fact(ulong.MaxValue)]);
        }

        using ContentCatalog last = ContentCatalog.Open(Folder);
        Assert.Equal(4, Assert.Single(last.List()).FileCount);
    }

    [Fact]
    public void Forgotten_facts_are_removed_and_later_ones_stay()
    {
        using ContentCatalog searching = ContentCatalog.Open(Folder);
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        searching.Add(Disk, [Fact(1)]);
        searching.Add(OtherDisk, [Fact(1)]);
        searching.Flush();
        Assert.True(catalog.Forget(Disk));
        Assert.Empty(Found(catalog, [Query(1)]));
        Assert.Equal([Fact(1)], Found(catalog, OtherDisk, [Query(1)]));
        searching.Add(Disk, [Fact(2)]);
        searching.Flush();
        Assert.Equal([Fact(2)], Found(catalog, [Query(1), Query(2)]));
        Assert.True(catalog.Forget());
        Assert.Empty(Runs(Folder));
    }

    private static void AssertFound(ContentCatalog catalog, ContentFact[] facts)
    {
        ContentFact[] expected = [.. facts.OrderBy(fact => fact.Inode)];
        Assert.Equal(
            expected, Found(catalog, facts.Select(fact => Query(fact.Inode))).OrderBy(fact => fact.Inode));
        Assert.Equal(
            expected.Where((_, i) => i % 997 == 0),
            Found(catalog, expected.Where((_, i) => i % 997 == 0).Select(fact => Query(fact.Inode)))
                .OrderBy(fact => fact.Inode));
    }
}
