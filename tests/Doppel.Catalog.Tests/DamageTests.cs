using Doppel.Testing;
using Doppel.Testing.Trees;
using static Doppel.Catalog.Tests.TestCatalog;

namespace Doppel.Catalog.Tests;

/// <summary>Files that are damaged: nothing wrong is believed, and what is whole is still found.</summary>
public sealed class DamageTests : IDisposable
{
    private const int FactsPerSegment = 100;

    private readonly TempTree _tree = new();
    private readonly Dictionary<string, byte[]> _intact;
    private readonly HashSet<ContentFact> _added = [];
    private readonly ContentQuery[] _queries;

    // Two files: one with two segments, one with one.
    public DamageTests()
    {
        foreach (ulong[] segments in (ulong[][])[[0, 1], [2]])
        {
            using ContentCatalog catalog = ContentCatalog.Open(Folder);
            foreach (ulong segment in segments)
            {
                ContentFact[] facts =
                    [.. Enumerable.Range(0, FactsPerSegment).Select(i => Fact(segment + (3 * (ulong)i)))];
                catalog.Add(Disk, facts);
                catalog.Flush();
                _added.UnionWith(facts);
            }
        }

        _intact = Runs(Folder).ToDictionary(path => path, File.ReadAllBytes);
        _queries = [.. _added.Select(fact => Query(fact.Inode)).OrderBy(query => query.Inode)];
        Assert.Equal(2, _intact.Count);
    }

    private string Folder => $"{_tree.Folder}/catalog";

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void A_flipped_bit_takes_a_fact_or_a_part_and_never_gives_a_wrong_one()
    {
        int count = 0;
        foreach ((string path, int at, int bit) in Sample(PlacesOfBits(), TestRun.Count(200, int.MaxValue)))
        {
            byte[] damaged = [.. _intact[path]];
            damaged[at] ^= (byte)(1 << bit);
            Check(path, damaged, $"bit {bit} of byte {at} in {Path.GetFileName(path)}");
            count++;
        }

        Report("flips", count);
    }

    [Fact]
    public void A_cut_file_keeps_what_is_before_the_cut()
    {
        int count = 0;
        foreach ((string path, int at, _) in Sample(Places(), TestRun.Count(120, int.MaxValue)))
        {
            Check(path, _intact[path][..at], $"{Path.GetFileName(path)} cut to {at} bytes");
            count++;
        }

        Report("cuts", count);
    }

    [Fact]
    public void Bytes_of_another_place_or_file_are_not_believed()
    {
        var random = new Random(TestRun.SeedOffset);
        for (int i = 0; i < TestRun.Count(50, 20_000); i++)
        {
            byte[][] files = [.. _intact.Values];
            string path = _intact.Keys.ElementAt(random.Next(2));
            byte[] damaged = [.. _intact[path]];
            byte[] source = files[random.Next(2)];
            int bytes = random.Next(1, 3000);
            int from = random.Next(source.Length - bytes);
            int to = random.Next(damaged.Length - bytes);
            source.AsSpan(from, bytes).CopyTo(damaged.AsSpan(to));
            Check(path, damaged, $"seed {TestRun.SeedOffset}, round {i}");
        }
    }

    [Fact]
    public void A_flipped_bit_outside_of_headers_takes_one_segment_at_most()
    {
        (string path, byte[] intact) = _intact.First();
        const int Records = RunFile.HeaderBytes + Segment.HeaderBytes;
        for (int at = Records; at < Records + (100 * 48) + 32; at += 97)
        {
            byte[] damaged = [.. intact];
            damaged[at] ^= 1;
            Assert.True(Check(path, damaged, $"byte {at}") >= 2 * FactsPerSegment);
        }

        for (int at = Records; at < Records + (100 * 48); at += 97)
        {
            byte[] damaged = [.. intact];
            damaged[at] ^= 1;
            Assert.Equal((3 * FactsPerSegment) - 1, Check(path, damaged, $"byte {at}"));
        }
    }

