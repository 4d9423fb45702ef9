namespace Doppel.Media.Tests;

/// <summary>Files of sound made by other programs than ffmpeg, and by <see cref="SyntheticAudio"/>.</summary>
internal static class AudioSamples
{
    private const string Sound = "sine=frequency=440:sample_rate=44100:duration=1.5";

    /// <summary>What ffmpeg makes.</summary>
    public static Dictionary<string, string[]> Recipes { get; } = new()
    {
        ["aac"] = ["-f", "lavfi", "-i", Sound],
        ["w64"] = ["-f", "lavfi", "-i", Sound, "-c:a", "pcm_s16le"],
        ["aiff"] = ["-f", "lavfi", "-i", Sound, "-c:a", "pcm_s16be"],
        ["caf"] = ["-f", "lavfi", "-i", Sound, "-c:a", "pcm_s16be"],
        ["alac.caf"] = ["-f", "lavfi", "-i", Sound, "-c:a", "alac"],
        ["tta"] = ["-f", "lavfi", "-i", Sound],
        ["c.aiff"] = ["-f", "lavfi", "-i", Sound, "-c:a", "pcm_alaw"],
        ["ogv"] =
        [
            "-f", "lavfi", "-i", "testsrc=size=161x97:rate=5", "-f", "lavfi", "-i", Sound, "-t", "1.5",
            "-c:v", "libtheora", "-c:a", "libvorbis",
        ],
        ["short.ogg"] = ["-f", "lavfi", "-i", "sine=frequency=1000:duration=0.05", "-c:a", "libvorbis"],
    };

    /// <summary>What other programs make of the sample of WAVE: package, program, arguments.</summary>
    private static readonly Dictionary<string, (string Package, string Program, string Arguments)> s_tools = new()
    {
        ["ogg"] = ("vorbis-tools", "oggenc", "-Q IN -o OUT"),
        ["opus"] = ("opus-tools", "opusenc", "--quiet IN OUT"),
        ["spx"] = ("speex", "speexenc", "IN OUT"),
        ["oga"] = ("flac", "flac", "--totally-silent --ogg IN -o OUT"),
        ["wv"] = ("wavpack", "wavpack", "-q -m IN -o OUT"),
        ["mpc"] = ("musepack-tools", "mpcenc", "--silent IN OUT"),
        ["free.mp3"] = ("lame", "lame", "--quiet --freeformat -b 350 IN OUT"),
    };

    private static readonly Dictionary<string, Func<byte[]>> s_written = new()
    {
        ["chained.ogg"] = () => [.. Samples.Get("ogg"), .. Samples.Get("opus")],
        ["ape"] = static () => SyntheticAudio.Ape(1),
        ["old.ape"] = static () => SyntheticAudio.OldApe(1),
        ["dsf"] = static () => SyntheticAudio.Dsf(1),
        ["old.mpc"] = static () => SyntheticChunks.OldMusepack(1),
        ["tak"] = static () => SyntheticChunks.Tak(1),
        ["ofr"] = static () => SyntheticChunks.OptimFrog(1),
        ["dff"] = static () => SyntheticChunks.Dsdiff(1),
        ["dst.dff"] = static () => SyntheticChunks.Dsdiff(1, isCompressed: true),
    };

    /// <summary>The names of all that ffmpeg does not make.</summary>
    public static IEnumerable<string> Names => [.. s_tools.Keys, .. s_written.Keys];

    /// <summary>One of them; null if it is none.</summary>
    public static byte[]? Make(string name)
    {
        if (s_written.TryGetValue(name, out Func<byte[]>? write))
        {
            return write();
        }

        if (!s_tools.TryGetValue(name, out (string Package, string Program, string Arguments) tool))
        {
            return null;
        }

        Samples.Needs(tool.Program, tool.Package);
        using var tree = new TempTree();
        tree.AddFile("in.wav", Samples.Get("wav"));
        string path = $"{tree.Folder}/out.{name[(name.LastIndexOf('.') + 1)..]}";
        IEnumerable<string> words = tool.Arguments.Split(' ').Select(word => word switch
        {
            "IN" => $"{tree.Folder}/in.wav",
            "OUT" => path,
            _ => word,
        });
        Tool.Run(tool.Program, [.. words.Select(static word => (ByteName)word)]).MustSucceed();
        return File.ReadAllBytes(path);
    }
}
