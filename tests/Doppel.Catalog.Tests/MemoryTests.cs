using Doppel.Hashing;
using Doppel.Testing;
using Doppel.Testing.Trees;
using static Doppel.Catalog.Tests.TestCatalog;

namespace Doppel.Catalog.Tests;

/// <summary>Facts that are kept in memory only.</summary>
public sealed class MemoryTests : IDisposable
{
    private readonly TempTree _tree = new();

    private string Folder => $"{_tree.Folder}/catalog";

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void They_are_found_and_never_written()
    {
        using (ContentCatalog catalog = ContentCatalog.Open(Folder))
        {
            catalog.KeepInMemory(Disk);
            Assert.False(catalog.MayKnow(Disk));
            catalog.Add(Disk, [Fact(5), Fact(3)]);
            Assert.True(catalog.MayKnow(Disk));
            Assert.Equal([Fact(3), Fact(5)], Found(catalog, [Query(3), Query(4), Query(5)]));
            catalog.Flush();
            Assert.Empty(catalog.List());
        }

        Assert.Empty(Files(Folder));
    }

    [Fact]
    public void They_do_not_touch_those_of_other_file_systems()
    {
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        catalog.KeepInMemory(Disk);
        catalog.Add(Disk, [Fact(1)]);
        catalog.Add(OtherDisk, [Fact(2)]);
        Assert.Empty(Found(catalog, OtherDisk, [Query(1)]));
        Assert.True(catalog.Forget(Disk));
        Assert.Empty(Found(catalog, [Query(1)]));
        Assert.Equal([Fact(2)], Found(catalog, OtherDisk, [Query(2)]));
    }

    [Fact]
    public void A_visitor_may_take_facts_back()
    {
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        catalog.KeepInMemory(Disk);
        catalog.Add(Disk, [Fact(5)]);
        catalog.Find(
            Disk, [Query(5)], (int _, in ContentFact fact) => catalog.Add(Disk, [fact with { Value = default }]));
        Assert.Equal([Fact(5) with { Value = default }], Found(catalog, [Query(5)]));
    }

    [Fact]
    public void Above_the_limit_all_are_forgotten_rather_than_memory_grows()
    {
        var options = new CatalogOptions { BytesMax = CatalogOptions.BytesMaxMin };
        using ContentCatalog catalog = ContentCatalog.Open(Folder, options);
        catalog.KeepInMemory(Disk);
        int fitting = (int)(CatalogOptions.BytesMaxMin / 48);
        for (int i = 1; i <= fitting; i++)
        {
            catalog.Add(Disk, [Fact((ulong)i)]);
        }

        Assert.Equal([Fact(1)], Found(catalog, [Query(1)]));
        catalog.Add(Disk, [Fact(1)]);
        Assert.Equal([Fact(1)], Found(catalog, [Query(1)]));
        catalog.Add(Disk, [Fact((ulong)fitting + 1)]);
        Assert.Empty(Found(catalog, [Query(1)]));
    }

    [Fact]
    public void The_fact_added_last_for_each_inode_and_kind_is_found()
    {
        int seed = TestRun.SeedOffset + 3;
        var random = new Random(seed);
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        catalog.KeepInMemory(Disk);
        var model = new SortedDictionary<(ulong Inode, FactKind Kind), ContentFact>();
        for (int round = 0; round < TestRun.Count(200, 5_000); round++)
        {
            for (int i = random.Next(20); i > 0; i--)
            {
                var fact = new ContentFact(
                    (ulong)random.Next(30), (ulong)random.Next(3), (FactKind)random.Next(1, 4),
                    new Digest128(0, (ulong)random.Next()), 1);
                model[(fact.Inode, fact.Kind)] = fact;
                catalog.Add(Disk, [fact]);
            }

            ulong stamp = (ulong)random.Next(3);
            ContentQuery[] queries =
            [
                .. Enumerable.Range(0, 40).Where(_ => random.Next(2) == 0)
                    .Select(i => new ContentQuery((ulong)i, stamp, i)),
            ];
            Assert.Equal(
                model.Values.Where(
                    fact => fact.Stamp == stamp && queries.Any(query => query.Inode == fact.Inode)),
                Found(catalog, queries));
        }
    }
}
