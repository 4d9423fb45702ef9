using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary>
/// Files that other programs have tagged, whose tags are written into the file that stays: judged by exiftool, ffmpeg
/// and mutagen against the sentences of docs/media.md.
/// </summary>
public sealed class TagMergeTests
{
    private static readonly string[] s_keywords = ["sea", "sun & wind", "<b>", "Zürich", "日本"];

    /// <summary>Random pairs. Undone, every file is as it was.</summary>
    [Theory]
    [InlineData("trash")]
    [InlineData("delete")]
    [InlineData("link")]
    public void Nothing_is_lost_when_a_photo_goes(string action)
    {
        Needs("exiftool", "libimage-exiftool-perl");
        int pairs = TestRun.Count(30, 200);
        int seed = TestRun.SeedOffset + 5730 + action.Length;
        var random = new Random(seed);
        using var tree = new TempTree();
        using var state = new TempTree();
        List<string> arguments = [];
        List<(string[] Keywords, int Rating, string? Title)> given = [];
        for (int i = 0; i < 2 * pairs; i++)
        {
            string name = $"{(i % 2 == 0 ? 'a' : 'b')}/{i / 2}.png";
            tree.AddFile(name, PngFile.Make((byte)(i / 2), i % 2 == 0 && random.Next(3) == 0 ? [] : "<x/>"u8));
            string[] keywords = [.. s_keywords.Where(_ => random.Next(3) == 0)];
            int rating = random.Next(6);
            string? title = random.Next(2) == 0 ? null : $"Title {random.Next(2)}";
            given.Add((keywords, rating, title));
            arguments.AddRange(
            [
                "-overwrite_original", "-m", .. keywords.Select(static keyword => $"-XMP-dc:Subject={keyword}"),
                .. rating > 0 ? (string[])[$"-XMP-xmp:Rating={rating}"] : [],
                .. title is null ? [] : (string[])[$"-XMP-dc:Title={title}"],
                "-XMP-xmp:CreatorTool=me", $"{tree[name]}", "-execute",
            ]);
        }

        File.WriteAllLines($"{state["list"]}", arguments);
        Tool.Run("exiftool", "-@", $"{state["list"]}").MustSucceed();
        string before = Look(tree);
        ProcessEnd acted = Run(
            state, action, "--media", "--yes", "--if-tags-lost=merge", "--prefer=root-order", $"{tree["a"]}",
            $"{tree["b"]}");
        Assert.True(acted.ExitCode == 0, acted.ErrorText);
        Dictionary<string, Dictionary<string, string[]>> told = Ask(tree);
        for (int pair = 0; pair < pairs; pair++)
        {
            (string[] keywords, int rating, string? title) = given[2 * pair];
            (string[] others, int other, string? lost) = given[(2 * pair) + 1];
            string at = $"seed {seed}, pair {pair}\n{acted.ErrorText}";
            bool isGone = action == "link"
                ? Tool.Run("test", $"{tree[$"a/{pair}.png"]}", "-ef", $"{tree[$"b/{pair}.png"]}").ExitCode == 0
                : !File.Exists($"{tree[$"b/{pair}.png"]}");
            Assert.True(isGone, at);
            Dictionary<string, string[]> keeper = told[$"a/{pair}.png"];
            Assert.Equal(keywords.Union(others).Order(), keeper.GetValueOrDefault("Subject", []).Order());
            Assert.Equal($"{Math.Max(rating, other)}", keeper.GetValueOrDefault("Rating", ["0"])[0]);
            Assert.Equal(title ?? lost, keeper.GetValueOrDefault("Title")?[0]);
            Assert.Equal("me", keeper["CreatorTool"][0]);
        }

        AssertUndone(tree, state, before);
    }

