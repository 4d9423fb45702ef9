using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using static Doppel.Catalog.Tests.TestCatalog;

namespace Doppel.Catalog.Tests;

/// <summary>Texts are found as they were added, or not at all.</summary>
public sealed class TextTests : IDisposable
{
    private const FactKind Kind = FactKind.StrictMediaText;

    private readonly TempTree _tree = new();

    private string Folder => $"{_tree.Folder}/catalog";

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void Texts_of_any_length_are_found_before_and_after_they_are_written_and_merged()
    {
        int[] lengths = [.. Enumerable.Range(0, 200), 1_000, 16_383, ContentCatalog.TextBytesMax];
        ulong[] inodes = [.. lengths.Select(static length => (ulong)(length * 7))];
        using (ContentCatalog catalog = ContentCatalog.Open(Folder))
        {
            foreach (ulong inode in inodes.Reverse())
            {
                Add(catalog, inode, TextOf(inode, (int)inode / 7));
            }

            Check(catalog);
            catalog.Flush();
            Check(catalog);
        }

        using ContentCatalog other = ContentCatalog.Open(Folder);
        Check(other);
        for (ulong i = 0; i < 9; i++)
        {
            other.Add(Disk, [Fact(1_000_000 + i)]);
            other.Flush();
        }

        other.Merge();
        Assert.Single(Runs(Folder));
        Check(other);

        void Check(ContentCatalog catalog)
        {
            Dictionary<ulong, byte[]> found = Texts(catalog, inodes);
            Assert.Equal(inodes.Order(), found.Keys.Order());
            Assert.All(inodes, inode => Assert.Equal(TextOf(inode, (int)inode / 7), found[inode]));
        }
    }

    [Fact]
    public void A_text_is_one_of_its_inode_stamp_and_kind_and_the_last_one()
    {
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        byte[] longer = TextOf(1, 500);
        foreach (byte[] text in (byte[][])[TextOf(2, 700), longer, TextOf(3, 30)])
        {
            catalog.AddText(Disk, Fact(5, kind: Kind), text);
        }

        catalog.AddText(Disk, Fact(5, kind: FactKind.LooseMediaText), longer);
        catalog.AddText(OtherDisk, Fact(5, kind: Kind), longer);
        catalog.AddText(default, Fact(6, kind: Kind), longer);
        Assert.Equal(TextOf(3, 30), Texts(catalog, [5, 6])[5]);
        Assert.Single(Texts(catalog, [5, 6]));
        TextVisitor fails = static (int _, in ContentFact _, ReadOnlySpan<byte> _) => Assert.Fail("None is expected.");
        catalog.FindTexts(Disk, [new ContentQuery(5, 16, 0)], Kind, fails);
        Assert.Throws<ArgumentOutOfRangeException>(
            () => catalog.AddText(Disk, Fact(1, kind: Kind), new byte[ContentCatalog.TextBytesMax + 1]));
        Assert.Throws<ArgumentException>(() => catalog.AddText(Disk, Fact(1), []));
        Assert.Throws<ArgumentException>(() => catalog.FindTexts(Disk, [Query(1)], FactKind.Whole, fails));
        Assert.Throws<ArgumentException>(() => catalog.FindTexts(Disk, [Query(2), Query(1)], Kind, fails));
    }

    [Fact]
    public void A_fact_of_its_kind_takes_a_text_back_also_from_another_run()
    {
        ContentFact fact = Fact(7, kind: Kind);
        using (ContentCatalog catalog = ContentCatalog.Open(Folder))
        {
            Add(catalog, 7, TextOf(7, 100));
            Add(catalog, 8, TextOf(8, 100));
        }

        using (ContentCatalog catalog = ContentCatalog.Open(Folder))
        {
            catalog.Add(Disk, [fact with { ReadAt = fact.ReadAt + 1 }]);
            Assert.Equal([8UL], Texts(catalog, [7, 8]).Keys);
            for (ulong i = 0; i < 9; i++)
            {
                catalog.Add(Disk, [Fact(1_000_000 + i)]);
                catalog.Flush();
            }
        }

        using ContentCatalog next = ContentCatalog.Open(Folder);
        Assert.Equal([8UL], Texts(next, [7, 8]).Keys);
        next.Merge();
        Assert.Equal([8UL], Texts(next, [7, 8]).Keys);
    }

