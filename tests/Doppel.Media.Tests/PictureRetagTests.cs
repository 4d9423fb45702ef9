namespace Doppel.Media.Tests;

/// <summary>What programs do to the tags of still pictures leaves the payload as it is, and decoders agree.</summary>
public sealed class PictureRetagTests
{
    private const string Quiet = "-q -m -overwrite_original ";

    // Program, sample, what comes before the file's name; each is done on top of the one before.
    public static TheoryData<string, string, string> Tools { get; } = new()
    {
        { "exiftool", "heic", Quiet + "-Artist=Me -Orientation#=6 | " + Quiet + "-XMP:Title=x | " + Quiet + "-all=" },
        { "exiftool", "glass.heic", Quiet + "-XMP:Rating=5 -GPSLatitude=47 | " + Quiet + "-Copyright=Me" },
        { "exiftool", "two.heic", Quiet + "-XMP:Title=x -DateTimeOriginal=2020:01:01" },
        { "exiftool", "avif", Quiet + "-Artist=Me -XMP:Title=x | " + Quiet + "-all=" },
        { "exiftool", "turned.avif", Quiet + "-XMP:Description=x" },
        { "exiftool", "glass.avif", Quiet + "-XMP:Title=x -Orientation#=3 | " + Quiet + "-XMP:all=" },
        { "exiftool", "tiles.avif", Quiet + "-Artist=Me | " + Quiet + "-XMP:Subject=a" },
        { "exiftool", "jxl", Quiet + "-Artist=Me | " + Quiet + "-XMP:Title=x -Orientation#=6 | " + Quiet + "-all=" },
        { "exiftool", "boxes.jxl", Quiet + "-XMP:Title=x | " + Quiet + "-Artist=Me" },
        { "exiftool", "jpeg.jxl", Quiet + "-XMP:Title=x" },
        { "exiftool", "jp2", Quiet + "-Artist=Me | " + Quiet + "-XMP:Title=x -IPTC:Headline=y | " + Quiet + "-all=" },
        { "exiftool", "glass.jp2", Quiet + "-XMP:Title=x" },
        { "exiv2", "jp2", "-Mset~Exif.Image.Artist~Me | -Mset~Xmp.dc.title~x | -d a" },
        { "exiv2", "jpg", "-Mset~Exif.Image.Artist~Me | -Mset~Xmp.dc.title~x | -d a" },
        { "exiv2", "jpg", "-Mset~Iptc.Application2.Headline~x" },
        { "exiv2", "progressive.jpg", "-cRemark | -Mset~Exif.Photo.UserComment~x | -d a" },
        { "exiv2", "png", "-Mset~Exif.Image.Artist~Me | -Mset~Xmp.dc.title~x | -cRemark | -d a" },
    };

    [Theory, MemberData(nameof(Tools))]
    public void Retagged_pictures_are_twins_of_the_original(string program, string sample, string steps)
    {
        PictureSamples.Needs(program);
        using var tree = new TempTree();
        byte[] original = Samples.Get(sample);
        string ending = sample[(sample.LastIndexOf('.') + 1)..];
        tree.AddFile($"file.{ending}", original);
        string path = $"{tree.Folder}/file.{ending}";
        byte[] before = original;
        foreach (string step in steps.Split(" | "))
        {
            // exiv2 takes its commands as one word with spaces in it.
            IEnumerable<string> words = step.Split(' ').Select(static word => word.Replace('~', ' '));
            Tool.Run(program, [.. words.Append(path).Select(static word => (ByteName)word)]).MustSucceed();
            byte[] now = File.ReadAllBytes(path);
            Assert.False(now.AsSpan().SequenceEqual(before), $"{step} changed nothing");
            foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
            {
                string expected = Payload.Of(original, policy);
                Assert.DoesNotContain("not comparable", expected, StringComparison.Ordinal);
                Assert.Equal(expected, Payload.Of(now, policy));
            }

            before = now;
        }

        Assert.Equal(PictureJudge.Pixels(original, ending), PictureJudge.Pixels(before, ending));
    }

    // Sample, its ending, and the same made otherwise: with other tags around the same code.
    public static TheoryData<string, string, string> Encodings { get; } = new()
    {
        { "heic", "heif-enc -q 60 IN1 -o OUT", "heif-enc -q 60 -t 48 IN1 -o OUT" },
        { "heic", "heif-enc -q 60 FOLDER/plain.jpg -o OUT", "heif-enc -q 60 FOLDER/tagged.jpg -o OUT" },
        { "avif", "avifenc -j 1 -s 9 IN1 OUT", "avifenc -j 1 -s 9 --xmp FOLDER/xmp --exif FOLDER/exif IN1 OUT" },
        { "avif", "avifenc -j 1 -s 9 IN1 IN2 OUT", "avifenc -j 1 -s 9 --xmp FOLDER/xmp IN1 IN2 OUT" },
        { "avif", "avifenc -j 1 -s 9 FOLDER/plain.jpg OUT", "avifenc -j 1 -s 9 FOLDER/tagged.jpg OUT" },
        { "jxl", "cjxl --num_threads=0 IN1 OUT", "cjxl --num_threads=0 --container=1 IN1 OUT" },
        { "jxl", "cjxl -j 0 --num_threads=0 FOLDER/plain.jpg OUT", "cjxl -j 0 --num_threads=0 FOLDER/tagged.jpg OUT" },
    };

