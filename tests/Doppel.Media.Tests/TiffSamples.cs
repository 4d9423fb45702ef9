namespace Doppel.Media.Tests;

/// <summary>TIFF of many kinds, made by ffmpeg and libtiff's tools.</summary>
internal static class TiffSamples
{
    // What tiffcp is told, from which picture of ffmpeg's.
    private static readonly Dictionary<string, (string Pixels, string Options)> s_recipes = new()
    {
        ["tif"] = ("rgb24", "-c none -r 16"),
        ["lzw.tif"] = ("rgb24", "-c lzw:2 -r 8"),
        ["planes.tif"] = ("rgb24", "-c packbits -p separate -B"),
        ["tiles.tif"] = ("rgb24", "-c zip -t -w 32 -l 32"),
        ["jpeg.tif"] = ("rgb24", "-c jpeg -r 16"),
        ["big.tif"] = ("rgb24", "-8 -c lzw -B -r 24"),
        ["deep.tif"] = ("rgb48le", "-c zip -B"),
        ["palette.tif"] = ("pal8", "-c lzw"),
        ["fax.tif"] = ("monob", "-c g4"),
        ["pages.tif"] = ("gray", "-c lzw"),
    };

    /// <summary>The names of all of them.</summary>
    public static IEnumerable<string> Names => s_recipes.Keys;

    /// <summary>One sample's bytes.</summary>
    public static byte[] Make(string name)
    {
        Samples.Needs("ffmpeg", "ffmpeg");
        Samples.Needs("tiffcp", "libtiff-tools");
        (string pixels, string options) = s_recipes[name];
        int pages = name == "pages.tif" ? 3 : 1;
        using var tree = new TempTree();
        string[] words =
        [
            "-hide_banner", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc=size=161x97:rate=5",
            "-frames:v", $"{pages}", "-pix_fmt", pixels, "-compression_algo", "raw", $"{tree.Folder}/%d.tif",
        ];
        Tool.Run("ffmpeg", [.. words.Select(static word => (ByteName)word)]).MustSucceed();
        words =
        [
            .. options.Split(' '), .. Enumerable.Range(1, pages).Select(page => $"{tree.Folder}/{page}.tif"),
            $"{tree.Folder}/sample.tif",
        ];
        Tool.Run("tiffcp", [.. words.Select(static word => (ByteName)word)]).MustSucceed();
        return File.ReadAllBytes($"{tree.Folder}/sample.tif");
    }
}
