using Doppel.Catalog;
using Doppel.Media;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>
/// How files with the same audio or image data compare, their tags, and why others are not comparable is known to the
/// next search, and never believed of anything else.
/// </summary>
public sealed class CatalogTwinsTests : IDisposable
{
    private static readonly FileSystemIdentity s_identity = new(43, 0);

    private readonly TempTree _folder = new();

    /// <summary>
    /// What is hashed at once, compared, or hashed after its ends; in one extent, in many, or walked through; and how
    /// many of each.
    /// </summary>
    public static TheoryData<string, int, int> Kinds { get; } = new(
        from kind in (string[])["wav", "png", "pieces", "gif"]
        from size in (int[])[40, 9_000, 70_000, 300_000]
        from count in (int[])[2, 5, 12]
        select (kind, size, count));

    public void Dispose() => _folder.Dispose();

    [Theory, MemberData(nameof(Kinds))]
    public void A_second_search_of_twins_opens_and_reads_nothing(string kind, int size, int count)
    {
        MemoryVolume volume = Twins(kind, size, count);
        string expected = Report(volume, useCatalog: false, out _);
        Assert.Contains("title 1", expected, StringComparison.Ordinal);
        Assert.Equal(expected, Report(volume, useCatalog: true, out long first));
        Assert.InRange(first, count, long.MaxValue);
        Assert.Equal(expected, Report(volume, useCatalog: true, out long second));
        Assert.Equal(0, second);
    }

    [Fact]
    public void Why_files_are_not_comparable_is_known()
    {
        var volume = new MemoryVolume();
        byte[] gif = MediaFiles.Gif(MediaFiles.Pictures(Search.Random(1, 90_000), 5_000), "title");
        for (int i = 0; i < 20; i++)
        {
            // A glance at their headers finds nothing wrong with some of them, which begin alike.
            volume.AddFile($"/r/{i:d2}.gif", gif[..(gif.Length - (i * 3_000) - 1)]);
            volume.AddFile($"/r/{i:d2}.wav", MediaFiles.Wav(Search.Random(i, 1_000 + i), "title")[..(20 + i)]);
        }

        string expected = Report(volume, useCatalog: false, out _);
        Assert.Contains("/r/19.gif: ", expected, StringComparison.Ordinal);
        Assert.Equal(expected, Report(volume, useCatalog: true, out _));
        Assert.Equal(expected, Report(volume, useCatalog: true, out long second));
        Assert.Equal(0, second);
    }

    [Theory]
    [InlineData("wav", 300_000)]
    [InlineData("gif", 9_000)]
    public void A_new_changed_or_removed_twin_costs_rereading_similar_files(string kind, int size)
    {
        MemoryVolume volume = Twins(kind, size, 4);
        volume.AddFile("/r/other.png", MediaFiles.Png(Search.Random(99, 50_000), 60_000, "other title"));
        volume.AddFile("/r/other2.png", MediaFiles.Png(Search.Random(99, 50_000), 60_000, "another title"));
        Report(volume, useCatalog: true, out _);
        Action[] changes =
        [
            () => volume.AddFile("/r/new", Media(kind, size, seed: 1, title: "new title")),
            () => volume["/r/0"].Rewrite(Media(kind, size, seed: 1, title: "retagged")),
            () => volume["/r/1"].Rewrite(Media(kind, size, seed: 2, title: "another sound")),
            () => volume.Remove("/r/2"),
        ];
        foreach (Action change in changes)
        {
            change();
            string expected = Report(volume, useCatalog: false, out _);
            Assert.Equal(expected, Report(volume, useCatalog: true, out long opened));
            Assert.InRange(opened, 1, 3 * 9); // its headers, its payload and its tags
            Assert.Equal(expected, Report(volume, useCatalog: true, out opened));
            Assert.Equal(0, opened);
        }
    }

    [Fact]
    public void Facts_about_corrupt_media_are_forgotten_once_the_damage_is_accepted()
    {
        MemoryVolume volume = Twins("wav", 300_000, 3);
        string before = Report(volume, useCatalog: true, out _);
        Verify(accepted: false);
        volume["/r/0"].Content = Media("wav", 300_000, seed: 1, title: "title 9");
        volume["/r/1"].Content = Search.Flip(volume["/r/1"].Content, 200_000);
        string after = Report(volume, useCatalog: false, out _);
        Assert.NotEqual(before, after);
        Assert.Equal(before, Report(volume, useCatalog: true, out _));
        Assert.Equal(2, Verify(accepted: true));
        Assert.Equal(after, Report(volume, useCatalog: true, out _));

        int Verify(bool accepted)
        {
            using ContentCatalog catalog = ContentCatalog.Open(_folder.Folder);
            return Verifier.Verify(
                Search.Options(volume, "/r") with { Catalog = catalog }, accepted: accepted,
                cancellation: TestContext.Current.CancellationToken).Corrupt.Count;
        }
    }

