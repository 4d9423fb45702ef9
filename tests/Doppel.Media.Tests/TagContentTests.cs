using System.Collections.Concurrent;
using System.Globalization;
using System.Text.Json;

namespace Doppel.Media.Tests;

/// <summary>
/// What tags say is what the programs that wrote them were told, and whatever is told of tags another program reads
/// there too.
/// </summary>
public sealed class TagContentTests
{
    private static readonly Dictionary<string, string> s_packages = new()
    {
        ["AtomicParsley"] = "atomicparsley",
        ["id3v2"] = "id3v2",
        ["metaflac"] = "flac",
        ["exiftool"] = "libimage-exiftool-perl",
        ["mid3v2"] = "python3-mutagen",
        ["ffmpeg"] = "ffmpeg",
    };

    // Each is made once: the programs take longer than all that is done with it.
    private static readonly ConcurrentDictionary<(string Sample, string Steps), Lazy<byte[]>> s_made = new();

    // Sample, how it is tagged (a program, its words; | before the next), and what is to be read. An underscore is a
    // blank in a word.
    public static TheoryData<string, string, string> Tagged { get; } = new()
    {
        {
            "mp3", "id3v2 -2 -t Título -a Ärtist -A Album -y 2001 -T 3/12 -g 17 -c Note",
            "title=Título; artist=Ärtist; album=Album; date=2001; track=3/12; genre=Rock; comment=Note"
        },
        {
            "mp3", "id3v2 -2 --TCOM Co --TBPM 120 --TPE2 Band --TXXX MOOD:calm --TSRC USABC0100001 --TPOS 1/2",
            "composer=Co; tempo=120; album artist=Band; id3:TXXX:MOOD=calm; isrc=USABC0100001; disc=1/2"
        },
        {
            "mp3", "id3v2 -1 -t A_title_that_is_longer_than_it_may_be_there -a Me -T 7 -g 8",
            "title=A title that is longer than it; artist=Me; track=7; genre=Jazz"
        },
        {
            "mp3", "ffmpeg -id3v2_version 3 -metadata title=漢字 -metadata TPE1=Ünï -metadata date=2010",
            "title=漢字; artist=Ünï; date=2010"
        },
        {
            "mp3", "ffmpeg -id3v2_version 4 -metadata title=漢字 -metadata lyrics-eng=la_la -metadata custom=x",
            "title=漢字; id3:TXXX:lyrics-eng=la la; id3:TXXX:custom=x"
        },
        {
            "flac", "metaflac --set-tag=TITLE=漢字 --set-tag=ARTIST=One --set-tag=ARTIST=Two --set-tag=TRACKNUMBER=3 "
                + "--set-tag=TRACKTOTAL=12 --set-tag=DATE=2001-02-03 --set-tag=MOOD=calm --import-picture-from=COVER",
            "title=漢字; artist=One; artist=Two; track=3/12; date=2001-02-03; vorbis:MOOD=calm; cover=COVER"
        },
        {
            "wav", "ffmpeg -metadata title=Ti -metadata artist=Ar -metadata comment=Co -metadata date=2001",
            "title=Ti; artist=Ar; comment=Co; date=2001"
        },
        {
            "wav", "ffmpeg -write_bext 1 -metadata description=De -metadata origination_date=2020-01-02 "
                + "-metadata origination_time=10-20-30 -metadata originator=Or",
            "description=De; taken=2020-01-02 10:20:30; bext:Originator=Or"
        },
        {
            "png", "exiftool -PNG:Title=Ti -PNG:Author=Me -PNG:Comment=Ünï -XMP:Rating=3 -EXIF:Model=M "
                + "-PNG:ModifyDate=2020:01:02_03:04:05",
            "title=Ti; artist=Me; comment=Ünï; rating=3; model=M; modified=2020-01-02 03:04:05Z"
        },
        { "png", "exiftool -z -PNG:Description=" + Long + " -z", "description=" + Long },
        { "gif", "exiftool -Comment=Hello_there -XMP:Title=Ti", "comment=Hello there; title=Ti" },
        {
            "jpg", "exiftool -EXIF:Artist=Me -Orientation#=6 -DateTimeOriginal=2020:01:02_03:04:05 "
                + "-SubSecTimeOriginal=25 -OffsetTimeOriginal=+02:00 -Make=Ma -Model=Mo -LensModel=Le -Software=So "
                + "-ExposureTime=1/250 -FNumber=2.8 -ISO=100 -UserComment=Ünï -Rating=4 -Copyright=Cop",
            "artist=Me; orientation=6; taken=2020-01-02 03:04:05.25+02:00; make=Ma; model=Mo; lens=Le; software=So; "
                + "exif:ExposureTime=1/250; exif:FNumber=2.8; exif:ISO=100; comment=Ünï; rating=4; copyright=Cop"
        },
        {
            "jpg", "exiftool -XPTitle=漢字 -XPKeywords=one;two -Comment=Hello -ThumbnailImage<=COVER",
            "title=漢字; keywords=one; keywords=two; comment=Hello; thumbnail=COVER"
        },
        {
            "jpg", "exiftool -GPSLatitude=48.858222 -GPSLatitudeRef=S -GPSLongitude=2.2945 -GPSLongitudeRef=W "
                + "-GPSAltitude=35 -GPSAltitudeRef=0",
            "place=-48.858222, -2.2945, 35 m"
        },
        {
            "jpg", "exiftool -XMP:Title=Tï -XMP:Creator=A -XMP:Creator=B -XMP:Subject=one -XMP:Subject=two "
                + "-XMP-photoshop:DateCreated=2020:01:02_03:04:05 -XMP:Label=Red -XMP-exif:GPSLatitude=48.5 "
                + "-XMP-exif:GPSLongitude=2.25 -XMP-dc:Description-de=Bild",
            "title=Tï; artist=A; artist=B; keywords=one; keywords=two; taken=2020-01-02 03:04:05; xmp:xmp:Label=Red; "
                + "place=48.5, 2.25; description=Bild"
        },
        {
            "jpg", "exiftool -IPTC:ObjectName=Ti -IPTC:Keywords=one -IPTC:Keywords=two -IPTC:By-line=Bÿ -IPTC:City=Ci "
                + "-IPTC:DateCreated=2020:01:02 -IPTC:TimeCreated=03:04:05+00:00 -CodedCharacterSet=UTF8",
            "title=Ti; keywords=one; keywords=two; artist=Bÿ; iptc:City=Ci; taken=2020-01-02 03:04:05+00:00"
        },
        {
            "webp", "exiftool -EXIF:Artist=Me -XMP:Title=Ti -EXIF:DateTimeOriginal=2020:01:02_03:04:05",
            "artist=Me; title=Ti; taken=2020-01-02 03:04:05"
        },
        {
            "m4a", "AtomicParsley --title Tï --artist Ar --album Al --tracknum 3/12 --disk 1/2 --year 2001 "
                + "--genre Rock --comment Co --bpm 120 --compilation true --artwork COVER",
            "title=Tï; artist=Ar; album=Al; track=3/12; disc=1/2; date=2001; genre=Rock; comment=Co; tempo=120; "
                + "compilation=1; cover=COVER"
        },
        {
            "mp4", "exiftool -Title=Ti -CreateDate=2020:01:02_03:04:05 -ModifyDate=2021:01:02_03:04:05 "
                + "-UserData:GPSCoordinates=48.5,2.25,35",
            "title=Ti; taken=2020-01-02 03:04:05Z; modified=2021-01-02 03:04:05Z; place=48.5, 2.25, 35 m"
        },
        {
            "mov", "exiftool -Keys:Title=Ti -Keys:Artist=Ar -Keys:CreationDate=2020:01:02_03:04:05+02:00 "
                + "-Keys:GPSCoordinates=48.5,2.25 -XMP:Rating=3 -UserData:Make=Ma",
            "title=Ti; artist=Ar; taken=2020-01-02 03:04:05+02:00; place=48.5, 2.25; rating=3; make=Ma"
        },
        {
            "mov", "ffmpeg -metadata location=+48.5+002.25/ -metadata make=Ma",
            "place=48.5, 2.25; make=Ma"
        },
        { "mp4", "ffmpeg -metadata:s:a:0 language=swe", "language=swe" },
        {
            "m4a", "AtomicParsley --rDNSatom Lab name=LABEL domain=com.apple.iTunes --lyrics La --copyright Cop "
                + "--description De --grouping Gr --composer Co --albumArtist Band",
            "publisher=Lab; lyrics=La; copyright=Cop; description=De; grouping=Gr; composer=Co; album artist=Band"
        },
        {
            "mp3", "mid3v2 -a Ünï -t Ti -p COVER:front:3:image/jpeg --TPE3 Con --USLT la_la --TCOP Cop",
            "artist=Ünï; title=Ti; conductor=Con; lyrics=la la; copyright=Cop; cover=COVER"
        },
        {
            "flac", "metaflac --import-picture-from=4||back_side||COVER --set-tag=LYRICS=la | id3v2 -2 -t Front",
            "title=Front; lyrics=la; cover=back, COVER"
        },
        {
            "png", "exiftool -PNG:CreationTime=2020:01:02_03:04:05 -IPTC:Keywords=one -XMP:Subject=one",
            "keywords=one; taken=2020-01-02 03:04:05"
        },
        {
            "jpg", "exiftool -EXIF:ImageDescription=De -SubjectDistance=2.5 -EXIF:Flash#=16 -ExposureCompensation=-0.5 "
                + "-LensInfo=24_70_2.8_4 -EXIF:SerialNumber=12 -GPSTimeStamp=10:20:30 -GPSDateStamp=2020:01:02",
            "description=De; exif:SubjectDistance=2.5; exif:Flash=16; exif:ExposureBiasValue=-0.5; "
                + "exif:LensSpecification=24 70 2.8 4; exif:BodySerialNumber=12; exif:GPSTimeStamp=10:20:30; "
                + "exif:GPSDateStamp=2020:01:02"
        },
        { "mov", "ffmpeg -metadata title=Ti -metadata comment=Co", "title=Ti; comment=Co" },
        { "fragments.mp4", "ffmpeg -metadata title=Ti -metadata artist=Ar", "title=Ti; artist=Ar" },
    };