    [Fact]
    public void Two_catalogs_that_write_about_one_file_give_one_of_the_texts()
    {
        int found = 0;
        for (int seed = TestRun.SeedOffset; seed < TestRun.SeedOffset + TestRun.Count(12, 2_000); seed++)
        {
            var random = new Random(seed);
            string folder = $"{_tree.Folder}/{seed}";
            HashSet<string> added = [];
            ContentCatalog[] catalogs = [ContentCatalog.Open(folder), ContentCatalog.Open(folder)];
            for (int i = 0; i < 40; i++)
            {
                ContentCatalog catalog = catalogs[random.Next(2)];
                byte[] text = TextOf((ulong)(seed + i), random.Next(120));
                added.Add(Convert.ToHexString(text));
                catalog.AddText(Disk, Fact(1, (uint)random.Next(3), Kind), text);
                (random.Next(3) switch { 0 => catalog.Flush, 1 => (Action)catalog.Merge, _ => () => { } })();
                if (Texts(catalogs[random.Next(2)], [1]).TryGetValue(1, out byte[]? one))
                {
                    Assert.True(added.Contains(Convert.ToHexString(one)), $"seed {seed}, round {i}");
                    found++;
                }
            }

            Array.ForEach(catalogs, static catalog => catalog.Dispose());
        }

        Assert.InRange(found, 1, long.MaxValue);
    }

    [Theory]
    [InlineData("flip")]
    [InlineData("cut")]
    [InlineData("move")]
    public void Damage_takes_texts_and_never_gives_a_wrong_one(string damage)
    {
        ulong[] inodes = [.. Enumerable.Range(1, 40).Select(static i => (ulong)i)];
        using (ContentCatalog catalog = ContentCatalog.Open(Folder))
        {
            foreach (ulong inode in inodes)
            {
                Add(catalog, inode, TextOf(inode, (int)inode * 11));
                if (inode == 20)
                {
                    catalog.Flush();
                }
            }
        }

        string path = Assert.Single(Runs(Folder));
        byte[] intact = File.ReadAllBytes(path);
        var random = new Random(TestRun.SeedOffset);
        (int whole, int lost) = (0, 0);
        for (int i = 0; i < TestRun.Count(200, 100_000); i++)
        {
            byte[] damaged = [.. intact];
            int at = random.Next(damaged.Length);
            switch (damage)
            {
                case "flip":
                    damaged[at] ^= (byte)(1 << random.Next(8));
                    break;
                case "cut":
                    damaged = damaged[..at];
                    break;
                default:
                    int bytes = random.Next(1, 2_000);
                    intact.AsSpan(random.Next(intact.Length - bytes), bytes)
                        .CopyTo(damaged.AsSpan(random.Next(intact.Length - bytes)));
                    break;
            }

            Array.ForEach(Files(Folder), File.Delete);
            File.WriteAllBytes(path, damaged);
            using ContentCatalog catalog = ContentCatalog.Open(Folder);
            Dictionary<ulong, byte[]> found = Texts(catalog, inodes);
            Assert.All(found, one => Assert.True(
                TextOf(one.Key, (int)one.Key * 11).AsSpan().SequenceEqual(one.Value),
                $"seed {TestRun.SeedOffset}, round {i}, byte {at}"));
            (whole, lost) = (whole + found.Count, lost + inodes.Length - found.Count);
        }

        Assert.InRange(whole, 1, int.MaxValue);
        Assert.InRange(lost, 1, int.MaxValue);
    }

