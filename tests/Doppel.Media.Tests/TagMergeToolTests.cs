namespace Doppel.Media.Tests;

/// <summary>
/// Tags are added inside files that other programs have tagged. These programs find them there, and find all else
/// unchanged.
/// </summary>
public sealed class TagMergeToolTests
{
    private const string Separator = " ^|^ ";

    private static readonly string[] s_words =
    [
        "Lake", "a & b", "<i>", "\"quoted\" 'twice'", "Zürich", "日本", "🌅 dawn", "x;y, z", "R&B", "Rock", "Jazz",
    ];

    // The program that has tagged the file, and what it reads each tag as.
    public static TheoryData<string, string> Files { get; } = new()
    {
        { "mp3", "ffmpeg 3" },
        { "mp3", "ffmpeg 4" },
        { "mp3", "mid3v2" },
        { "mp3", "kid3-cli" },
        { "mp3", "none" },
        { "flac", "metaflac" },
        { "flac", "none" },
        { "jpg", "exiftool" },
        { "jpg", "exif" },
        { "progressive.jpg", "none" },
        { "png", "exiftool" },
        { "png", "none" },
        { "moving.png", "none" },
    };

    [Theory]
    [MemberData(nameof(Files))]
    public void Other_programs_find_the_union_and_all_else_unchanged(string sample, string program)
    {
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        int seed = TestRun.SeedOffset + 5720 + sample.Length + program.Length;
        var random = new Random(seed);
        using var tree = new TempTree();
        string ending = sample[(sample.LastIndexOf('.') + 1)..];
        MediaFormat format = ending switch
        {
            "mp3" => MediaFormat.Mp3,
            "flac" => MediaFormat.Flac,
            "png" => MediaFormat.Png,
            _ => MediaFormat.Jpeg,
        };
        int merged = 0;
        int rounds = TestRun.Count(4, 40);
        for (int i = 0; i < rounds; i++)
        {
            string at = $"seed {seed}, round {i}";
            byte[] before = Tagged(tree, sample, program, random);
            IReadOnlyList<MediaTag> kept = new MediaMapper().ReadTags(new MemorySource(before)).All;
            var union = new TagUnion(kept, name => TagMerge.Holds(format, name));
            TagGain gain = union.Find(Tags(format, random).Where(tag => ending != "mp3" || Array.TrueForAll(
                tag.Value.ToCharArray(), static letter => !char.IsSurrogate(letter))));
            Assert.True(gain.Missing.Count == 0, at + string.Join(", ", gain.Missing));
            string? why = TagMerge.Plan(
                new MemorySource(before), format, gain.Added, [], out IReadOnlyList<MediaEdit> edits);
            if (why is not null)
            {
                Assert.True(
                    why.StartsWith("the keeper's ID3v2.3 tag cannot hold", StringComparison.Ordinal), $"{at}: {why}");
                continue;
            }

            merged++;
            byte[] after = TagMergeTests.All(new EditedSource(new MemorySource(before), edits));
            var reversed = new EditedSource(new MemorySource(after), MediaEdit.Reverse(edits));
            Assert.Equal(before, TagMergeTests.All(reversed));
            string shown = sample == "moving.png" ? "apng" : ending;
            Assert.Equal(Pixels(tree, before, shown), Pixels(tree, after, shown));
            ILookup<string, string> was = Ask(tree, before, ending);
            ILookup<string, string> told = Ask(tree, after, ending);
            HashSet<string> gained = [.. gain.Added.SelectMany(tag => NamesOf(tag.Name))];
            foreach (IGrouping<string, string> one in was.Where(one => !gained.Contains(one.Key)))
            {
                Assert.True(one.Order().SequenceEqual(told[one.Key].Order()), $"{at}: {one.Key} changed");
            }

            foreach (IGrouping<string, MediaTag> tags in gain.Added.GroupBy(static tag => tag.Name))
            {
                string[] all = [.. NamesOf(tags.Key).SelectMany(name => told[name])];
                foreach (MediaTag tag in tags)
                {
                    Assert.True(
                        all.Any(value => Shows(value, tag)),
                        $"{at}: {tag} is not found by exiftool: {string.Join(" | ", all)}");
                }
            }
        }

        Assert.True(merged > 0 && merged >= rounds / 3);
    }