    // Long enough to be packed.
    private const string Long = "to-and-fro-and-to-and-fro-and-to-and-fro-and-to-and-fro-and-to-and-fro-and-to-and-fro";

    [Theory, MemberData(nameof(Tagged))]
    public void Tags_written_by_programs_are_read_and_tags_read_are_confirmed_by_other_programs(
        string sample, string steps, string expected)
    {
        byte[] made = Tag(sample, steps);
        MediaTags tags = Read(made);
        string[] told = [.. tags.All.Select(static tag => $"{tag.Name}={tag.Value}")];
        string cover = $"image/jpeg, 161x97, {Samples.Get("jpg").Length} bytes, ";
        foreach (string one in expected.Split("; "))
        {
            string wanted = one.Replace("COVER", cover, StringComparison.Ordinal);
            Assert.Contains(told, line => wanted.EndsWith(", ", StringComparison.Ordinal)
                ? line.StartsWith(wanted, StringComparison.Ordinal) : line == wanted);
        }

        bool hasCover = expected.Contains("cover=", StringComparison.Ordinal);
        Assert.Equal(hasCover ? Samples.Get("jpg").Length : 0, tags.CoverBytes);
        Assert.Equal(expected.Contains("taken=", StringComparison.Ordinal), tags.Taken is not null);
        using var tree = new TempTree();
        string name = $"file.{EndingOf(sample)}";
        tree.AddFile(name, made);
        List<string> judged = Judge($"{tree.Folder}/{name}");
        Assert.All(
            tags.All, tag => Assert.True(IsAmong(judged, tag), $"{tag} is not among {string.Join(" | ", judged)}"));
    }