    [Theory]
    [InlineData("mp3")]
    [InlineData("flac")]
    [InlineData("jpg")]
    public void A_file_of_each_format_gets_what_it_lacks_and_is_otherwise_the_same(string ending)
    {
        Needs("ffmpeg", "ffmpeg");
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFolder("a");
        tree.AddFolder("b");
        string keeper = $"{tree[$"a/1.{ending}"]}";
        string other = $"{tree[$"b/2.{ending}"]}";
        string[] source = ending == "jpg"
            ? ["testsrc=size=64x48:rate=1", "-frames:v", "1"] : ["sine=frequency=440:duration=1"];
        Ffmpeg(["-f", "lavfi", "-i", .. source, $"{tree[$"made.{ending}"]}"]);
        if (ending == "jpg")
        {
            Needs("exiftool", "libimage-exiftool-perl");
            File.Move($"{tree["made.jpg"]}", keeper);
            File.Copy(keeper, other);
            Tool.Run("exiftool", "-overwrite_original", "-EXIF:Model=C", "-XMP-dc:Creator=Ana", keeper).MustSucceed();
            Tool.Run("exiftool", "-overwrite_original", "-XMP-dc:Title=Sea", other).MustSucceed();
        }
        else
        {
            Ffmpeg("-i", $"{tree[$"made.{ending}"]}", "-c", "copy", "-metadata", "artist=Ana", keeper);
            Ffmpeg("-i", $"{tree[$"made.{ending}"]}", "-c", "copy", "-metadata", "title=Sea", other);
            File.Delete($"{tree[$"made.{ending}"]}");
        }

        string before = Look(tree);
        string content = Decoded(keeper);
        ProcessEnd dry = Merge(tree, state, "delete", "--dry-run");
        Assert.Contains($"    adds title: Sea, to '{keeper}'\n", dry.OutputText, StringComparison.Ordinal);
        Assert.Equal(before, Look(tree));
        ProcessEnd acted = Merge(tree, state, "delete", "--yes");
        Assert.True(acted.ExitCode == 0, acted.ErrorText);
        Assert.False(File.Exists(other));
        Assert.Equal(content, Decoded(keeper));
        string told = Tool.Run("exiftool", "-s", keeper).MustSucceed().OutputText;
        Assert.Matches(@"\nTitle +: Sea\n", told);
        Assert.Matches(@"\n(Artist|Creator) +: Ana\n", told);
        AssertUndone(tree, state, before);
    }

    [Fact]
    public void An_MP3_with_ID3v1_alone_gets_ID3v2_with_the_values_of_both()
    {
        Needs("ffmpeg", "ffmpeg");
        Needs("exiftool", "libimage-exiftool-perl");
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFolder("a");
        tree.AddFolder("b");
        string keeper = $"{tree["a/1.mp3"]}";
        string sound = $"{state["made.mp3"]}";
        Ffmpeg("-f", "lavfi", "-i", "sine=frequency=440:duration=1", sound);
        Ffmpeg("-i", sound, "-c", "copy", "-id3v2_version", "0", keeper);
        byte[] old = new byte[128];
        "TAG"u8.CopyTo(old);
        "Ana"u8.CopyTo(old.AsSpan(33));
        File.AppendAllBytes(keeper, old);
        Ffmpeg("-i", sound, "-c", "copy", "-metadata", "title=Sea", $"{tree["b/2.mp3"]}");
        string before = Look(tree);
        ProcessEnd acted = Merge(tree, state, "delete", "--yes");
        Assert.True(acted.ExitCode == 0, acted.ErrorText);
        Assert.False(File.Exists($"{tree["b/2.mp3"]}"));
        string told = Tool.Run("exiftool", "-a", "-s", "-G1", keeper).MustSucceed().OutputText;
        Assert.Matches(@"\[ID3v2_3\] +Title +: Sea\n", told);
        Assert.Matches(@"\[ID3v2_3\] +Artist +: Ana\n", told);
        Assert.Matches(@"\[ID3v1\] +Artist +: Ana\n", told);
        AssertUndone(tree, state, before);
    }

    [Theory]
    [InlineData("mp3")]
    [InlineData("flac")]
    public void A_file_without_a_cover_gets_the_cover_of_the_one_that_goes(string ending)
    {
        Needs("ffmpeg", "ffmpeg");
        Needs("exiftool", "libimage-exiftool-perl");
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFolder("a");
        tree.AddFolder("b");
        string keeper = $"{tree[$"a/1.{ending}"]}";
        string other = $"{tree[$"b/2.{ending}"]}";
        string picture = $"{state["cover.jpg"]}";
        Ffmpeg("-f", "lavfi", "-i", "testsrc=size=64x48:rate=1", "-frames:v", "1", picture);
        string sound = $"{state[$"made.{ending}"]}";
        Ffmpeg("-f", "lavfi", "-i", "sine=frequency=440:duration=1", "-metadata", "title=Sea", sound);
        Ffmpeg("-i", sound, "-c", "copy", keeper);
        Ffmpeg(
            "-i", sound, "-i", picture, "-map", "0:a", "-map", "1:v", "-c", "copy", "-disposition:v",
            "attached_pic", "-metadata:s:v", "comment=Cover (front)", other);
        string before = Look(tree);
        ProcessEnd dry = Merge(tree, state, "trash", "--dry-run");
        Assert.Contains("    adds cover: image/jpeg, 64x48, ", dry.OutputText, StringComparison.Ordinal);
        ProcessEnd acted = Merge(tree, state, "trash", "--yes");
        Assert.True(acted.ExitCode == 0, acted.ErrorText);
        Assert.False(File.Exists(other));
        Assert.Equal(
            File.ReadAllBytes(picture), Tool.Run("exiftool", "-b", "-Picture", keeper).MustSucceed().Output);
        AssertUndone(tree, state, before);
    }

