using System.Security.Cryptography;

namespace Doppel.Media.Tests;

/// <summary>
/// What programs do to tags leaves the payload as it is, and other programs agree that sound and picture are the same.
/// </summary>
public sealed class RetagTests
{
    // Program, its package, sample, what comes before the file's name. Each is done on top of the one before.
    public static TheoryData<string, string, string> Tools { get; } = new()
    {
        { "id3v2", "mp3", "--id3v2-only -t Title -a Artist" },
        { "id3v2", "mp3", "--id3v1-only -t Title -A Album -y 1999" },
        { "id3v2", "mp3", "-t A -c Comment | -D | -2 -T 3" },
        { "id3v2", "half.mp3", "-t Title -a Artist | -s" },
        { "metaflac", "flac", "--set-tag=TITLE=New | --add-padding=5000 | --remove-all-tags" },
        { "metaflac", "flac", "--remove-all --dont-use-padding" },
        { "metaflac", "flac", "--import-picture-from=COVER | --remove --block-type=PADDING --dont-use-padding" },
        { "exiftool", "jpg", "-q -overwrite_original -Artist=Me -Orientation#=6 -Comment=Hello" },
        { "exiftool", "jpg", "-q -overwrite_original -XMP:Rating=5 -IPTC:Keywords=a | -q -overwrite_original -all=" },
        { "exiftool", "progressive.jpg", "-q -overwrite_original -XMP:Title=x -ThumbnailImage<=COVER" },
        { "exiftool", "png", "-q -overwrite_original -Title=x -XMP:Rating=3 | -q -overwrite_original -all=" },
        { "exiftool", "moving.png", "-q -overwrite_original -Comment=x -EXIF:Artist=me" },
        { "exiftool", "gif", "-q -overwrite_original -Comment=Hello -XMP:Title=x" },
        { "exiftool", "mp4", "-q -overwrite_original -Title=x | -q -overwrite_original -all=" },
        { "exiftool", "mov", "-q -overwrite_original -Keys:Title=x -XMP:Rating=3" },
        { "exiftool", "m4a", "-q -overwrite_original -Artist=x" },
        { "AtomicParsley", "m4a", "--title New --artist Me | --artwork COVER | --metaEnema" },
        { "exiftool", "webp", "-q -overwrite_original -EXIF:Artist=Me -XMP:Title=x" },
        { "exiftool", "lossless.webp", "-q -overwrite_original -XMP:Title=x | -q -overwrite_original -all=" },
        { "exiftool", "moving.webp", "-q -overwrite_original -EXIF:Artist=Me" },
    };

    private static readonly Dictionary<string, string> s_packages = new()
    {
        ["AtomicParsley"] = "atomicparsley",
        ["id3v2"] = "id3v2",
        ["metaflac"] = "flac",
        ["exiftool"] = "libimage-exiftool-perl",
    };

    [Theory, MemberData(nameof(Tools))]
    public void Retagged_files_are_twins_of_the_original(string program, string sample, string steps)
    {
        Samples.Needs(program, s_packages[program]);
        using var tree = new TempTree();
        byte[] original = Samples.Get(sample);
        string ending = sample[(sample.LastIndexOf('.') + 1)..];
        tree.AddFile($"file.{ending}", original);
        tree.AddFile("cover.jpg", Samples.Get("jpg"));
        string path = $"{tree.Folder}/file.{ending}";
        string expected = Payload.Of(original);
        string format = ending switch
        {
            "jpg" => "Jpeg",
            "m4a" or "mov" => "Mp4",
            _ => ending,
        };
        Assert.StartsWith(format, expected, StringComparison.OrdinalIgnoreCase);
        byte[] before = original;
        foreach (string step in steps.Split(" | "))
        {
            IEnumerable<string> words = step.Split(' ')
                .Select(word => word.Replace("COVER", $"{tree.Folder}/cover.jpg", StringComparison.Ordinal));
            words = program == "AtomicParsley"
                ? [path, .. words, "--overWrite"]
                : [.. words, path];
            Tool.Run(program, [.. words.Select(static word => (ByteName)word)]).MustSucceed();
            byte[] now = File.ReadAllBytes(path);
            Assert.False(now.AsSpan().SequenceEqual(before), $"{step} changed nothing");
            Assert.Equal(expected, Payload.Of(now));
            before = now;
        }

        Assert.Equal(Decoded(tree, original, sample), Decoded(tree, before, sample));
    }

