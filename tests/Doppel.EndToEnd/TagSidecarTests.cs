using System.Globalization;
using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary>
/// Photos that exiftool has tagged, whose tags go to sidecars: judged by exiftool against the sentences of
/// docs/media.md.
/// </summary>
public sealed class TagSidecarTests
{
    private static readonly string[] s_keywords = ["sea", "sun & wind", "<b>", "Zürich", "日本"];

    /// <summary>
    /// Random pairs with tags, conflicts and edits beside them. Keepers stay as they are, and so does every file once
    /// all is undone.
    /// </summary>
    [Theory]
    [InlineData("trash", "move")]
    [InlineData("delete", "keep")]
    [InlineData("link", "keep")]
    public void Nothing_is_lost_when_a_photo_goes(string action, string companions)
    {
        Needs();
        int pairs = TestRun.Count(40, 340);
        int seed = TestRun.SeedOffset + 5720 + action.Length;
        var random = new Random(seed);
        using var tree = new TempTree();
        using var state = new TempTree();
        List<Photo> photos = [];
        for (int pair = 0; pair < pairs; pair++)
        {
            photos.Add(new Photo($"a/{pair}.png", random, hasPlace: true));
            photos.Add(new Photo($"b/{pair}.png", random, hasPlace: false));
            foreach (Photo photo in photos[^2..])
            {
                tree.AddFile(photo.Name, PngFile.Make(pair, "<x/>"u8));
                if (photo.Edit is { } edit)
                {
                    tree.AddFile(photo.EditName, edit);
                }
            }
        }

        Write(tree, photos);
        string before = Look(tree);
        ProcessEnd acted = Run(
            state, action, "--media", "--yes", "--if-tags-lost=sidecar", "--prefer=root-order",
            $"--companions={companions}", $"{tree["a"]}", $"{tree["b"]}");
        Assert.Equal(Keepers(before), Keepers(Look(tree)));
        Dictionary<string, Dictionary<string, string[]>> told = Ask(tree);
        for (int pair = 0; pair < pairs; pair++)
        {
            (Photo keeper, Photo other) = (photos[2 * pair], photos[(2 * pair) + 1]);
            string at = $"seed {seed}, pair {pair}\n{acted.ErrorText}";
            bool isGone = action == "link"
                ? Tool.Run("test", $"{tree[keeper.Name]}", "-ef", $"{tree[other.Name]}").ExitCode == 0
                : !File.Exists($"{tree[other.Name]}");
            bool mayGo = action == "link" || other.Edit is null || other.Edit == keeper.Edit
                || (companions == "move" && keeper.Edit is null);
            Assert.True(isGone == (mayGo && (other.Label is null || keeper.Label is not null)), at);
            string[] edits =
            [
                .. photos.Skip(2 * pair).Take(2).Where(photo => File.Exists($"{tree[photo.EditName]}"))
                    .Select(photo => File.ReadAllText($"{tree[photo.EditName]}")),
            ];
            if (!isGone)
            {
                Assert.Equal(new[] { keeper.Edit, other.Edit }.OfType<string>(), edits);
                continue;
            }

            Assert.Equal(
                action == "link" ? new[] { keeper.Edit, other.Edit }.OfType<string>()
                    : new[] { keeper.Edit ?? other.Edit }.OfType<string>(), edits);

            Dictionary<string, string[]> sidecar = told.GetValueOrDefault(keeper.Name + ".xmp", []);
            string[] keywords = sidecar.GetValueOrDefault("Subject", keeper.Keywords);
            Assert.Equal(keeper.Keywords.Union(other.Keywords).Order(), keywords.Order());
            Assert.Equal(
                Math.Max(keeper.Rating, other.Rating),
                int.Parse(sidecar.GetValueOrDefault("Rating", [$"{keeper.Rating}"])[0], CultureInfo.InvariantCulture));
            Assert.Equal(keeper.Title ?? other.Title, sidecar.GetValueOrDefault("Title", [keeper.Title!])[0]);
            Assert.Equal(
                new[] { keeper.Taken, other.Taken }.Where(static time => time is not null).Min(StringComparer.Ordinal),
                sidecar.GetValueOrDefault("DateTimeOriginal", [keeper.Taken!])[0]);
            Assert.False(sidecar.ContainsKey("GPSLatitude"), at);
        }

        ProcessEnd undone = Run(state, "undo", "--yes");
        Assert.True(undone.ExitCode == 0, undone.ErrorText);
        Assert.Equal(before, Look(tree));
    }

