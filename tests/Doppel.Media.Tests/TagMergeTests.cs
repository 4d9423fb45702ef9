using System.Text;

namespace Doppel.Media.Tests;

/// <summary>Tags are added inside files only if nothing else changes.</summary>
public sealed class TagMergeTests
{
    private const string OtherTag =
        "the keeper has no ID3v2, but another tag than ID3v1, and programs differ in which they read";

    [Theory]
    [InlineData("jpg", "behind", "the keeper has data behind the image")]
    [InlineData("png", "behind", "the keeper has data behind the image")]
    [InlineData("jpg", "mpf", "the keeper has further images (MPF)")]
    [InlineData("jpg", "jumbf", "the keeper is signed (JUMBF)")]
    [InlineData("jpg", "extended", "the keeper has XMP in several parts")]
    [InlineData("jpg", "two", "the keeper has several packets of XMP")]
    [InlineData("jpg", "no end", "the keeper has data behind the image")]
    [InlineData("png", "packed", "the keeper has compressed XMP, or several packets")]
    [InlineData("png", "signed", "the keeper is signed (C2PA)")]
    [InlineData("mp3", "2.2", "the keeper's ID3v2 tag is of version 2.2, or in a form that is not changed")]
    [InlineData("mp3", "unsynchronised", "the keeper's ID3v2 tag is of version 2.2, or in a form that is not changed")]
    [InlineData("mp3", "two", "the keeper's ID3v2 tag is damaged, or it has several")]
    [InlineData("mp3", "rubbish", "the keeper's ID3v2 tag is damaged, or it has several")]
    [InlineData("mp3", "ape", OtherTag)]
    [InlineData("mp3", "ape and ID3v1", OtherTag)]
    [InlineData("mp3", "lyrics", OtherTag)]
    [InlineData("flac", "two", "the keeper has several blocks of comments")]
    public void A_file_in_which_something_else_would_change_is_left_alone(string sample, string form, string why)
    {
        byte[] file = Formed(sample, form);
        MediaFormat format = new MediaMapper().Map(new MemorySource(file), MediaPolicy.Strict).Format!.Value;
        Assert.Equal(
            why,
            TagMerge.Plan(
                new MemorySource(file), format, [new MediaTag(TagNames.Title, "T")], [],
                out IReadOnlyList<MediaEdit> edits));
        Assert.Empty(edits);
    }

    [Fact]
    public void A_description_of_data_is_never_written_as_its_value()
    {
        foreach ((string sample, MediaFormat format, string name) in new[]
        {
            ("mp3", MediaFormat.Mp3, "id3:UFID:x"), ("flac", MediaFormat.Flac, "vorbis:X"),
        })
        {
            Assert.NotNull(TagMerge.Plan(
                new MemorySource(Samples.Get(sample)), format, [new(name, "12 bytes, xxh3 0123456789abcdef")], [],
                out _));
        }

        Assert.False(TagMerge.Holds(MediaFormat.Png, TagNames.Cover));
        Assert.False(TagMerge.Holds(MediaFormat.Mp3, TagNames.Encoder));
        Assert.False(TagMerge.Holds(MediaFormat.Flac, "vorbis:WAVEFORMATEXTENSIBLE_CHANNEL_MASK"));
        Assert.False(TagMerge.Holds(MediaFormat.Jpeg, TagNames.Orientation));
    }

    /// <summary>Any byte may be another one, and any part may be missing.</summary>
    [Theory]
    [InlineData("mp3", TagNames.Genre)]
    [InlineData("mp3", TagNames.Cover)]
    [InlineData("flac", TagNames.Genre)]
    [InlineData("flac", TagNames.Cover)]
    [InlineData("jpg", TagNames.Keywords)]
    [InlineData("png", TagNames.Keywords)]
    public void A_damaged_file_is_left_alone_or_keeps_all_that_it_has(string sample, string name)
    {
        int seed = TestRun.SeedOffset + 5722;
        var random = new Random(seed);
        byte[] whole = Samples.Get(sample);
        MediaFormat format = new MediaMapper().Map(new MemorySource(whole), MediaPolicy.Strict).Format!.Value;
        var mapper = new MediaMapper();
        IReadOnlyList<MediaPicture> pictures = TagMergeCoverTests.Pictures(
            [.. TagWriting.Id3(4, 0, TagMergeCoverTests.Picture(4, 3, "x")), .. Samples.Get("half.mp3")]);
        var added = new MediaTag(name, name == TagNames.Cover ? pictures[0].Value : "new");
        int planned = 0;
        for (int i = 0; i < TestRun.Count(400, 20_000); i++)
        {
            byte[] file = random.Next(8) == 0 ? whole[..random.Next(whole.Length)] : [.. whole];
            for (int changes = random.Next(3); changes >= 0 && file.Length > 0; changes--)
            {
                file[random.Next(Math.Min(file.Length, random.Next(4) == 0 ? int.MaxValue : 400))] ^=
                    (byte)(1 << random.Next(8));
            }

            if (TagMerge.Plan(
                new MemorySource(file), format, [added], pictures, out IReadOnlyList<MediaEdit> edits) is not null)
            {
                continue;
            }

            planned++;
            var changed = new EditedSource(new MemorySource(file), edits);
            Assert.Equal(file, All(new EditedSource(changed, MediaEdit.Reverse(edits))));
            HashSet<MediaTag> tags = [.. mapper.ReadTags(new MemorySource(file)).All, added];
            Assert.True(tags.SetEquals(mapper.ReadTags(changed).All), $"seed {seed}, {i}");
        }

        Assert.True(planned > 0);
    }