    [Theory, MemberData(nameof(DamageTests.All), MemberType = typeof(DamageTests))]
    public void Whatever_is_done_to_a_file_no_exception_escapes_tag_reading(string sample)
    {
        byte[] original = [.. Samples.Get(sample)];
        string[] steps = [.. Tagged.Where(row => row.Data.Item1 == sample).Select(static row => row.Data.Item2)];
        List<byte[]> files = [original, .. steps.Select(step => Tag(sample, step))];
        for (int i = 0; i < TestRun.Count(150, 100_000); i++)
        {
            int seed = TestRun.SeedOffset + i;
            byte[] mutated = Mutation.Of(files[i % files.Count], new Random(seed));
            var source = new MemorySource(mutated);
            MediaTags tags = new MediaMapper().ReadTags(source);
            Assert.True(tags.All.Count <= 1000, $"seed {seed}");
            Assert.True(source.BytesRead <= (12L * mutated.Length) + 300_000, $"seed {seed}: {source.BytesRead} read");
        }
    }

    private static MediaTags Read(byte[] content) => new MediaMapper().ReadTags(new MemorySource(content));

    private static string EndingOf(string sample) => sample[(sample.LastIndexOf('.') + 1)..];

    private static byte[] Tag(string sample, string steps) => s_made.GetOrAdd(
        (sample, steps), static one => new Lazy<byte[]>(() => Make(one.Sample, one.Steps))).Value;

