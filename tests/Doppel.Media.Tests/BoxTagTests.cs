namespace Doppel.Media.Tests;

/// <summary>Tags of films and sound in AVI, Matroska and ASF are read as programs have written them.</summary>
public sealed class BoxTagTests
{
    [Fact]
    public void Tags_written_by_mkvpropedit_are_read_wherever_it_had_to_put_them()
    {
        Samples.Needs("mkvpropedit", "mkvtoolnix");
        using var tree = new TempTree();
        tree.AddFile("film.mkv", Samples.Get("mkv"));
        tree.AddFile("cover.jpg", Samples.Get("jpg"));
        tree.AddFile("tags.xml", """
            <Tags><Tag><Targets/><Simple><Name>ARTIST</Name><String>Me</String></Simple>
            <Simple><Name>DATE_RECORDED</Name><String>2020-01-02 03:04:05</String></Simple>
            <Simple><Name>MOOD</Name><String>Calm</String></Simple></Tag></Tags>
            """u8.ToArray());
        tree.AddFile("chapters.txt", "CHAPTER01=00:00:00.000\nCHAPTER01NAME=One\n"u8.ToArray());
        string path = $"{tree.Folder}/film.mkv";
        Run(
            "mkvpropedit", "-q", path, "--edit", "info", "--set", "title=A title that takes some room",
            "--edit", "track:2", "--set", "name=Commentary", "--set", "language=ger", "--tags",
            $"global:{tree.Folder}/tags.xml", "--chapters", $"{tree.Folder}/chapters.txt",
            "--add-attachment", $"{tree.Folder}/cover.jpg");
        MediaTags tags = Read(File.ReadAllBytes(path));
        Expect(tags, TagNames.Title, "A title that takes some room");
        Expect(tags, TagNames.Artist, "Me");
        Expect(tags, TagNames.Language, "ger");
        Expect(tags, TagNames.Chapters, "1");
        Expect(tags, "matroska:track 2", "Commentary");
        Expect(tags, "matroska:MOOD", "Calm");
        Assert.Equal(new DateTime(2020, 1, 2, 3, 4, 5), tags.Taken);
        Assert.Equal(Samples.Get("jpg").Length, tags.CoverBytes);
    }

    [Theory]
    [InlineData("mkv")]
    [InlineData("webm")]
    [InlineData("avi")]
    [InlineData("wmv")]
    [InlineData("wma")]
    [InlineData("mp4")]
    public void Tags_written_by_ffmpeg_are_read(string sample)
    {
        using var tree = new TempTree();
        tree.AddFile($"in.{sample}", Samples.Get(sample));
        string path = $"{tree.Folder}/out.{sample}";
        Run(
            "ffmpeg", "-hide_banner", "-loglevel", "error", "-i", $"{tree.Folder}/in.{sample}", "-c", "copy",
            "-metadata", "title=Ein Lied \u00FC", "-metadata", "artist=Me", "-metadata", "genre=Jazz", path);
        MediaTags tags = Read(File.ReadAllBytes(path));
        Expect(tags, TagNames.Title, "Ein Lied \u00FC");
        Expect(tags, TagNames.Artist, "Me");
        Expect(tags, TagNames.Genre, "Jazz");
    }

    [Fact]
    public void ASF_tags_written_by_kid3_are_read()
    {
        Samples.Needs("kid3-cli", "kid3-cli");
        using var tree = new TempTree();
        tree.AddFile("song.wma", Samples.Get("wma"));
        tree.AddFile("cover.jpg", Samples.Get("jpg"));
        string path = $"{tree.Folder}/song.wma";
        Run(
            "kid3-cli", "-c", "set title Song", "-c", "set album Record", "-c", "set track 7", "-c", "set date 1999",
            "-c", $"set picture:{tree.Folder}/cover.jpg front", path);
        MediaTags tags = Read(File.ReadAllBytes(path));
        Expect(tags, TagNames.Title, "Song");
        Expect(tags, TagNames.Album, "Record");
        Expect(tags, TagNames.Track, "7");
        Expect(tags, TagNames.Date, "1999");
        Assert.Equal(Samples.Get("jpg").Length, tags.CoverBytes);
    }

    [Theory]
    [InlineData("mkv")]
    [InlineData("avi")]
    [InlineData("wma")]
    [InlineData("wmv")]
    public void Tag_reading_terminates_whatever_is_done_to_a_file(string sample)
    {
        byte[] original = Samples.Get(sample);
        int rounds = TestRun.Count(1_000, 200_000);
        for (int i = 0; i < rounds; i++)
        {
            int seed = TestRun.SeedOffset + i;
            var random = new Random(seed);
            byte[] changed = [.. original];
            for (int j = random.Next(1, 6); j > 0; j--)
            {
                // Tags stand at both ends.
                int near = random.Next(Math.Min(changed.Length, 2000));
                changed[random.Next(3) == 0 ? ^(near + 1) : near] = (byte)random.Next(256);
            }

            var source = new MemorySource(changed);
            Assert.NotNull(new MediaMapper().ReadTags(source));
            Assert.True(source.BytesRead <= (5L * changed.Length) + 2_000_000, $"seed {seed}: {source.BytesRead} read");
        }
    }

    private static void Run(string program, params string[] words) =>
        Tool.Run(program, [.. words.Select(static word => (ByteName)word)]).MustSucceed();

    private static MediaTags Read(byte[] content) => new MediaMapper().ReadTags(new MemorySource(content));

    private static void Expect(MediaTags tags, string name, string value) =>
        Assert.Contains(new MediaTag(name, value), tags.All);
}