    [Fact]
    public void Planted_facts_are_trusted_until_everything_is_reread()
    {
        MemoryVolume volume = Twins("wav", 300_000, 3);
        string before = Report(volume, useCatalog: true, out _);
        volume["/r/0"].Content = Media("wav", 300_000, seed: 1, title: "title 9");
        volume["/r/1"].Content = Search.Flip(volume["/r/1"].Content, 200_000);
        string after = Report(volume, useCatalog: false, out _);
        Assert.NotEqual(before, after);
        Assert.Equal(before, Report(volume, useCatalog: true, out long opened));
        Assert.Equal(0, opened);
        Assert.Equal(
            after, Report(volume, useCatalog: true, out _, static options => options with { Reread = true }));
        Assert.Equal(after, Report(volume, useCatalog: true, out opened));
        Assert.Equal(0, opened);
        Report(volume, useCatalog: true, out opened, static options => options with { Proof = ProofDemand.Bytes });
        Assert.InRange(opened, 1, long.MaxValue);
    }

    [Fact]
    public void Facts_are_forgotten_when_a_file_cannot_be_reread()
    {
        // Each of a size of its own, so that only the search for media knows them.
        var volume = new MemoryVolume();
        volume.AddFile("/r/0", Media("wav", 300_000, seed: 1, title: "title"));
        volume.AddFile("/r/1", Media("wav", 300_000, seed: 1, title: "a longer title"));
        string before = Report(volume, useCatalog: true, out _);
        volume["/r/1"].Failure = new VolumeError(VolumeErrorKind.AccessDenied);
        using (ContentCatalog catalog = ContentCatalog.Open(_folder.Folder))
        {
            FindOptions options = Search.Options(volume, "/r") with { Media = MediaPolicy.Strict, Catalog = catalog };
            using FindResult result = Search.Run(options with { Reread = true });
            Assert.Single(result.Problems);
        }

        volume["/r/1"].Failure = default;
        Assert.Equal(before, Report(volume, useCatalog: true, out long opened));
        Assert.InRange(opened, 2, long.MaxValue);
    }

    [Fact]
    public void Facts_written_by_another_version_are_not_trusted()
    {
        MemoryVolume volume = Twins("wav", 9_000, 3);
        volume.AddFile("/r/cut.wav", MediaFiles.Wav(Search.Random(7, 500), "title")[..30]);
        string expected = Report(volume, useCatalog: true, out _);
        using (ContentCatalog catalog = ContentCatalog.Open(_folder.Folder))
        {
            List<ContentFact> facts = [];
            catalog.ForEach(s_identity, facts.Add);
            int count = 0;
            foreach (ContentFact fact in facts.Where(static one => one.Kind == FactKind.StrictMediaText))
            {
                byte[] text = [];
                catalog.FindTexts(
                    s_identity, [new ContentQuery(fact.Inode, fact.Stamp, 0)], fact.Kind,
                    (int _, in ContentFact _, ReadOnlySpan<byte> found) => text = found.ToArray());
                text[0]++;
                text[^1]++;
                catalog.AddText(s_identity, fact, text);
                count++;
            }

            Assert.Equal(7, count);
        }

        Assert.Equal(expected, Report(volume, useCatalog: true, out long opened));
        Assert.InRange(opened, 7, long.MaxValue);
    }

    [Fact]
    public void Tags_that_are_too_long_to_be_kept_are_read_every_time()
    {
        var volume = new MemoryVolume();
        byte[] sound = Search.Random(1, 100_000);
        string[] titles = [.. Enumerable.Range(0, 20).Select(static i => $"{i} {new string('x', 1_000)}")];
        volume.AddFile("/r/one.wav", MediaFiles.Wav(sound, "title"));
        volume.AddFile("/r/two.wav", MediaFiles.Wav(sound, titles));
        volume.AddFile("/r/three.png", MediaFiles.Png(sound, 200_000, "title"));
        volume.AddFile("/r/four.png", MediaFiles.Png(sound, 200_000, "another"));
        string expected = Report(volume, useCatalog: false, out _);
        Assert.All(titles, title => Assert.Contains(title, expected, StringComparison.Ordinal));
        Report(volume, useCatalog: true, out _);
        Assert.Equal(expected, Report(volume, useCatalog: true, out long opened));
        Assert.InRange(opened, 2, 6);
    }

