namespace Doppel.Media.Tests;

/// <summary>What other programs make of files of sound.</summary>
internal static class Judge
{
    /// <summary>Digests of the packets of all streams of sound, as ffmpeg takes them out of their container.</summary>
    /// <param name="tree">Where the file may be written.</param>
    /// <param name="content">The file.</param>
    /// <param name="ending">What its name ends with.</param>
    public static string Packets(TempTree tree, byte[] content, string ending) =>
        Ask(tree, content, ending, "-map", "0:a", "-c", "copy", "-f", "streamhash", "-");

    /// <summary>Digests of what it decodes, with times.</summary>
    public static string Decoded(TempTree tree, byte[] content, string ending) =>
        Ask(tree, content, ending, "-map", "0:a", "-f", "framemd5", "-");

    /// <summary>Digests of the packets one by one but the last, into which ffmpeg puts the tags behind it.</summary>
    public static string PacketsButLast(TempTree tree, byte[] content, string ending)
    {
        string all = Ask(tree, content, ending, "-map", "0:a", "-c", "copy", "-f", "framemd5", "-");
        string[] lines = all.Trim().Split('\n');
        Assert.True(lines.Length > 1);
        return string.Join('\n', lines[..^1]);
    }

    /// <summary>All samples, as the format's own decoder gives them.</summary>
    public static string Samples(TempTree tree, byte[] content, string ending)
    {
        (string package, string program, string[] words) = ending switch
        {
            "ogg" => ("vorbis-tools", "oggdec", (string[])["-Q", "-o", "OUT", "IN"]),
            "opus" => ("opus-tools", "opusdec", ["--quiet", "--no-dither", "IN", "OUT"]),
            _ => ("mpg123", "mpg123", ["-q", "-w", "OUT", "IN"]),
        };
        Tests.Samples.Needs(program, package);
        string path = $"{tree.Folder}/judged.{ending}";
        File.WriteAllBytes(path, content);
        IEnumerable<string> given = words.Select(word => word switch
        {
            "IN" => path,
            "OUT" => path + ".wav",
            _ => word,
        });
        Tool.Run(program, [.. given.Select(static word => (ByteName)word)]).MustSucceed();
        byte[] samples = File.ReadAllBytes(path + ".wav");
        Assert.True(samples.Length > 1000);
        return Hashing.Xxh3.Hash128(samples).ToString();
    }

    private static string Ask(TempTree tree, byte[] content, string ending, params string[] what)
    {
        Tests.Samples.Needs("ffmpeg", "ffmpeg");
        string path = $"{tree.Folder}/judged.{ending}";
        File.WriteAllBytes(path, content);
        string[] words = ["-hide_banner", "-loglevel", "error", "-i", path, .. what];
        string[] lines = Tool.Run("ffmpeg", [.. words.Select(static word => (ByteName)word)])
            .MustSucceed().OutputText.Split('\n');
        string told = string.Join('\n', lines.Where(static line => !line.StartsWith('#')));
        Assert.NotEqual("", told.Trim());
        return told;
    }
}
