using System.Text;
using Doppel.Media;
using Doppel.Reports;

namespace Doppel.Acting.Tests;

/// <content>Trees of media whose tags are added to another file.</content>
public sealed partial class ActingTree
{
    /// <summary>
    /// A tree of media whose tags are added to the sidecar of the keeper: two copies add something, one of them twice.
    /// </summary>
    /// <param name="sidecar">The sidecar that is there; null if none is.</param>
    public static ActingTree Sidecar(string? sidecar)
    {
        var tree = new ActingTree();
        tree.AddMedia(
            (["a/keep.wav"], Sounds.Wave(1, "a title")),
            (["a/drop.wav"], Sounds.Wave(1, "another title", "somebody")),
            (["b/n1.wav", "b/n2.wav"], Sounds.Wave(1)));
        tree.AddGroup("apple", ["c/k2"], ["c/drop"]);
        if (sidecar is not null)
        {
            tree._tree.AddFile("a/keep.wav.xmp", Encoding.UTF8.GetBytes(sidecar));
            string path = Path.Combine(tree._tree.Folder, "a/keep.wav.xmp");
            File.SetLastWriteTimeUtc(path, new DateTime(2002, 3, 4, 5, 6, 7, DateTimeKind.Utc));
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
            }
        }

        tree._added["a/drop.wav"] = [new ReportTag("keywords", ["sea", "a & b"]), new ReportTag("rating", ["4"])];
        tree._added["b/n1.wav"] = [new ReportTag("keywords", ["sun"]), new ReportTag("title", ["T"])];
        tree.Remember();
        return tree;
    }

    /// <summary>A tree of sounds whose keepers get the cover of one copy; another copy has a different one.</summary>
    /// <param name="keepers">The number of keepers, each larger than the one before.</param>
    public static ActingTree Covered(int keepers = 1)
    {
        var tree = new ActingTree { _sidecarEnding = "" };
        for (byte i = 1; i <= keepers; i++)
        {
            string number = i > 1 ? $"{i}" : "";
            byte[] drop = Sounds.Flac(i, "", PngFile.Make(1));
            string name = $"a/drop{number}.flac";
            tree.AddMedia(
                ([$"a/keep{number}.flac"], Sounds.Flac(i, new string('T', i))),
                ([name], drop),
                ([$"b/n1{number}.flac", $"b/n2{number}.flac"], Sounds.Flac(i, "", PngFile.Make(2))));
            tree._added[name] = [new ReportTag(TagNames.Cover, [Sounds.TagsOf(drop, TagNames.Cover)[0].Value])];
        }

        tree.Remember();
        return tree;
    }

    /// <summary>A tree of pictures whose tags are added to the keeper: two copies or more add something.</summary>
    /// <param name="xmp">The XMP of the keeper; null for none.</param>
    /// <param name="more">The number of further copies, each with a keyword of its own.</param>
    public static ActingTree Merging(string? xmp, int more = 0)
    {
        var tree = new ActingTree { _sidecarEnding = "" };
        tree.AddMedia(
        [
            (["a/keep.png"], PngFile.Make(1, Encoding.UTF8.GetBytes(xmp ?? ""))),
            (["a/drop.png"], PngFile.Make(1, "<x/>"u8)),
            (["b/n1.png", "b/n2.png"], PngFile.Make(1, "<y/>"u8)),
            .. Enumerable.Range(0, more).Select(static i => (
                (string[])[$"more/{i}.png"], PngFile.Make(1, Encoding.UTF8.GetBytes($"<z i='{i}'/>")))),
        ]);
        tree.AddGroup("apple", ["c/k2"], ["c/drop"]);
        tree._added["a/drop.png"] = [new ReportTag("keywords", ["sea", "a & b"]), new ReportTag("rating", ["4"])];
        tree._added["b/n1.png"] = [new ReportTag("keywords", ["sun"]), new ReportTag("title", ["T"])];
        for (int i = 0; i < more; i++)
        {
            tree._added[$"more/{i}.png"] = [new ReportTag("keywords", [$"{i}"])];
        }

        tree.Remember();
        return tree;
    }
}
