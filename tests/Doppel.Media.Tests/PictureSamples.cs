namespace Doppel.Media.Tests;

/// <summary>Files of the formats of still pictures, made once by the programs that people use.</summary>
internal static class PictureSamples
{
    private const string Picture = "testsrc=size=161x97:rate=5";
    private const string Glass = "testsrc=size=161x97:rate=5,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X'";
    private const string Tiles = "testsrc=size=256x128:rate=5";

    // What ffmpeg paints, into how many PNG files, and what makes the sample of them.
    private static readonly Dictionary<string, (string Painted, int Count, string Command)> s_recipes = new()
    {
        ["heic"] = (Picture, 1, "heif-enc -q 60 IN1 -o OUT"),
        ["glass.heic"] = (Glass, 1, "heif-enc -q 70 -t 64 IN1 -o OUT"),
        ["two.heic"] = (Picture, 2, "heif-enc -q 50 IN1 IN2 -o OUT"),
        ["avif"] = (Picture, 1, "avifenc -j 1 -s 8 IN1 OUT"),
        ["turned.avif"] = (Picture, 1, "avifenc -j 1 -s 8 --irot 1 IN1 OUT"),
        ["glass.avif"] = (Glass, 1, "avifenc -j 1 -s 8 IN1 OUT"),
        ["tiles.avif"] = (Tiles, 1, "avifenc -j 1 -s 8 -g 2x1 IN1 OUT"),
        ["moving.avif"] = (Picture, 3, "avifenc -j 1 -s 8 IN1 IN2 IN3 OUT"),
        ["jxl"] = (Picture, 1, "cjxl --num_threads=0 IN1 OUT"),
        ["boxes.jxl"] = (Picture, 1, "cjxl --num_threads=0 -d 0 --container=1 IN1 OUT"),
        ["jpeg.jxl"] = (Picture, 0, "cjxl --num_threads=0 JPEG OUT"),
        ["jp2"] = (Picture, 1, "opj_compress -i IN1 -o OUT"),
        ["j2k"] = (Picture, 1, "opj_compress -i IN1 -o OUT"),
        ["glass.jp2"] = (Glass, 1, "opj_compress -r 20 -i IN1 -o OUT"),
    };

    private static readonly Dictionary<string, string> s_packages = new()
    {
        ["heif-enc"] = "libheif-examples",
        ["heif-convert"] = "libheif-examples",
        ["avifenc"] = "libavif-bin",
        ["avifdec"] = "libavif-bin",
        ["cjxl"] = "libjxl-tools",
        ["djxl"] = "libjxl-tools",
        ["opj_compress"] = "libopenjp2-tools",
        ["opj_decompress"] = "libopenjp2-tools",
        ["exiftool"] = "libimage-exiftool-perl",
        ["exiv2"] = "exiv2",
        ["jpegtran"] = "libjpeg-turbo-progs",
        ["ffmpeg"] = "ffmpeg",
    };

    /// <summary>The names of all samples; what follows the last point is the format's.</summary>
    public static IEnumerable<string> Names => [.. s_recipes.Keys, "cr3"];

    /// <summary>Makes one; null where the name is none of these.</summary>
    public static byte[]? Make(string name)
    {
        if (name == "cr3")
        {
            return new Cr3Writer().Build();
        }

        return s_recipes.TryGetValue(name, out (string Painted, int Count, string Command) recipe)
            ? Encode(recipe.Painted, recipe.Count, recipe.Command, name[(name.LastIndexOf('.') + 1)..])
            : null;
    }

    /// <summary>Paints PNG files and makes one file of them.</summary>
    /// <param name="painted">What ffmpeg paints.</param>
    /// <param name="count">How many pictures of it.</param>
    /// <param name="command">Words; IN1, IN2... stand for these, JPEG for a sample and OUT for the file.</param>
    /// <param name="ending">The ending of the file.</param>
    public static byte[] Encode(string painted, int count, string command, string ending)
    {
        using var tree = new TempTree();
        if (count > 0)
        {
            Samples.Needs("ffmpeg", "ffmpeg");
            Tool.Run(
                "ffmpeg", "-hide_banner", "-loglevel", "error", "-f", "lavfi", "-i", painted, "-frames:v", $"{count}",
                $"{tree.Folder}/in%d.png").MustSucceed();
        }

        return Run(tree, command, ending);
    }

    /// <summary>Runs a program on files that stand in a folder, and gives what it has made.</summary>
    public static byte[] Run(TempTree tree, string command, string ending)
    {
        string[] words = command.Split(' ');
        Samples.Needs(words[0], s_packages[words[0]]);
        string made = $"{tree.Folder}/out.{ending}";
        if (command.Contains("JPEG", StringComparison.Ordinal))
        {
            tree.AddFile("sample.jpg", Samples.Get("jpg"));
        }

        IEnumerable<string> arguments = words.Skip(1).Select(word => word switch
        {
            "OUT" => made,
            "JPEG" => $"{tree.Folder}/sample.jpg",
            _ when word.StartsWith("IN", StringComparison.Ordinal) => $"{tree.Folder}/in{word[2..]}.png",
            _ => word.Replace("FOLDER", tree.Folder.ToString(), StringComparison.Ordinal),
        });
        Tool.Run(words[0], [.. arguments.Select(static word => (ByteName)word)]).MustSucceed();
        return File.ReadAllBytes(made);
    }

    /// <summary>Skips where a program is missing; on a build server that is a failure.</summary>
    public static void Needs(string program) => Samples.Needs(program, s_packages[program]);
}