    [Fact]
    public void Kid3_and_mutagen_find_all_values_of_several()
    {
        Samples.Needs("mid3v2", "python3-mutagen");
        using var tree = new TempTree();
        tree.AddFile("a.mp3", Samples.Get("mp3"));
        string path = $"{tree.Folder}/a.mp3";
        Run("mid3v2", "--genre=Jazz", "--TPE1=Ana", "--POPM=me:120:3", path);
        byte[] before = File.ReadAllBytes(path);
        Assert.Null(TagMerge.Plan(
            new MemorySource(before), MediaFormat.Mp3,
            [
                new(TagNames.Genre, "Fado & more"), new(TagNames.Rating, "200/255"), new("id3:POPM:me", "7 plays"),
                new("id3:TXXX:MOOD", "calm"), new("id3:UFID:http://musicbrainz.org", "0d1f"),
                new(TagNames.Lyrics, "one\ntwo"),
            ],
            [],
            out IReadOnlyList<MediaEdit> edits));
        byte[] after = TagMergeTests.All(new EditedSource(new MemorySource(before), edits));
        Assert.Equal(before.Length, after.Length);
        File.WriteAllBytes(path, after);
        string told = Tool.Run("mid3v2", "-l", path).MustSucceed().OutputText;
        string[] lines =
        [
            "TCON=Jazz / Fado & more", "TPE1=Ana", "POPM=me=7 200/255", "TXXX=MOOD=calm",
            "UFID=http://musicbrainz.org=b'0d1f'", "USLT=[unrepresentable data]",
        ];
        Assert.All(lines.SkipLast(1), line => Assert.Contains(line, told, StringComparison.Ordinal));
        Assert.Contains("USLT", told, StringComparison.Ordinal);
    }

    private static byte[] Tagged(TempTree tree, string sample, string program, Random random)
    {
        string ending = sample[(sample.LastIndexOf('.') + 1)..];
        byte[] file = Samples.Get(sample);
        file = program == "none" && ending == "mp3" ? file[(int)TagMergeTests.StartOf(file)..] : file;
        File.WriteAllBytes($"{tree.Folder}/in.{ending}", file);
        string path = $"{tree.Folder}/in.{ending}";
        string title = random.Next(2) == 0 ? s_words[random.Next(s_words.Length)] : "";
        string genre = random.Next(2) == 0 ? "Blues" : "";
        string rating = random.Next(2) == 0 ? $"{random.Next(1, 5)}" : "";
        switch (program)
        {
            case "ffmpeg 3" or "ffmpeg 4":
                Run(
                    "ffmpeg", "-loglevel", "error", "-y", "-i", path, "-c", "copy", "-id3v2_version", program[7..],
                    "-metadata", $"title={title}", "-metadata", $"genre={genre}", "-metadata", "mood=calm",
                    $"{tree.Folder}/out.mp3");
                return File.ReadAllBytes($"{tree.Folder}/out.mp3");
            case "mid3v2":
                Run("mid3v2", "--delete-all", path);
                Run("mid3v2", "--TCOM=Bach", path);
                foreach (string word in Given(("--TIT2", title), ("--TCON", genre)))
                {
                    Run("mid3v2", word, path);
                }

                if (rating.Length > 0)
                {
                    Run("mid3v2", $"--POPM=me:{rating}0", path);
                }

                break;
            case "kid3-cli":
                Samples.Needs("kid3-cli", "kid3-cli");
                Run("kid3-cli", "-c", "remove 1", "-c", "remove 2", "-c", $"set composer Bach", path);
                if (genre.Length > 0)
                {
                    Run("kid3-cli", "-c", $"set genre {genre}", path);
                }

                break;
            case "metaflac":
                Samples.Needs("metaflac", "flac");
                Run(
                    "metaflac",
                    [
                        "--no-utf8-convert", "--set-tag=PERFORMER=Ana",
                        .. Given(("--set-tag=TITLE", title), ("--set-tag=GENRE", genre), ("--set-tag=RATING", rating)),
                        path,
                    ]);
                if (random.Next(2) == 0)
                {
                    Run("metaflac", $"--add-padding={random.Next(300)}", path);
                }

                break;
            case "exiftool":
                Run(
                    "exiftool",
                    [
                        "-overwrite_original", "-XMP-xmp:CreatorTool=me", "-XMP-photoshop:Headline=Head",
                        .. Given(("-XMP-dc:Title", title), ("-XMP-dc:Subject", genre), ("-XMP-xmp:Rating", rating)),
                        path,
                    ]);
                break;
            case "exif":
                Run(
                    "exiftool", "-overwrite_original", "-EXIF:Orientation#=6", "-EXIF:Model=Camera",
                    "-IPTC:Keywords=in IPTC", path);
                break;
        }

        return File.ReadAllBytes(path);
    }

    private static IEnumerable<string> Given(params (string Name, string Value)[] words) =>
        words.Where(static one => one.Value.Length > 0).Select(static one => $"{one.Name}={one.Value}");

    private static void Run(string program, params string[] words) =>
        Tool.Run(program, [.. words.Select(static word => (ByteName)word)]).MustSucceed();