    private static byte[] Make(string sample, string steps)
    {
        using var tree = new TempTree();
        tree.AddFile("cover.jpg", Samples.Get("jpg"));
        string ending = EndingOf(sample);
        string path = $"{tree.Folder}/file.{ending}";
        File.WriteAllBytes(path, Samples.Get(sample));
        foreach (string step in steps.Split(" | "))
        {
            string[] words = [.. step.Split(' ').Select(word => Spelled(word, $"{tree.Folder}/cover.jpg"))];
            string program = words[0];
            Samples.Needs(program, s_packages[program]);
            string[] all = program switch
            {
                "AtomicParsley" => [path, .. words[1..], "--overWrite"],
                "exiftool" => ["-q", "-overwrite_original", .. words[1..], path],
                "ffmpeg" =>
                [
                    "-loglevel", "error", "-y", "-i", path, "-c", "copy", .. words[1..], $"{tree.Folder}/new.{ending}",
                ],
                _ => [.. words[1..], path],
            };
            Tool.Run(program, [.. all.Select(static word => (ByteName)word)]).MustSucceed();
            if (program == "ffmpeg")
            {
                File.Move($"{tree.Folder}/new.{ending}", path, overwrite: true);
            }
        }

        return File.ReadAllBytes(path);
    }

    // An underscore is a blank in what is written, not in names of flags and fields.
    private static string Spelled(string word, string cover) =>
        (word.StartsWith('-') && !word.Contains('=') ? word : word.Replace('_', ' '))
        .Replace("origination ", "origination_", StringComparison.Ordinal)
        .Replace("COVER", cover, StringComparison.Ordinal);

    // All that exiftool and ffprobe tell, both as people read it and in numbers.
    private static List<string> Judge(string path)
    {
        Samples.Needs("exiftool", "libimage-exiftool-perl");
        List<string> all = [];
        GatherAll(
            Tool.Run(
                "exiftool", "-json", "-a", "-u", "-G1:4", "-struct", path,
                "-execute", "-json", "-a", "-u", "-n", "-G1:4", path),
            all);
        GatherAll(Tool.Run("ffprobe", "-loglevel", "error", "-show_format", "-show_streams", "-of", "json", path), all);
        return all;
    }

    private static void GatherAll(ProcessEnd end, List<string> all)
    {
        var reader = new Utf8JsonReader(end.Output, new JsonReaderOptions { AllowMultipleValues = true });
        while (reader.Read())
        {
            using var json = JsonDocument.ParseValue(ref reader);
            Gather(json.RootElement, all);
        }
    }

    private static void Gather(JsonElement element, List<string> all)
    {
        switch (element.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (JsonProperty one in element.EnumerateObject())
                {
                    Gather(one.Value, all);
                }

                break;
            case JsonValueKind.Array:
                foreach (JsonElement one in element.EnumerateArray())
                {
                    Gather(one, all);
                }

                break;
            default:
                all.Add(element.ToString());
                break;
        }
    }

    private static bool IsAmong(List<string> judged, MediaTag tag)
    {
        // What nobody reads is told in bytes.
        if (tag.Value.Contains(" bytes, xxh3 ", StringComparison.Ordinal))
        {
            string[] parts = tag.Value.Split(", ");
            string bytes = parts.First(static part => part.EndsWith(" bytes", StringComparison.Ordinal))[..^6];
            return judged.Exists(one => one.Contains(bytes, StringComparison.Ordinal));
        }

        if (tag.Name == TagNames.Place)
        {
            double north = double.Parse(tag.Value.Split(", ")[0], CultureInfo.InvariantCulture);
            return judged.Exists(one => double.TryParse(
                one.Split(' ')[0], CultureInfo.InvariantCulture, out double number) && Math.Abs(number - north) < 1e-5);
        }

        string value = tag.Value;
        if (TagTime.TryRead(value, out DateTime when, out _))
        {
            return judged.Exists(one => one.Replace('-', ':').Contains($"{when:yyyy:MM:dd}", StringComparison.Ordinal))
                && judged.Exists(one => one.Replace('-', ':').Contains($"{when:HH:mm:ss}", StringComparison.Ordinal));
        }

        if (tag.Name is TagNames.Track or TagNames.Disc)
        {
            return judged.Contains(value) || judged.Contains(value.Replace("/", " of ", StringComparison.Ordinal))
                || value.Split('/').All(judged.Contains);
        }

        return judged.Exists(one => one.Contains(value, StringComparison.Ordinal)
            || one.Contains(value.Replace('-', ':'), StringComparison.Ordinal));
    }
}
