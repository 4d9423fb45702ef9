using System.Collections.Concurrent;

namespace Doppel.Media.Tests;

/// <summary>Files of every format, made once by the programs that people use.</summary>
internal static class Samples
{
    private const string Sound = "sine=frequency=440:sample_rate=44100:duration=1.5";
    private const string Picture = "testsrc=size=161x97:rate=5";
    private const string Glass = Picture + ",format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X'";
    private const string Few = Picture + ":duration=0.2,split[a][b];[a]palettegen[p];[b][p]paletteuse";

    private static readonly string[] s_png = ["-f", "lavfi", "-i", Picture, "-frames:v", "1"];

    private static readonly string[] s_film =
        ["-f", "lavfi", "-i", Picture, "-f", "lavfi", "-i", Sound, "-t", "1.5", "-c:v", "mpeg4", "-bf", "2"];

    private static readonly Dictionary<string, string[]> s_recipes = new(BoxSamples.Recipes)
    {
        ["mp3"] = ["-f", "lavfi", "-i", Sound, "-b:a", "96k"],
        ["mp2"] = ["-f", "lavfi", "-i", Sound, "-b:a", "96k"],
        ["half.mp3"] = ["-f", "lavfi", "-i", Sound, "-ar", "22050", "-q:a", "5"],
        ["flac"] = ["-f", "lavfi", "-i", Sound],
        ["wav"] = ["-f", "lavfi", "-i", Sound, "-c:a", "pcm_s16le"],
        ["rf64.wav"] = ["-f", "lavfi", "-i", Sound, "-c:a", "pcm_s24le", "-rf64", "always"],
        ["png"] = s_png,
        ["palette.png"] = ["-f", "lavfi", "-i", Few, "-frames:v", "1"],
        ["moving.png"] = ["-f", "lavfi", "-i", Picture, "-frames:v", "4", "-f", "apng"],
        ["gif"] = ["-f", "lavfi", "-i", Picture, "-frames:v", "4"],
        ["jpg"] = s_png,
        ["progressive.jpg"] = s_png,
        ["m4a"] = ["-f", "lavfi", "-i", Sound],
        ["mp4"] = s_film,
        ["mov"] = [.. s_film, "-c:a", "pcm_s16le"],
        ["fragments.mp4"] = [.. s_film, "-g", "3", "-movflags", "frag_keyframe+empty_moov"],
        ["webp"] = s_png,
        ["lossless.webp"] = [.. s_png, "-lossless", "1"],
        ["glass.webp"] = ["-f", "lavfi", "-i", Glass, "-frames:v", "1", "-pix_fmt", "yuva420p"],
        ["moving.webp"] = ["-f", "lavfi", "-i", Picture, "-frames:v", "4", "-c:v", "libwebp_anim"],
    };

    private static readonly ConcurrentDictionary<string, Lazy<byte[]>> s_made = new();

    /// <summary>The names of all samples; what follows the last point is the format's.</summary>
    public static IEnumerable<string> Names =>
    [
        .. s_recipes.Keys, .. AudioSamples.Recipes.Keys, .. AudioSamples.Names, .. PictureSamples.Names,
        .. TiffSamples.Names, .. RawSamples.Names, .. PaletteSamples.Names,
    ];

    /// <summary>One sample's bytes.</summary>
    public static byte[] Get(string name) =>
        s_made.GetOrAdd(name, static one => new Lazy<byte[]>(() => Make(one))).Value;

    /// <summary>Skips where a program is missing; on a build server that is a failure.</summary>
    public static void Needs(string program, string package)
    {
        if (Tool.Find(program) is null)
        {
            Assert.SkipUnless(TestRun.IsBuildServer, $"needs {program}: apt install {package}");
            Assert.Fail($"needs {program}");
        }
    }

    private static byte[] Make(string name) => AudioSamples.Make(name) ?? PictureSamples.Make(name) ?? name switch
    {
        _ when PaletteSamples.Names.Contains(name) => PaletteSamples.Make(name),
        _ when TiffSamples.Names.Contains(name) => TiffSamples.Make(name),
        _ when RawSamples.Names.Contains(name) => RawSamples.Make(name),
        _ => MakeByFfmpeg(name),
    };

    private static byte[] MakeByFfmpeg(string name)
    {
        string[] recipe = s_recipes.TryGetValue(name, out string[]? known) ? known : AudioSamples.Recipes[name];
        Needs("ffmpeg", "ffmpeg");
        using var tree = new TempTree();
        string path = $"{tree.Folder}/sample.{name[(name.LastIndexOf('.') + 1)..]}";
        Tool.Run("ffmpeg", [.. Words(["-hide_banner", "-loglevel", "error", .. recipe, path])]).MustSucceed();
        if (name == "progressive.jpg")
        {
            Needs("jpegtran", "libjpeg-turbo-progs");
            Tool.Run("jpegtran", "-progressive", "-outfile", path + "2", path).MustSucceed();
            path += "2";
        }

        return File.ReadAllBytes(path);
    }

    private static IEnumerable<ByteName> Words(IEnumerable<string> words) =>
        words.Select(static word => (ByteName)word);
}
