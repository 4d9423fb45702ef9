using Doppel.Hashing;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Catalog.Tests;

public sealed class FindTests : IDisposable
{
    private static readonly FileSystemIdentity s_disk = new(7, 0);

    private readonly TempTree _tree = new();

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void What_was_added_is_found_at_once_and_by_the_next_process()
    {
        string folder = $"{_tree.Folder}/catalog";
        using (ContentCatalog catalog = ContentCatalog.Open(folder))
        {
            catalog.Add(s_disk, [Fact(5), Fact(3)]);
            Assert.Equal([Fact(5)], Found(catalog, 4, 5));
            Assert.False(Directory.Exists(folder));
        }

        using ContentCatalog next = ContentCatalog.Open(folder);
        Assert.Equal([Fact(3), Fact(5)], Found(next, 1, 2, 3, 4, 5, 6));
        Assert.Empty(next.Problems);
    }

    [Fact]
    public void Each_of_many_facts_is_found()
    {
        using ContentCatalog catalog = ContentCatalog.Open($"{_tree.Folder}/catalog");
        ContentFact[] facts = [.. Enumerable.Range(0, 100_000).Select(i => Fact((ulong)(i * 7919L % 100_003)))];
        catalog.Add(s_disk, facts);
        ContentFact[] expected = [.. facts.OrderBy(fact => fact.Inode)];
        Assert.Equal(expected, Found(catalog, [.. expected.Select(fact => fact.Inode)])
            .OrderBy(fact => fact.Inode));
    }

    private static ContentFact Fact(ulong inode) =>
        new(inode, inode * 3, FactKind.Whole, new Digest128(inode, ~inode), 1_700_000_000);

    private static List<ContentFact> Found(ContentCatalog catalog, params ulong[] inodes)
    {
        List<ContentFact> found = [];
        ContentQuery[] queries = [.. inodes.Select((inode, i) => new ContentQuery(inode, inode * 3, i))];
        catalog.Find(s_disk, queries, (int tag, in ContentFact fact) =>
        {
            Assert.Equal(inodes[tag], fact.Inode);
            found.Add(fact);
        });
        return found;
    }
}
