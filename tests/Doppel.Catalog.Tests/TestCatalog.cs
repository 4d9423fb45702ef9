using Doppel.Hashing;
using Doppel.Volumes;

namespace Doppel.Catalog.Tests;

/// <summary>Facts for tests, and short forms of calls.</summary>
internal static class TestCatalog
{
    internal static FileSystemIdentity Disk { get; } = new(new UInt128(0x0123456789ABCDEF, 7), 0);

    internal static FileSystemIdentity OtherDisk { get; } = new(new UInt128(0xFEDCBA9876543210, 1), 257);

    /// <summary>A fact whose parts all follow from the number.</summary>
    internal static ContentFact Fact(ulong inode, uint readAt = 1_700_000_000, FactKind kind = FactKind.Whole) =>
        new(inode, inode * 3, kind, new Digest128(inode * 0x9E3779B97F4A7C15, ~inode), readAt);

    /// <summary>A query for <see cref="Fact"/>.</summary>
    internal static ContentQuery Query(ulong inode) => new(inode, inode * 3, (int)inode);

    internal static List<ContentFact> Found(ContentCatalog catalog, IEnumerable<ContentQuery> queries) =>
        Found(catalog, Disk, queries);

    /// <summary>What a catalog knows, in the order in which it passes it.</summary>
    internal static List<ContentFact> Found(
        ContentCatalog catalog, FileSystemIdentity fileSystem, IEnumerable<ContentQuery> queries)
    {
        List<ContentFact> found = [];
        ContentQuery[] sorted = [.. queries.OrderBy(query => query.Inode)];
        Dictionary<int, ContentQuery> byTag = sorted.ToDictionary(query => query.Tag);
        catalog.Find(fileSystem, sorted, (int tag, in ContentFact fact) =>
        {
            Assert.Equal((byTag[tag].Inode, byTag[tag].Stamp), (fact.Inode, fact.Stamp));
            found.Add(fact);
        });
        return found;
    }

    /// <summary>The files of a catalog, with paths below its folder.</summary>
    internal static string[] Files(string folder) => Directory.Exists(folder)
        ? [.. Directory.GetFiles(folder, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal)]
        : [];

    /// <summary>The runs of a catalog, by suffix.</summary>
    internal static string[] Runs(string folder, string suffix = ".run") =>
        [.. Files(folder).Where(path => path.EndsWith(suffix, StringComparison.Ordinal))];
}
