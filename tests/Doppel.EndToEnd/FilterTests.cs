namespace Doppel.EndToEnd;

/// <summary>Which files are looked at.</summary>
public sealed class FilterTests
{
    // Every file has the same content but for big.bin and its copy.
    private static readonly string[] s_files =
        ["a.jpg", "b.JPG", "c.txt", ".hidden", "sub/d.jpg", "sub/cache/e.jpg", ".git/f.jpg", "sub/.g"];

    [Theory]
    [InlineData("a.jpg b.JPG c.txt .hidden sub/d.jpg sub/cache/e.jpg .git/f.jpg sub/.g")]
    [InlineData("a.jpg b.JPG c.txt sub/d.jpg sub/cache/e.jpg", "--no-hidden")]
    [InlineData("a.jpg sub/d.jpg sub/cache/e.jpg .git/f.jpg", "--include", "*.jpg")]
    [InlineData("sub/d.jpg sub/.g", "--include", "sub/*")]
    [InlineData("sub/d.jpg sub/cache/e.jpg sub/.g", "--include", "sub/**")]
    [InlineData("a.jpg c.txt", "--include", "[ac].{jpg,txt}")]
    [InlineData("a.jpg b.JPG c.txt .hidden sub/d.jpg .git/f.jpg sub/.g", "--exclude", "cache")]
    [InlineData("a.jpg b.JPG c.txt .hidden sub/cache/e.jpg .git/f.jpg sub/.g", "--exclude", "sub/d.jpg")]
    [InlineData("a.jpg .git/f.jpg", "--include", "*.jpg", "--exclude", "sub")]
    [InlineData("a.jpg b.JPG sub/d.jpg sub/cache/e.jpg .git/f.jpg", "--ext", "jpg")]
    [InlineData("a.jpg b.JPG c.txt sub/d.jpg sub/cache/e.jpg .git/f.jpg", "--ext", "jpg,txt")]
    [InlineData("a.jpg b.JPG c.txt .hidden sub/d.jpg .git/f.jpg sub/.g", "--max-depth", "2")]
    [InlineData("a.jpg b.JPG c.txt .hidden", "--max-depth=1")]
    public void Names_decide(string expected, params string[] flags)
    {
        using var tree = new TempTree();
        foreach (string file in s_files)
        {
            tree.AddFile(file, "content");
        }

        CheckCopies(tree, expected, flags);
    }

    [Theory]
    [InlineData("s1 s2 m1 m2 l1 l2")]
    [InlineData("m1 m2 l1 l2", "--min-size", "1000")]
    [InlineData("m1 m2 l1 l2", "--min-size", "1KB")]
    [InlineData("l1 l2", "--min-size", "1k")]
    [InlineData("l1 l2", "--min-size", "1001")]
    [InlineData("s1 s2 m1 m2", "--max-size=1000")]
    [InlineData("m1 m2", "--min-size", "1000", "--max-size", "1KiB")]
    public void Sizes_decide(string expected, params string[] flags)
    {
        using var tree = new TempTree();
        foreach ((string name, int size) in (ReadOnlySpan<(string, int)>)[("s", 10), ("m", 1000), ("l", 2000)])
        {
            tree.AddFile(name + "1", new byte[size]);
            tree.AddFile(name + "2", new byte[size]);
        }

        CheckCopies(tree, expected, flags);
    }

    [Theory]
    [InlineData("new1 new2", "--newer", "2020-01-01")]
    [InlineData("old1 old2", "--older", "2020-01-01")]
    [InlineData("old1 old2", "--older", "1000d")]
    [InlineData("new1 new2", "--newer", "mark")]
    public void Times_decide(string expected, params string[] flags)
    {
        using var tree = new TempTree();
        foreach (string name in (string[])["old1", "old2", "mark", "new1", "new2"])
        {
            tree.AddFile("roots/" + name, name == "mark" ? "mark" : "content");
            int year = name[0] switch
            {
                'o' => 2001,
                'm' => 2015,
                _ => 2024,
            };
            File.SetLastWriteTimeUtc($"{tree["roots/" + name]}", new DateTime(year, 6, 1, 0, 0, 0, DateTimeKind.Utc));
        }

        string[] absolute = [.. flags.Select(flag => flag == "mark" ? $"{tree["roots/mark"]}" : flag)];
        FindReport report = DoppelProgram.Find([.. absolute.Select(flag => (ByteName)flag), tree["roots"]]);
        Assert.Equal(expected.Split(' '), Copies(tree, report).Select(Path.GetFileName));
    }

    [Fact]
    public void An_excluded_folder_is_not_entered()
    {
        using var tree = new TempTree();
        tree.AddFile("one", "content");
        tree.AddFile("two", "content");
        tree.AddFile("closed/three", "content");
        FindReport report = DoppelProgram.Find("--exclude", "closed", tree.Folder);
        Assert.Equal(2, report.Summary.GetProperty("files").GetInt64());
    }

    [Fact]
    public void Unique_files_are_reported_on_request()
    {
        using var tree = new TempTree();
        tree.AddFile("pair1", "content");
        tree.AddFile("pair2", "content");
        tree.AddFile("same size", "tnetnoc");
        tree.AddFile("own size", "own size of it");
        tree.AddFile("linked", "linked content");
        tree.AddHardLink("link", "linked");
        FindReport report = DoppelProgram.Find("--unique", tree.Folder);
        Expect.Groups(tree, ["pair1 | pair2"], report);
        Assert.Equal(
            [[tree["link"], tree["linked"]], [tree["own size"]], [tree["same size"]]],
            report.Uniques.Select(unique => unique.Copy.Names.ToArray()));
    }

    private static void CheckCopies(TempTree tree, string expected, string[] flags)
    {
        FindReport report = DoppelProgram.Find([.. flags.Select(flag => (ByteName)flag), tree.Folder]);
        Assert.Equal(expected.Split(' ').Order(StringComparer.Ordinal), Copies(tree, report));
    }

    private static IEnumerable<string> Copies(TempTree tree, FindReport report) => report.Groups
        .SelectMany(group => group.Copies).SelectMany(copy => copy.Names)
        .Select(name => $"{name}"[(tree.Folder.Length + 1)..]).Order(StringComparer.Ordinal);
}