    [Fact]
    public void Edits_read_like_the_file_that_they_make()
    {
        var random = new Random(TestRun.SeedOffset + 5721);
        for (int i = 0; i < TestRun.Count(200, 5000); i++)
        {
            byte[] file = new byte[random.Next(60)];
            random.NextBytes(file);
            List<MediaEdit> edits = [];
            List<byte> expected = [];
            int at = 0;
            while (random.Next(4) != 0)
            {
                int start = random.Next(at, file.Length + 1);
                int end = random.Next(start, Math.Min(file.Length, start + 9) + 1);
                byte[] made = new byte[random.Next(9)];
                random.NextBytes(made);
                expected.AddRange([.. file[at..start], .. made]);
                edits.Add(new MediaEdit(start, file.AsMemory(start..end), made));
                at = end;
            }

            expected.AddRange(file[at..]);
            var source = new EditedSource(new MemorySource(file), edits);
            Assert.Equal(expected, All(source));
            int from = random.Next(expected.Count + 1);
            byte[] part = new byte[random.Next(expected.Count - from + 1)];
            Assert.True(source.TryRead(from, part));
            Assert.Equal(expected[from..(from + part.Length)], part);
            Assert.Equal(file, All(new EditedSource(source, MediaEdit.Reverse(edits))));
        }
    }

    internal static byte[] All(EditedSource source)
    {
        byte[] all = new byte[source.Length];
        Assert.True(source.TryRead(0, all));
        return all;
    }

    private static byte[] Formed(string sample, string form)
    {
        byte[] file = Samples.Get(sample);
        byte[] title = TagWriting.Frame(form == "2.2" ? 2 : 3, form == "2.2" ? "TT3" : "TIT3", [0, .. "x"u8]);
        byte[] plain = file[(int)StartOf(file)..];
        return (sample, form) switch
        {
            (_, "behind") => [.. file, .. "trailer"u8],
            ("jpg", "no end") => file[..^2],
            ("jpg", "mpf") => With(TagWriting.Segment(0xE2, [.. "MPF\0"u8, .. new byte[8]])),
            ("jpg", "jumbf") => With(TagWriting.Segment(0xEB, [.. "JP\0\u0001"u8, .. new byte[20]])),
            ("jpg", "extended") => With(TagWriting.Segment(
                0xE1, [.. "http://ns.adobe.com/xmp/extension/\0"u8, .. new byte[48]])),
            ("jpg", "two") => With([.. Packet(), .. Packet()]),
            ("png", "packed") => WithChunk("iTXt", [.. "XML:com.adobe.xmp\0\u0001\0\0\0"u8, .. new byte[9]]),
            ("png", "signed") => WithChunk("caBX", new byte[9]),
            ("mp3", "2.2") => [.. TagWriting.Id3(2, 0, title), .. plain],
            ("mp3", "unsynchronised") => [.. TagWriting.Id3(3, 0x80, title), .. plain],
            ("mp3", "two") => [.. TagWriting.Id3(3, 0, title), .. TagWriting.Id3(3, 0, title), .. plain],
            ("mp3", "rubbish") => [.. TagWriting.Id3(3, 0, title, [0, 0, 1, 2, 3]), .. plain],
            ("mp3", "ape and ID3v1") =>
                [.. plain, .. TagWriting.Ape(("Artist", 0, "x"u8.ToArray())), .. "TAG"u8, .. new byte[125]],
            ("mp3", "lyrics") => [.. plain, .. "LYRICSBEGININD0000200000021LYRICS200"u8],
            ("mp3", "ape") => [.. plain, .. TagWriting.Ape(("Artist", 0, "x"u8.ToArray()))],
            _ => WithBlocks(),
        };

        byte[] With(byte[] segments) => [.. file[..2], .. segments, .. file[2..]];

        byte[] WithChunk(string type, byte[] content) =>
            [.. file[..33], .. TagWriting.PngChunk(type, content), .. file[33..]];

        byte[] Packet() => TagWriting.Segment(
            0xE1, [.. "http://ns.adobe.com/xap/1.0/\0"u8, .. Encoding.UTF8.GetBytes(TagWriting.Xmp("dc:x='1'"))]);

        byte[] WithBlocks()
        {
            byte[] block = [4, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0];
            return [.. file[..42], .. block, .. block, .. file[42..]];
        }
    }

    internal static long StartOf(byte[] file) => file.AsSpan().StartsWith("ID3"u8)
        ? 10 + ((file[6] << 21) | (file[7] << 14) | (file[8] << 7) | file[9]) : 0;
}