    [Theory, InlineData(0), InlineData(0.4), InlineData(1)]
    public void A_kill_at_any_call_loses_no_completed_text_and_makes_none_wrong(double tear)
    {
        int calls = 0;
        bool isStopped = true;
        while (isStopped)
        {
            string folder = $"{_tree.Folder}/{calls}";
            using var files = new StoppingFiles(calls++, tear);
            Dictionary<ulong, byte[]> completed = [];
            try
            {
                for (int process = 0; process < 3; process++)
                {
                    var catalog = ContentCatalog.Open(folder, new CatalogOptions { Files = files });
                    for (ulong batch = 0; batch < 6; batch++)
                    {
                        ulong inode = batch + (2 * (ulong)process);
                        byte[] text = TextOf(inode, 300);
                        Add(catalog, inode, text);
                        catalog.Flush();
                        completed[inode] = text;
                    }

                    catalog.Dispose();
                }
            }
            catch (StoppedException)
            {
                files.Dispose();
            }

            isStopped = files.IsStopped;
            using ContentCatalog next = ContentCatalog.Open(folder);
            Dictionary<ulong, byte[]> found = Texts(next, [.. Enumerable.Range(0, 12).Select(static i => (ulong)i)]);
            Assert.Superset(completed.Keys.ToHashSet(), found.Keys.ToHashSet());
            Assert.All(found, static one => Assert.Equal(TextOf(one.Key, 300), one.Value));
        }

        Assert.InRange(calls, 20, 1_000);
    }

    [Fact]
    public void A_full_catalog_drops_the_oldest_texts()
    {
        const int Count = 1_000;
        ulong[] inodes = [.. Enumerable.Range(0, Count).Select(static i => (ulong)i)];
        var options = new CatalogOptions { BytesMax = CatalogOptions.BytesMaxMin };
        using (ContentCatalog catalog = ContentCatalog.Open(Folder, options))
        {
            foreach (ulong inode in inodes)
            {
                catalog.AddText(Disk, Fact(inode, (uint)inode / 10, Kind), TextOf(inode, 2_000));
            }
        }

        using ContentCatalog next = ContentCatalog.Open(Folder, options);
        next.Merge();
        Assert.InRange(Files(Folder).Sum(static path => new FileInfo(path).Length), 1, options.BytesMax);
        Dictionary<ulong, byte[]> found = Texts(next, inodes);
        Assert.InRange(found.Count, 100, Count - 100);
        Assert.All(found, static one => Assert.Equal(TextOf(one.Key, 2_000), one.Value));
        Assert.All(inodes[^100..], inode => Assert.Contains(inode, found.Keys));
        Assert.DoesNotContain(0UL, found.Keys);
    }

    [Fact]
    public void A_text_follows_its_file()
    {
        FileFacts before = new()
        {
            Kind = EntryKind.File,
            Inode = 11,
            Size = 5,
            Born = new FileTime(1, 0),
            Modified = new FileTime(1, 0),
            Changed = new FileTime(100, 0),
        };
        FileFacts after = before with { Changed = new FileTime(200, 0) };
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        catalog.AddText(Disk, Fact(11, kind: Kind) with { Stamp = ChangeStamp.Of(before) }, TextOf(1, 1_000));
        var changes = new StateChanges(catalog);
        changes.Add(Disk, before, after);
        changes.Flush();
        catalog.Merge();
        string? found = null;
        catalog.FindTexts(
            Disk, [new ContentQuery(11, ChangeStamp.Of(after), 0)], Kind,
            (int _, in ContentFact _, ReadOnlySpan<byte> text) => found = Convert.ToHexString(text));
        Assert.Equal(Convert.ToHexString(TextOf(1, 1_000)), found);
    }

    private static byte[] TextOf(ulong seed, int length)
    {
        byte[] text = new byte[length];
        new Random((int)seed).NextBytes(text);
        return text;
    }

    private static void Add(ContentCatalog catalog, ulong inode, byte[] text) =>
        catalog.AddText(Disk, Fact(inode, kind: Kind), text);

    private static Dictionary<ulong, byte[]> Texts(ContentCatalog catalog, ulong[] inodes)
    {
        Dictionary<ulong, byte[]> found = [];
        catalog.FindTexts(
            Disk, [.. inodes.Order().Select(Query)], Kind,
            (int tag, in ContentFact _, ReadOnlySpan<byte> text) => found.Add((ulong)tag, text.ToArray()));
        return found;
    }
}
