namespace Doppel.Media.Tests;

/// <summary>Decodes pictures with the programs of those who made the formats.</summary>
internal static class PictureJudge
{
    /// <summary>Digests of the pixels, one line a frame; by what the format's own decoder makes of a file.</summary>
    /// <param name="content">The file.</param>
    /// <param name="ending">The ending of its name.</param>
    public static string Pixels(byte[] content, string ending)
    {
        using var tree = new TempTree();
        tree.AddFile($"in.{ending}", content);
        string path = $"{tree.Folder}/in.{ending}";
        string png = $"{tree.Folder}/out.png";
        (string program, string[] words) = ending switch
        {
            // It turns and cuts as the file says; avifdec only tells of it.
            "heic" or "avif" => ("heif-convert", [path, png]),
            "jxl" => ("djxl", [path, png]),
            "jp2" or "j2k" => ("opj_decompress", ["-i", path, "-o", png]),
            _ => ("ffmpeg", (string[])[]),
        };

        // All frames of what moves; a container of AVIF is one of MP4 then.
        if (program == "ffmpeg" || content.AsSpan(8).StartsWith("avis"u8))
        {
            return Frames(path);
        }

        PictureSamples.Needs(program);
        Tool.Run(program, [.. words.Select(static word => (ByteName)word)]).MustSucceed();

        // One file for each picture where there are several.
        string[] made = Directory.GetFiles(tree.Folder, "out*.png");
        Assert.NotEmpty(made);
        return string.Join('\n', made.Order(StringComparer.Ordinal).Select(Frames));
    }

    private static string Frames(string path)
    {
        PictureSamples.Needs("ffmpeg");
        string[] lines = Tool.Run(
            "ffmpeg", "-hide_banner", "-loglevel", "error", "-noautorotate", "-i", path, "-map", "0:v",
            "-f", "framemd5", "-").MustSucceed().OutputText.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        string frames = string.Join('\n', lines.Where(static line => !line.StartsWith('#')));
        Assert.NotEmpty(frames);
        return string.Join('|', lines.Where(static line => line.StartsWith("#dimensions", StringComparison.Ordinal)))
            + frames;
    }
}