    [Fact]
    public void Facts_follow_files_that_Doppel_links_or_moves()
    {
        MemoryVolume volume = Twins("gif", 9_000, 6);
        volume.AddFile("/r/cut.wav", MediaFiles.Wav(Search.Random(7, 500), "title")[..30]);
        string expected = Report(volume, useCatalog: true, out _);
        using (ContentCatalog catalog = ContentCatalog.Open(_folder.Folder))
        {
            var changes = new StateChanges(catalog);
            foreach (string name in (string[])["/r/0", "/r/3", "/r/cut.wav"])
            {
                FileFacts before = volume[name].Facts;
                volume[name].Changed = before.Changed with { Seconds = before.Changed.Seconds + 1_000 };
                changes.Add(s_identity, before, volume[name].Facts);
            }

            changes.Flush();
        }

        Assert.Equal(expected, Report(volume, useCatalog: true, out long opened));
        Assert.Equal(0, opened);
    }

    [Theory]
    [InlineData("flip")]
    [InlineData("cut")]
    public void A_damaged_catalog_changes_no_report(string damage)
    {
        var volume = new MemoryVolume();
        for (int i = 0; i < 12; i++)
        {
            string kind = (i % 3) switch { 0 => "wav", 1 => "png", _ => "gif" };
            volume.AddFile($"/r/{i}", Media(kind, 1_000, seed: i % 6, title: new string('t', 1 + (i * 20))));
            volume.AddFile($"/r/{i}.cut", Media(kind, 1_000, seed: i, title: "cut")[..(30 + i)]);
        }

        string expected = Report(volume, useCatalog: true, out _);
        Assert.Equal(expected, Report(volume, useCatalog: true, out long opened));
        Assert.Equal(0, opened);
        string path = Assert.Single(Directory.GetFiles(_folder.Folder, "*.run", SearchOption.AllDirectories));
        byte[] intact = File.ReadAllBytes(path);
        var random = new Random(TestRun.SeedOffset);
        long opens = 0;
        for (int i = 0; i < TestRun.Count(250, 20_000); i++)
        {
            byte[] damaged = [.. intact];
            int at = random.Next(damaged.Length);
            damaged[at] ^= (byte)(1 << random.Next(8));
            Directory.Delete(Path.GetDirectoryName(path)!, recursive: true);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllBytes(path, damage == "cut" ? intact[..at] : damaged);
            string found = Report(volume, useCatalog: true, out opened);
            Assert.True(expected == found, $"seed {TestRun.SeedOffset}, round {i}, byte {at}:\n{found}");
            opens += opened;
        }

        Assert.InRange(opens, 1, long.MaxValue);
    }

    private static MemoryVolume Twins(string kind, int size, int count)
    {
        // Twins, and others that differ from them at the end or in one byte in the middle.
        var volume = new MemoryVolume();
        for (int i = 0; i < count; i++)
        {
            volume.AddFile($"/r/{i}", Media(kind, size, seed: 1, title: $"title {i}"));
        }

        volume.AddFile("/r/same", Media(kind, size, seed: 1, title: "title 0"));
        volume.AddFile("/r/like", Media(kind, size, seed: 1, title: "title 1", flip: size - 1));
        volume.AddFile("/r/like2", Media(kind, size, seed: 1, title: "title 2", flip: size - 1));
        volume.AddFile("/r/alone", Media(kind, size, seed: 1, title: "title 3", flip: size / 2));
        return volume;
    }

    private static byte[] Media(string kind, int size, int seed, string title, int flip = -1)
    {
        byte[] payload = Search.Random(seed, size);
        payload = flip >= 0 ? Search.Flip(payload, flip) : payload;
        return kind switch
        {
            "wav" => MediaFiles.Wav(payload, title),
            "png" => MediaFiles.Png(payload, size, title),
            "pieces" => MediaFiles.Png(payload, Math.Max(1, size / 30), title),
            _ => MediaFiles.Gif(MediaFiles.Pictures(payload, Math.Max(1, size / 20)), title),
        };
    }

    private string Report(
        MemoryVolume volume, bool useCatalog, out long opened, Func<FindOptions, FindOptions>? change = null)
    {
        using ContentCatalog? catalog = useCatalog ? ContentCatalog.Open(_folder.Folder) : null;
        FindOptions options = Search.Options(volume, "/r") with { Media = MediaPolicy.Strict, Catalog = catalog };
        (long opens, long bytes) = (volume.Counters.Opens, volume.Counters.BytesRead);
        using FindResult result = Search.Run(change?.Invoke(options) ?? options);
        opened = volume.Counters.Opens - opens;
        Assert.Equal(opened, result.Summary.Opened);
        Assert.Equal(volume.Counters.BytesRead - bytes, result.Summary.BytesRead);
        Assert.Equal(opened > 0, result.Summary.BytesRead > 0);
        Assert.Empty(MediaOracle.Broken(result));
        volume.Counters.AssertAllClosed();
        return MediaOracle.Report(result);
    }
}
