using System.Text;

namespace Doppel.Media.Tests;

/// <summary>A file without a cover gets that of another file, byte for byte.</summary>
public sealed class TagMergeCoverTests
{
    private const int BytesMax = 8 << 20;

    private static byte[] Front => Samples.Get("jpg");

    private static byte[] Back => Samples.Get("png");

    [Theory]
    [InlineData("mp3", "2.2")]
    [InlineData("mp3", "2.3")]
    [InlineData("mp3", "2.4")]
    [InlineData("mp3", "unsynchronised")]
    [InlineData("mp3", "two")]
    [InlineData("mp3", "twice")]
    [InlineData("mp3", "ape")]
    [InlineData("flac", "block")]
    [InlineData("flac", "two")]
    [InlineData("flac", "comment")]
    [InlineData("flac", "old comment")]
    public void The_cover_is_the_same_wherever_the_other_file_has_it(string sample, string form)
    {
        byte[] other = With(sample, form);
        var mapper = new MediaMapper();
        IReadOnlyList<MediaTag> own = mapper.ReadTags(new MemorySource(other)).All;
        MediaTag[] covers = [.. own.Where(static tag => tag.Name == TagNames.Cover)];
        Assert.Equal(form == "two" ? 2 : 1, covers.Length);
        foreach ((string kind, byte[] keeper) in Keepers(sample))
        {
            IReadOnlyList<MediaTag> kept = mapper.ReadTags(new MemorySource(keeper)).All;
            MediaTag[] added = [.. covers, new MediaTag(TagNames.Title, "New")];
            string? why = Plan(keeper, added, Pictures(other), out IReadOnlyList<MediaEdit> edits);
            Assert.True(why is null, $"{kind}: {why}");
            byte[] after = TagMergeTests.All(new EditedSource(new MemorySource(keeper), edits));
            Assert.Equal(
                keeper,
                TagMergeTests.All(new EditedSource(new MemorySource(after), MediaEdit.Reverse(edits))));
            Assert.True(
                kept.Concat(added).ToHashSet().SetEquals(mapper.ReadTags(new MemorySource(after)).All), kind);
            byte[][] pictures = [.. Pictures(after).Select(static picture => picture.Bytes.ToArray())];
            Assert.Equal(form == "two" ? [Front, Back] : [Front], pictures);
            Assert.Null(Plan(keeper, covers, Pictures(other), out _));
        }
    }

    [Theory]
    [InlineData("mp3")]
    [InlineData("flac")]
    public void A_cover_of_more_than_8_MiB_is_not_added(string sample)
    {
        byte[] keeper = Keepers(sample).Last().File;
        foreach (int bytes in new[] { BytesMax, BytesMax + 1 })
        {
            byte[] picture = new byte[bytes];
            Front.CopyTo(picture, 0);
            byte[] frame = TagWriting.Frame(3, "APIC", [0, .. "image/jpeg\0"u8, 3, 0, .. picture]);
            frame[4] = (byte)((frame.Length - 10) >> 24);
            byte[] other = [.. TagWriting.Id3(3, 0, frame), .. Samples.Get("half.mp3")];
            MediaTag[] added = [.. new MediaMapper().ReadTags(new MemorySource(other)).All
                .Where(static tag => tag.Name == TagNames.Cover)];
            Assert.Single(added);
            Assert.Equal(
                bytes > BytesMax ? "its pictures are larger than 8 MiB, or cannot be read" : null,
                Plan(keeper, added, Pictures(other), out IReadOnlyList<MediaEdit> edits));
            Assert.Equal(bytes > BytesMax, edits.Count == 0);
        }
    }

    /// <summary>A journal has all edits of a file in one line.</summary>
    [Fact]
    public void Nothing_is_added_if_the_edits_would_be_longer_than_a_line_of_a_journal()
    {
        byte[] keeper = [.. TagWriting.Id3(4, 0, new byte[12 << 20]), .. Plain("mp3")];
        Assert.Null(Plan(keeper, [new MediaTag(TagNames.Title, "x")], [], out _));
        MediaTag[] large = [.. Enumerable.Range(0, 6).Select(
            static i => new MediaTag($"id3:TXXX:{i}", new string('x', 1 << 20)))];
        Assert.Equal("too much of the keeper would change", Plan(keeper, large, [], out _));
    }

    [Theory]
    [InlineData("mp3", "2.3")]
    [InlineData("mp3", "2.4")]
    [InlineData("flac", "block")]
    public void Other_programs_find_the_cover(string sample, string form)
    {
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        using var tree = new TempTree();
        byte[] other = With(sample, form);
        MediaTag[] added = [.. new MediaMapper().ReadTags(new MemorySource(other)).All
            .Where(static tag => tag.Name == TagNames.Cover)];
        foreach ((string kind, byte[] keeper) in Keepers(sample))
        {
            Assert.Null(Plan(keeper, added, Pictures(other), out IReadOnlyList<MediaEdit> edits));
            string path = $"{tree.Folder}/a.{sample}";
            File.WriteAllBytes(path, TagMergeTests.All(new EditedSource(new MemorySource(keeper), edits)));
            Assert.Equal(Front, Tool.Run("exiftool", "-b", "-Picture", path).MustSucceed().Output);
            string kinds = Tool.Run("exiftool", "-s3", "-PictureType", path).MustSucceed().OutputText;
            Assert.Equal("Front Cover", kinds.Trim());
            string picture = $"{tree.Folder}/cover.jpg";
            Tool.Run(
                "ffmpeg", "-loglevel", "error", "-y", "-i", path, "-map", "0:v", "-c", "copy", "-f", "image2",
                "-update", "1", picture).MustSucceed();
            Assert.Equal(Front, File.ReadAllBytes(picture));
            if (sample == "flac")
            {
                Samples.Needs("metaflac", "flac");
                File.Delete(picture);
                Tool.Run("metaflac", $"--export-picture-to={picture}", path).MustSucceed();
                Assert.Equal(Front, File.ReadAllBytes(picture));
                Tool.Run("flac", "-t", "-s", path).MustSucceed();
            }
            else
            {
                Samples.Needs("mid3v2", "python3-mutagen");
                string told = Tool.Run("mid3v2", "-l", path).MustSucceed().OutputText;
                Assert.Contains($"(image/jpeg, {Front.Length} bytes)", told, StringComparison.Ordinal);
            }
        }
    }