    [Fact]
    public void A_file_with_a_damaged_header_is_set_aside_and_reported_once()
    {
        string path = _intact.Keys.First();
        File.WriteAllBytes(path, [.. _intact[path].Select((value, i) => i == 20 ? (byte)~value : value)]);
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        Assert.Equal(FactsPerSegment, Found(catalog, _queries).Count);
        Assert.Equal(FactsPerSegment, Found(catalog, _queries).Count);
        Assert.StartsWith($"{path} is damaged, ", Assert.Single(catalog.Problems), StringComparison.Ordinal);
        Assert.Equal([path + ".broken"], Runs(Folder, ".broken"));
    }

    [Fact]
    public void Three_damaged_files_are_kept_at_most()
    {
        string path = _intact.Keys.First();
        for (int i = 1; i <= 5; i++)
        {
            File.WriteAllBytes($"{Path.GetDirectoryName(path)}/000000000000000000{i}-1-1.0.run", new byte[100]);
            using ContentCatalog catalog = ContentCatalog.Open(Folder);
            Assert.Equal(3 * FactsPerSegment, Found(catalog, _queries).Count);
        }

        Assert.Equal(3, Runs(Folder, ".broken").Length);
        Assert.DoesNotContain(Runs(Folder, ".broken"), broken => broken.Contains("01-1") || broken.Contains("02-1"));
    }

    [Fact]
    public void A_merge_never_believes_what_is_damaged()
    {
        // A run of nine segments, so that closing merges everything.
        ContentFact[] more = [.. Enumerable.Range(0, 9).Select(i => Fact(10_000 + (ulong)i))];
        foreach ((string path, int at, int bit) in Sample(PlacesOfBits(), TestRun.Count(100, 20_000)))
        {
            Restore();
            byte[] damaged = [.. _intact[path]];
            damaged[at] ^= (byte)(1 << bit);
            File.WriteAllBytes(path, damaged);
            using (ContentCatalog catalog = ContentCatalog.Open(Folder))
            {
                foreach (ContentFact fact in more)
                {
                    catalog.Add(Disk, [fact]);
                    catalog.Flush();
                }
            }

            Assert.InRange(Runs(Folder).Length, 1, 2); // what cannot be read is left where it is
            using ContentCatalog merged = ContentCatalog.Open(Folder);
            List<ContentFact> found = Found(merged, [.. _queries, .. more.Select(fact => Query(fact.Inode))]);
            Assert.Subset(_added.Concat(more).ToHashSet(), found.ToHashSet());
            Assert.Superset(more.ToHashSet(), found.ToHashSet());
        }
    }

    private static IEnumerable<T> Sample<T>(List<T> all, int countMax)
    {
        var random = new Random(TestRun.SeedOffset);
        return all.Count <= countMax ? all : random.GetItems([.. all], countMax);
    }

    private static void Report(string what, int count) =>
        TestContext.Current.TestOutputHelper?.WriteLine($"{count} {what}, seed {TestRun.SeedOffset}");

    private List<(string Path, int At, int Bit)> Places() =>
        [.. _intact.SelectMany(file => Enumerable.Range(0, file.Value.Length).Select(at => (file.Key, at, 0)))];

    private List<(string Path, int At, int Bit)> PlacesOfBits() =>
        [.. Places().SelectMany(place => Enumerable.Range(0, 8).Select(bit => place with { Bit = bit }))];

    private void Restore()
    {
        foreach (string path in Files(Folder))
        {
            File.Delete(path);
        }

        foreach ((string path, byte[] bytes) in _intact)
        {
            File.WriteAllBytes(path, bytes);
        }
    }

    // Returns how many facts were found.
    private int Check(string path, byte[] damaged, string what)
    {
        Restore();
        File.WriteAllBytes(path, damaged);
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        List<ContentFact> found = Found(catalog, _queries);
        Assert.True(found.TrueForAll(_added.Contains), what);
        ContentFact[] more = [Fact(1), Fact(1001)];
        catalog.Add(Disk, more);
        catalog.Flush();
        HashSet<ContentFact> again = [.. Found(catalog, [.. _queries, Query(1001)])];
        Assert.True(again.SetEquals(found.Concat(more)), what);
        return found.Count;
    }
}