    [Theory, MemberData(nameof(Encodings))]
    public void The_same_picture_encoded_with_other_tags_is_a_twin(string ending, string plain, string tagged)
    {
        using TempTree tree = Sources();
        byte[] one = PictureSamples.Run(tree, plain, ending);
        byte[] other = PictureSamples.Run(tree, tagged, ending);
        Assert.False(one.AsSpan().SequenceEqual(other));
        Assert.DoesNotContain("not comparable", Payload.Of(one), StringComparison.Ordinal);
        Assert.Equal(Payload.Of(one), Payload.Of(other));
        Assert.Equal(PictureJudge.Pixels(one, ending), PictureJudge.Pixels(other, ending));
    }

    // What is seen differs, however little: a decoder and the payload must agree on every pair.
    public static TheoryData<string, string> Families { get; } = new()
    {
        {
            "heic",
            "heif-enc -q 60 IN1 -o OUT|heif-enc -q 61 IN1 -o OUT|heif-enc -q 60 IN2 -o OUT|"
            + "heif-enc -q 60 IN1 IN2 -o OUT"
        },
        {
            "avif",
            "avifenc -j 1 -s 9 IN1 OUT|avifenc -j 1 -s 9 IN2 OUT|avifenc -j 1 -s 9 --irot 1 IN1 OUT|"
            + "avifenc -j 1 -s 9 --imir 1 IN1 OUT|avifenc -j 1 -s 9 --crop 0,0,80,80 -y 444 IN1 OUT|"
            + "avifenc -j 1 -s 9 -y 420 IN1 OUT|avifenc -j 1 -s 9 -r limited IN1 OUT"
        },
        { "jxl", "cjxl IN1 OUT|cjxl -d 2 IN1 OUT|cjxl IN2 OUT|cjxl -d 0 IN1 OUT|cjxl --container=1 -d 3 IN1 OUT" },
        { "jp2", "opj_compress -i IN1 -o OUT|opj_compress -r 10 -i IN1 -o OUT|opj_compress -i IN2 -o OUT" },
        { "j2k", "opj_compress -i IN1 -o OUT|opj_compress -r 10 -i IN1 -o OUT|opj_compress -i IN2 -o OUT" },
    };

    [Theory, MemberData(nameof(Families))]
    public void Pictures_that_decode_differently_are_no_twins(string ending, string commands)
    {
        using TempTree tree = Sources();
        byte[][] all = [.. commands.Split('|').Select(command => PictureSamples.Run(tree, command, ending))];
        string[] pixels = [.. all.Select(one => PictureJudge.Pixels(one, ending))];
        Assert.Equal(all.Length, pixels.Distinct().Count());
        foreach (MediaPolicy policy in Enum.GetValues<MediaPolicy>())
        {
            string[] payloads = [.. all.Select(one => Payload.Of(one, policy))];
            Assert.DoesNotContain(payloads, static one => one.StartsWith("no", StringComparison.Ordinal));
            Assert.Equal(all.Length, payloads.Distinct().Count());
        }
    }

    [Fact]
    public void A_profile_in_AVIF_counts_by_the_strict_policy_only()
    {
        using TempTree tree = Sources();
        tree.AddFile("profile", BoxBytes.Noise(1, 500));
        byte[] plain = PictureSamples.Run(tree, "avifenc -j 1 -s 9 --cicp 1/13/6 IN1 OUT", "avif");
        byte[] other = PictureSamples.Run(
            tree, "avifenc -j 1 -s 9 --cicp 1/13/6 --icc FOLDER/profile IN1 OUT", "avif");
        Assert.NotEqual(Payload.Of(plain), Payload.Of(other));
        Assert.Equal(Payload.Of(plain, MediaPolicy.Loose), Payload.Of(other, MediaPolicy.Loose));
    }

    // Two pictures, and one JPEG with tags and without.
    private static TempTree Sources()
    {
        PictureSamples.Needs("ffmpeg");
        PictureSamples.Needs("exiftool");
        var tree = new TempTree();
        byte[] jpeg = Samples.Get("jpg");
        tree.AddFile("plain.jpg", jpeg);
        tree.AddFile("tagged.jpg", jpeg);
        tree.AddFile("xmp", "<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>"u8.ToArray());
        tree.AddFile("exif", "MM\0*\0\0\0\b\0\0\0\0\0\0"u8.ToArray());
        Tool.Run(
            "ffmpeg", "-hide_banner", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=161x97:rate=5",
            "-frames:v", "2", $"{tree.Folder}/in%d.png").MustSucceed();
        Tool.Run("exiftool", "-q", "-overwrite_original", "-Artist=Me", "-XMP:Title=x", $"{tree.Folder}/tagged.jpg")
            .MustSucceed();
        return tree;
    }
}