    /// <summary>Returns the pictures of a file.</summary>
    internal static IReadOnlyList<MediaPicture> Pictures(byte[] file) =>
        new MediaMapper().ReadPictures(new MemorySource(file));

    /// <summary>Returns the frame of the cover.</summary>
    internal static byte[] Picture(int version, byte kind, string description) => TagWriting.Frame(
        version, "APIC",
        [
            1, .. "image/jpeg\0"u8, kind, 0xFF, 0xFE, .. Encoding.Unicode.GetBytes(description), 0, 0,
            .. kind == 3 ? Front : Back,
        ]);

    private static string? Plan(
        byte[] keeper, IEnumerable<MediaTag> added, IEnumerable<MediaPicture> pictures,
        out IReadOnlyList<MediaEdit> edits) => TagMerge.Plan(
            new MemorySource(keeper), keeper.AsSpan().StartsWith("fLaC"u8) ? MediaFormat.Flac : MediaFormat.Mp3, added,
            pictures, out edits);

    private static byte[] With(string sample, string form)
    {
        byte[] file = Plain(sample);
        byte[] front = Picture(3, 3, "");
        return form switch
        {
            "2.2" => [.. TagWriting.Id3(2, 0, TagWriting.Frame(2, "PIC", [0, .. "JPG"u8, 3, 0, .. Front])), .. file],
            "2.3" => [.. TagWriting.Id3(3, 0, front), .. file],
            "2.4" => [.. TagWriting.Id3(4, 0, Picture(4, 3, "Zürich 日本")), .. file],
            "unsynchronised" => [.. TagWriting.Id3(3, 0x80, TagWriting.Unsynchronised(front)), .. file],
            "two" when sample == "mp3" => [.. TagWriting.Id3(3, 0, front, Picture(3, 4, "behind")), .. file],
            "twice" => [.. TagWriting.Id3(3, 0, front, front), .. file],
            "ape" => [.. file, .. TagWriting.Ape(("Cover Art (Front)", 2, [.. "a.jpg\0"u8, .. Front]))],
            "block" => Flac((6, Block(3, Front))),
            "two" => Flac((6, Block(3, Front)), (6, Block(4, Back))),
            "comment" => Flac((4, Comment("METADATA_BLOCK_PICTURE", Block(3, Front)))),
            _ => Flac((4, Comment("COVERART", Front))),
        };

        static byte[] Comment(string name, byte[] content) =>
            [0, 0, 0, 0, 1, 0, 0, 0, .. TagWriting.Counted($"{name}={Convert.ToBase64String(content)}")];

        byte[] Flac(params (int Type, byte[] Content)[] blocks) =>
        [
            .. file[..4], 0, .. file[5..42],
            .. blocks.SelectMany((one, i) => (byte[])
            [
                (byte)(one.Type | (i == blocks.Length - 1 ? 0x80 : 0)), (byte)(one.Content.Length >> 16),
                (byte)(one.Content.Length >> 8), (byte)one.Content.Length, .. one.Content,
            ]),
            .. file[42..],
        ];
    }

    private static byte[] Block(byte kind, byte[] picture) =>
    [
        0, 0, 0, kind, 0, 0, 0, 10, .. "image/jpeg"u8, 0, 0, 0, 0, .. new byte[16], 0, (byte)(picture.Length >> 16),
        (byte)(picture.Length >> 8), (byte)picture.Length, .. picture,
    ];

    // The form of the keeper, which tells failures apart. The last one has no tags.
    private static IEnumerable<(string Kind, byte[] File)> Keepers(string sample)
    {
        byte[] whole = Samples.Get(sample);
        byte[] plain = Plain(sample);
        yield return ("as made", whole);
        if (sample == "mp3")
        {
            byte[] artist = [0, .. "Ana"u8];
            yield return ("2.3", [.. TagWriting.Id3(3, 0, TagWriting.Frame(3, "TPE1", artist)), .. plain]);
            byte[] padded = [.. TagWriting.Frame(4, "TPE1", artist), .. new byte[100_000]];
            yield return ("2.4 with padding", [.. TagWriting.Id3(4, 0, padded), .. plain]);
        }
        else
        {
            yield return ("with padding", [.. whole[..42], 1, 1, 0, 0, .. new byte[65_536], .. whole[42..]]);
        }

        yield return ("none", plain);
    }

    // Without tags: of FLAC, the first block and the frames.
    private static byte[] Plain(string sample)
    {
        byte[] file = Samples.Get(sample);
        if (sample == "mp3")
        {
            return file[(int)TagMergeTests.StartOf(file)..];
        }

        int at = 4;
        for (bool isLast = false; !isLast;)
        {
            isLast = file[at] >= 0x80;
            at += 4 + ((file[at + 1] << 16) | (file[at + 2] << 8) | file[at + 3]);
        }

        return [.. file[..4], 0x80, .. file[5..42], .. file[at..]];
    }
}