    [Theory]
    [InlineData("mp3", "-metadata title=x -id3v2_version 4 -write_xing 0")]
    [InlineData("flac", "-metadata title=x")]
    [InlineData("m4a", "-metadata title=x -movflags +faststart")]
    [InlineData("mp4", "-metadata title=x -movflags +faststart")]
    [InlineData("mov", "-metadata title=x -movflags +faststart")]
    [InlineData("wav", "-metadata title=x -metadata artist=y")]
    [InlineData("wav", "-metadata description=x -write_bext 1")]
    public void Copies_by_ffmpeg_with_other_tags_are_twins_under_the_loose_policy(string sample, string options)
    {
        using var tree = new TempTree();
        byte[] original = Samples.Get(sample);
        tree.AddFile($"in.{sample}", original);
        string path = $"{tree.Folder}/out.{sample}";
        IEnumerable<string> words =
            ["-hide_banner", "-loglevel", "error", "-i", $"{tree.Folder}/in.{sample}", "-c", "copy",
            .. options.Split(' '), path];
        Tool.Run("ffmpeg", [.. words.Select(static word => (ByteName)word)]).MustSucceed();
        Assert.Equal(Payload.Of(original, MediaPolicy.Loose), Payload.Of(path, MediaPolicy.Loose));

        // The first frame says how much silence the encoder has put in front, which that policy does not ask.
        if (sample != "mp3")
        {
            Assert.Equal(Decoded(tree, original, sample), Decoded(tree, File.ReadAllBytes(path), sample));
        }
    }

    [Fact]
    public void Encodings_that_differ_are_no_twins()
    {
        string[] all = [.. Samples.Names.Select(static name => Payload.Of(Samples.Get(name)))];
        Assert.Equal(all.Length, all.Distinct().Count());
        Assert.DoesNotContain(all, static one => one.StartsWith("no", StringComparison.Ordinal));
    }

    // What a decoder makes of it, frame by frame: digests of samples and pixels.
    private static string Decoded(TempTree tree, byte[] content, string sample)
    {
        string path = $"{tree.Folder}/judged.{sample}";
        File.WriteAllBytes(path, content);

        // ffmpeg does not decode moving WebP.
        if (sample == "moving.webp")
        {
            return MovingWebP(tree, path);
        }

        // Covers are pictures too, which the sound's tags bring.
        bool isSound = sample.EndsWith("mp3", StringComparison.Ordinal) || sample is "flac" or "wav" or "m4a";
        string[] words =
        [
            "-hide_banner", "-loglevel", "error", "-noautorotate",

            // Of moving PNG that exiftool wrote, ffmpeg decodes the first picture only.
            .. sample == "moving.png" ? (string[])["-f", "png_pipe"] : [], "-i", path,
            "-map", isSound ? "0:a" : "0:v", "-f", "framemd5", "-",
        ];
        string[] lines = Tool.Run("ffmpeg", [.. words.Select(static word => (ByteName)word)])
            .MustSucceed().OutputText.Split('\n');
        return string.Join('\n', lines.Where(static line => !line.StartsWith('#')));
    }

    private static string MovingWebP(TempTree tree, string path)
    {
        Samples.Needs("webpmux", "webp");
        string frame = $"{tree.Folder}/frame.webp";
        string pixels = $"{tree.Folder}/frame.ppm";
        var digests = new List<string>();
        for (int i = 1; i <= 4; i++)
        {
            Tool.Run("webpmux", "-get", "frame", $"{i}", path, "-o", frame).MustSucceed();
            Tool.Run("dwebp", "-quiet", frame, "-ppm", "-o", pixels).MustSucceed();
            digests.Add(Convert.ToHexString(SHA256.HashData(File.ReadAllBytes(pixels))));
        }

        return string.Join('\n', digests);
    }
}
