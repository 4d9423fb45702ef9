using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Media;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Files whose headers were looked at are not opened again, unless another one is like them.</summary>
public sealed class CatalogMediaTests : IDisposable
{
    private static readonly FileSystemIdentity s_identity = new(43, 0);

    private readonly TempTree _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_new_file_is_compared_with_what_is_like_it_and_nothing_else_is_opened()
    {
        var volume = new MemoryVolume();
        for (int i = 0; i < 30; i++)
        {
            volume.AddFile($"/r/{i}.wav", MediaFiles.Wav(Search.Random(i, 100_000 + (i * 50)), "title"));
            volume.AddFile($"/r/{i}.txt", Search.Random(100 + i, 1_000 + i));
        }

        byte[] sound = Search.Random(1_000, 200_000);
        volume.AddFile("/r/one.wav", MediaFiles.Wav(sound, "one title"));
        Assert.Equal(("", 61), Run(volume));
        Assert.Equal(("", 0), Run(volume));

        // The known one is opened, since the new one is like it.
        volume.AddFile("/r/two.wav", MediaFiles.Wav(sound, "another title"));
        (string groups, long opens) = Run(volume);
        Assert.Equal("/r/one.wav /r/two.wav", groups);
        Assert.InRange(opens, 2, 6);
        Assert.Equal((groups, 0), Run(volume));
    }

    [Fact]
    public void Each_policy_is_known_by_itself()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/one.wav", MediaFiles.Wav(Search.Random(1, 100_000), "title"));
        Assert.Equal(1, Run(volume, MediaPolicy.Strict).Opens);
        Assert.Equal(1, Run(volume, MediaPolicy.Loose).Opens);
        Assert.Equal(0, Run(volume, MediaPolicy.Strict).Opens);
        Assert.Equal(0, Run(volume, MediaPolicy.Loose).Opens);
    }

    [Fact]
    public void Media_reports_of_random_trees_are_those_of_a_search_without_a_catalog()
    {
        for (int i = 0; i < TestRun.Count(60, 2_000); i++)
        {
            int seed = i + TestRun.SeedOffset;
            var tree = new RandomMedia(seed);
            MediaPolicy policy = seed % 2 == 0 ? MediaPolicy.Strict : MediaPolicy.Loose;
            FindOptions options = Search.Options(tree.Volume, "/r", "/s") with { Media = policy };
            string expected = Shown(options, out _);
            for (int round = 0; round < 3; round++)
            {
                using ContentCatalog catalog = ContentCatalog.Open($"{_folder.Folder}/{seed}");
                string found = Shown(options with { Catalog = catalog }, out long opened);
                Assert.True(
                    expected == found, $"seed {seed}, round {round}:\n{expected}\nand with the catalog\n{found}");
                Assert.True(round == 0 || opened == 0, $"seed {seed}, round {round}: {opened} files were opened.");
            }
        }
    }

    // If this fails, files are judged or tagged otherwise than by the versions before: raise CatalogMedia.Version, and
    // put the new digest here.
    [Fact]
    public void Files_are_judged_and_tagged_as_the_version_says()
    {
        var state = new Xxh3State();
        byte[] value = new byte[Digest128.ByteCount];
        for (int seed = 0; seed < 40; seed++)
        {
            var tree = new RandomMedia(seed);
            using ContentCatalog catalog = ContentCatalog.Open($"{_folder.Folder}/{seed}");
            FindOptions options = Search.Options(tree.Volume, "/r", "/s") with { Media = MediaPolicy.Strict };
            Shown(options with { Catalog = catalog }, out _);
            List<ContentFact> facts = [];
            catalog.ForEach(s_identity, facts.Add);
            foreach (ContentFact fact in facts.Where(static one => one.Kind == FactKind.StrictMedia)
                .OrderBy(static one => one.Inode))
            {
                fact.Value.WriteBytes(value);
                state.Append(value);
                catalog.FindTexts(
                    s_identity, [new ContentQuery(fact.Inode, fact.Stamp, 0)], FactKind.StrictMediaText,
                    (int _, in ContentFact _, ReadOnlySpan<byte> text) =>
                    {
                        Assert.True(MediaFact.TryRead(text, out MediaFact known, out ReadOnlySpan<byte> rest));
                        state.Append([(byte)known.Outcome, (byte)known.Format]);
                        state.Append(rest);
                    });
            }
        }

        Assert.Equal(
            (10, "6804ee46814cc8b1661c66fbf8109016"), (CatalogMedia.Version, state.GetDigest().ToString()));
    }

    private static string Shown(FindOptions options, out long opens)
    {
        using FindResult result = Search.Run(options);
        opens = result.Summary.Opened;
        return MediaOracle.Report(result);
    }

    private (string Groups, long Opens) Run(MemoryVolume volume, MediaPolicy policy = MediaPolicy.Strict)
    {
        using ContentCatalog catalog = ContentCatalog.Open(_folder.Folder);
        long before = volume.Counters.Opens;
        using FindResult result = Search.Run(Search.Options(volume, "/r") with { Media = policy, Catalog = catalog });
        string groups = string.Join('\n', result.MediaGroups.Select(
            static group => string.Join(' ', group.Copies.Select(static copy => copy.Copy.Names[0]))));
        return (groups, volume.Counters.Opens - before);
    }
}
