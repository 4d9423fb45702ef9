using System.Text;

namespace Doppel.Media.Tests;

/// <summary>An MP3 without ID3v2 gets such a tag in front. It has the values of ID3v1 too, which stays.</summary>
public sealed class TagMergeId3v1Tests
{
    private static readonly string[] s_words =
        ["Lake", "A & B", "Zürich", "x", "The title that is cut off at 30", "", " two  blanks ", "7"];

    [Fact]
    public void The_new_tag_alone_has_all_values_and_the_old_file_follows_unchanged()
    {
        int seed = TestRun.SeedOffset + 5751;
        var random = new Random(seed);
        var mapper = new MediaMapper();
        HashSet<int> versions = [];
        for (int i = 0; i < TestRun.Count(100, 3000); i++)
        {
            string at = $"seed {seed}, round {i}";
            byte[] keeper = [.. Plain(), .. random.Next(8) == 0 ? [] : Old(random)];
            IReadOnlyList<MediaTag> kept = mapper.ReadTags(new MemorySource(keeper)).All;
            TagGain gain = new TagUnion(kept, static name => TagMerge.Holds(MediaFormat.Mp3, name)).Find(Tags(random));
            string? why = TagMerge.Plan(
                new MemorySource(keeper), MediaFormat.Mp3, gain.Added, [], out IReadOnlyList<MediaEdit> edits);
            Assert.True(why is null, $"{at}: {why}");
            byte[] after = TagMergeTests.All(new EditedSource(new MemorySource(keeper), edits));
            Assert.Equal(keeper, after[^keeper.Length..]);
            HashSet<MediaTag> union = [.. kept, .. gain.Added];
            Assert.True(union.SetEquals(mapper.ReadTags(new MemorySource(after)).All), at);
            byte[] front = [.. after[..^keeper.Length], .. Plain()];
            Assert.True(union.SetEquals(mapper.ReadTags(new MemorySource(front)).All), at);
            Assert.Equal(
                mapper.Map(new MemorySource(keeper), MediaPolicy.Strict).Map!.Key,
                mapper.Map(new MemorySource(after), MediaPolicy.Strict).Map!.Key);
            bool needs4 = union.Count(static tag => tag.Name == TagNames.Artist) > 1;
            Assert.True(!needs4 || after[3] == 4, at);
            versions.Add(after[3]);
        }

        Assert.Equal([3, 4], versions.Order());
    }

    [Fact]
    public void Other_programs_find_both_tags()
    {
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        Samples.Needs("mid3v2", "python3-mutagen");
        using var tree = new TempTree();
        byte[] keeper = [.. Plain(), .. Tag("Lake", "Ana", "", "2001", "good", 3, 8)];
        Assert.Null(TagMerge.Plan(
            new MemorySource(keeper), MediaFormat.Mp3,
            [new(TagNames.Album, "Zürich 日本"), new(TagNames.Genre, "Fado")], [],
            out IReadOnlyList<MediaEdit> edits));
        string path = $"{tree.Folder}/a.mp3";
        File.WriteAllBytes(path, TagMergeTests.All(new EditedSource(new MemorySource(keeper), edits)));
        string told = Tool.Run("exiftool", "-a", "-s", "-G1", path).MustSucceed().OutputText;
        foreach (string line in (string[])
        [
            @"\[ID3v2_3\] +Title +: Lake", @"\[ID3v2_3\] +Artist +: Ana", @"\[ID3v2_3\] +Album +: Zürich 日本",
            @"\[ID3v2_3\] +Year +: 2001", @"\[ID3v2_3\] +Comment +: good", @"\[ID3v2_3\] +Track +: 3",
            @"\[ID3v2_3\] +Genre +: \(Jazz\)Fado", @"\[ID3v1\] +Title +: Lake", @"\[ID3v1\] +Genre +: Jazz",
        ])
        {
            Assert.Matches(line, told);
        }

        told = Tool.Run("mid3v2", "-l", path).MustSucceed().OutputText;
        string[] lines = ["TIT2=Lake", "TPE1=Ana", "TALB=Zürich 日本", "TRCK=3", "TCON=Jazz / Fado"];
        Assert.All(lines, line => Assert.Contains(line, told, StringComparison.Ordinal));
        told = Tool.Run("ffprobe", "-loglevel", "error", "-show_format", path).MustSucceed().OutputText;
        Assert.Contains("TAG:album=Zürich 日本", told, StringComparison.Ordinal);
        Assert.Contains("TAG:title=Lake", told, StringComparison.Ordinal);
    }

    private static byte[] Plain()
    {
        byte[] file = Samples.Get("mp3");
        return file[(int)TagMergeTests.StartOf(file)..];
    }

    private static byte[] Old(Random random)
    {
        byte[] tag = Tag(
            Word(), Word(), Word(), random.Next(2) == 0 ? "1999" : "", Word(), (byte)random.Next(4),
            (byte)random.Next(256));
        if (random.Next(3) == 0)
        {
            byte[] more = new byte[227];
            "TAG+"u8.CopyTo(more);
            Encoding.Latin1.GetBytes("off at 30").CopyTo(more, 4);
            tag = [.. more, .. tag];
        }

        return tag;

        string Word() => s_words[random.Next(s_words.Length)];
    }

    private static byte[] Tag(
        string title, string artist, string album, string year, string comment, byte track, byte genre)
    {
        byte[] tag = new byte[128];
        "TAG"u8.CopyTo(tag);
        Write(title, 3, 30);
        Write(artist, 33, 30);
        Write(album, 63, 30);
        Write(year, 93, 4);
        Write(comment, 97, 28);
        tag[126] = track;
        tag[127] = genre;
        return tag;

        void Write(string text, int at, int most)
        {
            byte[] bytes = Encoding.Latin1.GetBytes(text);
            bytes.AsSpan(0, Math.Min(most, bytes.Length)).CopyTo(tag.AsSpan(at));
        }
    }

    private static MediaTag[] Tags(Random random)
    {
        MediaTag[] all =
        [
            new(TagNames.Title, Word()), new(TagNames.Artist, "Ana"), new(TagNames.Artist, "Ben"),
            new(TagNames.Album, Word()), new(TagNames.Genre, "Fado"), new(TagNames.Genre, "Jazz"),
            new(TagNames.Date, "2001-02-03"), new(TagNames.Track, "3/12"), new(TagNames.Comment, Word()),
            new(TagNames.Rating, "200/255"), new("id3:TXXX:MOOD", "calm"), new(TagNames.Composer, "Bach"),
        ];
        MediaTag[] own = [.. all.Where(_ => random.Next(2) == 0)];
        return own.Length > 0 ? own : [all[^1]];

        string Word() => $"{random.Next(3)} 日本";
    }
}