    [Fact]
    public void The_dry_run_and_the_explanation_show_each_value()
    {
        Needs();
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFile("a/1.png", PngFile.Make(1, "<x/>"u8));
        tree.AddFile("b/2.png", PngFile.Make(1, "<x/>"u8));
        Exiftool("-overwrite_original", "-XMP-dc:Title=Sea", "-XMP-dc:Creator=Ana", $"{tree["a/1.png"]}");
        Exiftool("-overwrite_original", "-XMP-dc:Title=Old", "-XMP-dc:Subject=sun", $"{tree["b/2.png"]}");
        string before = Look(tree);
        ProcessEnd dry = Run(state, "trash", "--media", "--dry-run", "--if-tags-lost", "sidecar", tree.Folder);
        string sidecar = $"'{tree["a/1.png.xmp"]}'";
        Assert.Contains($"    adds keywords: sun, to {sidecar}\n", dry.OutputText, StringComparison.Ordinal);
        Assert.Contains("    loses title: Old (the keeper has Sea)\n", dry.OutputText, StringComparison.Ordinal);
        Assert.Equal(before, Look(tree));
        string report = $"{state["report"]}";
        string plan = $"{state["plan"]}";
        Run(state, "find", "--media", "--json", "-q", "-o", report, tree.Folder);
        Run(state, "plan", "--media", "--if-tags-lost=sidecar", report, "-o", plan);
        Assert.Equal(before, Look(tree));
        Assert.Equal(0, Run(state, "trash", "--media", "--yes", plan).ExitCode);
        Assert.Equal("sun", Ask(tree)["a/1.png.xmp"]["Subject"][0]);
        ProcessEnd explained = Run(state, "plan", "--media", "--explain", "--if-tags-lost=sidecar", report);
        Assert.Equal(1, explained.ExitCode);
    }

    [Fact]
    public void The_list_of_what_was_removed_has_the_keeper_and_the_tags()
    {
        Needs();
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFile("a/1.png", PngFile.Make(1, "<x/>"u8));
        tree.AddFile("b/2.png", PngFile.Make(1, "<x/>"u8));
        Exiftool("-overwrite_original", "-XMP-dc:Title=Sea", "-XMP-dc:Creator=Ana", $"{tree["a/1.png"]}");
        Exiftool("-overwrite_original", "-XMP-dc:Title=Old", "-XMP-dc:Subject=sun", $"{tree["b/2.png"]}");
        string list = $"{state["list"]}";
        ProcessEnd acted = Run(
            state, "delete", "--media", "--yes", "--if-tags-lost=sidecar", "--removed-list", list, tree.Folder);
        Assert.True(acted.ExitCode == 0, acted.ErrorText);
        Assert.Equal(
            ("""{"type":"removed","name":"N","keeper":"K","added_tags":{"keywords":["sun"]}"""
                + ""","lost_tags":{"title":["Old"]}}""")
                .Replace("\"N\"", $"\"{tree["b/2.png"]}\"", StringComparison.Ordinal)
                .Replace("\"K\"", $"\"{tree["a/1.png"]}\"", StringComparison.Ordinal) + "\n",
            File.ReadAllText(list));
    }

    // The digests of the photos that stay.
    private static IEnumerable<string> Keepers(string files) => files.Split('\n').Where(static line =>
        line.Contains("/a/", StringComparison.Ordinal) && line.EndsWith(".png", StringComparison.Ordinal));

    private static void Needs()
    {
        if (Tool.Find("exiftool") is null)
        {
            Assert.Skip("exiftool is missing (libimage-exiftool-perl)");
        }
    }

    // One file with all arguments: a process for each photo takes a quarter of a second.
    private static void Write(TempTree tree, List<Photo> photos)
    {
        string list = $"{tree["list"]}";
        File.WriteAllLines(list, photos.SelectMany(photo => photo.Arguments).Select(
            line => line.StartsWith('-') ? line : $"{tree[line]}"));
        Exiftool("-@", list);
        File.Delete(list);
    }

    private static void Exiftool(params string[] words) =>
        Tool.Run("exiftool", [.. words.Select(static word => (ByteName)word)]).MustSucceed();

    private static Dictionary<string, Dictionary<string, string[]>> Ask(TempTree tree)
    {
        ProcessEnd end = Tool.Run("exiftool", "-j", "-n", "-r", "-ext", "xmp", tree.Folder);
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

    private sealed class Photo
    {
        internal Photo(string name, Random random, bool hasPlace)
        {
            Name = name;
            HasPlace = hasPlace;
            Keywords = [.. s_keywords.Where(_ => random.Next(3) == 0)];
            Rating = random.Next(6);
            Title = random.Next(2) == 0 ? null : $"Title {random.Next(2)}";
            Taken = random.Next(3) == 0 ? null : $"20{random.Next(10, 25)}:05:06 07:08:09";
            Label = random.Next(5) == 0 ? "Red" : null;
            Edit = random.Next(2) == 0 ? null : $"edit {random.Next(2)}";
        }

        internal string Name { get; }

        internal bool HasPlace { get; }

        internal string[] Keywords { get; }

        internal int Rating { get; }

        internal string? Title { get; }

        internal string? Taken { get; }

        // No sidecar gets it.
        internal string? Label { get; }

        // The content of a companion.
        internal string? Edit { get; }

        internal string EditName => Path.ChangeExtension(Name, ".aae");

        internal IEnumerable<string> Arguments =>
        [
            "-overwrite_original", "-m", .. Keywords.Select(static keyword => $"-XMP-dc:Subject={keyword}"),
            .. Rating > 0 ? (string[])[$"-XMP-xmp:Rating={Rating}"] : [],
            .. Title is null ? [] : (string[])[$"-XMP-dc:Title={Title}"],
            .. Taken is null ? [] : (string[])[$"-XMP-exif:DateTimeOriginal={Taken}"],
            .. Label is null ? [] : (string[])[$"-XMP-xmp:Label={Label}"],
            .. HasPlace ? (string[])["-XMP-exif:GPSLatitude=47.5", "-XMP-exif:GPSLongitude=8.5"] : [],
            "-XMP-xmp:CreatorTool=me", Name, "-execute",
        ];
    }
}