    [Fact]
    public void A_plan_file_says_what_is_written_where_and_is_carried_out()
    {
        Needs("exiftool", "libimage-exiftool-perl");
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFile("a/1.png", PngFile.Make(1, "<x/>"u8));
        tree.AddFile("b/2.png", PngFile.Make(1, "<x/>"u8));
        Tool.Run(
            "exiftool", "-overwrite_original", "-XMP-dc:Title=Sea", "-XMP-dc:Creator=Ana", $"{tree["a/1.png"]}")
            .MustSucceed();
        Tool.Run(
            "exiftool", "-overwrite_original", "-XMP-dc:Title=Old", "-XMP-dc:Subject=sun", $"{tree["b/2.png"]}")
            .MustSucceed();
        string report = $"{state["report"]}";
        string plan = $"{state["plan"]}";
        string list = $"{state["list"]}";
        Run(state, "find", "--media", "--json", "-q", "-o", report, tree.Folder);
        Run(state, "plan", "--media", "--if-tags-lost=merge", report, "-o", plan);
        Assert.Contains($"\"tags_to\":\"{tree["a/1.png"]}\"", File.ReadAllText(plan), StringComparison.Ordinal);
        Assert.Equal(0, Run(state, "trash", "--media", "--yes", "--removed-list", list, plan).ExitCode);
        Dictionary<string, string[]> keeper = Ask(tree)["a/1.png"];
        Assert.Equal(("sun", "Sea"), (keeper["Subject"][0], keeper["Title"][0]));
        Assert.Contains(
            "\"added_tags\":{\"keywords\":[\"sun\"]},\"lost_tags\":{\"title\":[\"Old\"]}", File.ReadAllText(list),
            StringComparison.Ordinal);
    }

    private static ProcessEnd Merge(TempTree tree, TempTree state, string action, string how) => Run(
        state, action, "--media", how, "--if-tags-lost", "merge", "--prefer=root-order", $"{tree["a"]}",
        $"{tree["b"]}");

    private static void AssertUndone(TempTree tree, TempTree state, string before)
    {
        ProcessEnd undone = Run(state, "undo", "--yes");
        Assert.True(undone.ExitCode == 0, undone.ErrorText);
        Assert.Equal(before, Look(tree));
    }

    private static void Needs(string program, string package)
    {
        if (Tool.Find(program) is null)
        {
            Assert.Skip($"{program} is missing ({package})");
        }
    }

    private static void Ffmpeg(params string[] words) => Tool.Run(
        "ffmpeg", [.. words.Prepend("-y").Prepend("error").Prepend("-loglevel").Select(static word => (ByteName)word)])
        .MustSucceed();

    private static string Decoded(string path) =>
        Tool.Run("ffmpeg", "-loglevel", "error", "-i", path, "-f", "framemd5", "-").MustSucceed().OutputText;

    private static Dictionary<string, Dictionary<string, string[]>> Ask(TempTree tree)
    {
        ProcessEnd end = Tool.Run("exiftool", "-j", "-n", "-r", "-ext", "png", tree.Folder);
        using JsonDocument document = JsonDocument.Parse(end.OutputText.Length > 0 ? end.OutputText : "[]");
        return document.RootElement.EnumerateArray().ToDictionary(
            one => Path.GetRelativePath(tree.Folder, one.GetProperty("SourceFile").GetString()!),
            static one => one.EnumerateObject().ToDictionary(
                static tag => tag.Name,
                static tag => tag.Value.ValueKind == JsonValueKind.Array
                    ? (string[])[.. tag.Value.EnumerateArray().Select(static value => value.ToString())]
                    : [tag.Value.ToString()]));
    }

    private static ProcessEnd Run(TempTree state, params ByteName[] arguments)
    {
        ProcessStart start = DoppelProgram.Start(arguments);
        return Tool.Run(start with
        {
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_STATE_HOME"] = state.Folder,
                ["XDG_DATA_HOME"] = $"{state["data"]}",
            },
        });
    }

    private static string Look(TempTree tree)
    {
        string names = Tool.Run(
            "find", tree.Folder, "-type", "f", "-printf", "%P %s %T@ %U:%G %m %n\n").MustSucceed().OutputText;
        string contents = Tool.Run("find", tree.Folder, "-type", "f", "-exec", "sha256sum", "{}", "+")
            .MustSucceed().OutputText;
        return string.Join('\n', (names + contents).Split('\n').Order(StringComparer.Ordinal));
    }
}