    private static MediaTag[] Tags(MediaFormat format, Random random)
    {
        bool isSound = format is MediaFormat.Mp3 or MediaFormat.Flac;
        List<MediaTag> all =
        [
            new(TagNames.Title, Word()), new(TagNames.Artist, Word()), new(TagNames.Comment, Word()),
            new(TagNames.Copyright, Word()),
        ];
        if (isSound)
        {
            all.AddRange(
            [
                new(TagNames.Genre, Word()), new(TagNames.Genre, "Jazz"), new(TagNames.Album, Word()),
                new(TagNames.Track, "3/12"), new(TagNames.Date, "2001"), new(TagNames.Lyrics, Word()),
                new(TagNames.Isrc, "ABC123456789"),
                new(TagNames.Rating, format == MediaFormat.Mp3 ? "230/255" : "5"),
                new(format == MediaFormat.Mp3 ? "id3:TXXX:MY FIELD" : "vorbis:MY FIELD", Word()),
            ]);
        }
        else
        {
            all.AddRange(
            [
                new(TagNames.Keywords, Word()), new(TagNames.Keywords, Word()), new(TagNames.Description, Word()),
                new(TagNames.Rating, "5"), new("xmp:Iptc4xmpExt:PersonInImage", Word()),
                new(TagNames.Taken, "2001-02-03 04:05:06"),
            ]);
        }

        return [.. all.Where(_ => random.Next(2) == 0).Distinct()];

        string Word() => s_words[random.Next(s_words.Length)];
    }

    // What exiftool calls them, in any of the formats.
    private static string[] NamesOf(string tag) => tag switch
    {
        TagNames.Artist => ["Artist", "Creator"],
        TagNames.Comment => ["Comment", "UserComment"],
        TagNames.Copyright => ["Copyright", "Rights"],
        TagNames.Track => ["Track", "TrackNumber", "TrackTotal", "Tracktotal"],
        TagNames.Date => ["Year", "RecordingTime", "Date"],
        TagNames.Isrc => ["ISRC", "ISRCNumber"],
        TagNames.Rating => ["Rating", "Popularimeter"],
        TagNames.Keywords => ["Subject"],
        TagNames.Taken => ["DateTimeOriginal"],
        "xmp:Iptc4xmpExt:PersonInImage" => ["PersonInImage"],
        "id3:TXXX:MY FIELD" => ["UserDefinedText"],
        "vorbis:MY FIELD" => ["MYFIELD", "My field", "Myfield", "MyField"],
        _ => [$"{char.ToUpperInvariant(tag[0])}{tag[1..]}"],
    };

    private static bool Shows(string value, MediaTag tag) => tag.Name switch
    {
        TagNames.Track => value is "3/12" or "3" or "12",
        TagNames.Taken => value == "2001:02:03 04:05:06",
        TagNames.Rating => value.Contains("230", StringComparison.Ordinal) || value == "5",
        // Of several genres, exiftool shows the numbers that ID3v2.3 has for them.
        TagNames.Genre when tag.Value is ("Rock" or "Jazz") && value.StartsWith('(') =>
            value.Contains(tag.Value == "Rock" ? "(17)" : "(8)", StringComparison.Ordinal),
        TagNames.Genre or TagNames.Lyrics or "id3:TXXX:MY FIELD" => value.Contains(tag.Value, StringComparison.Ordinal),
        _ => value == tag.Value,
    };

    private static ILookup<string, string> Ask(TempTree tree, byte[] file, string ending)
    {
        File.WriteAllBytes($"{tree.Folder}/asked.{ending}", file);
        string told = Tool.Run(
            "exiftool", "-s", "-a", "-charset", "id3=UTF8", "-n", "-sep", Separator, $"{tree.Folder}/asked.{ending}")
            .MustSucceed().OutputText;
        return told.Split('\n').Select(static line => line.Split(": ", 2)).Where(static pair => pair.Length == 2)
            .SelectMany(static pair => pair[1].Split(Separator).Select(value => (Name: pair[0].Trim(), Value: value)))
            .Where(static one => !(one.Name.StartsWith("File", StringComparison.Ordinal)
                || one.Name is "XMPToolkit" or "ID3Size" or "AudioBitrate" or "Duration" or "CurrentIPTCDigest"))
            .ToLookup(static one => one.Name, static one => one.Value);
    }

    private static string Pixels(TempTree tree, byte[] file, string ending)
    {
        File.WriteAllBytes($"{tree.Folder}/seen.{ending}", file);
        return Tool.Run(
            "ffmpeg", "-loglevel", "error", "-i", $"{tree.Folder}/seen.{ending}", "-f", "framemd5", "-").MustSucceed()
            .OutputText;
    }
}
