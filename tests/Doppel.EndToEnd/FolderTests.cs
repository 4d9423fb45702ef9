using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary>Duplicate folders on a real tree; <c>diff -r</c> judges whether they are equal.</summary>
public sealed class FolderTests
{
    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Folders_said_to_be_equal_are_equal_to_diff(VolumeKind volume)
    {
        int compared = 0;
        for (int i = 0; i < TestRun.Count(2, 100); i++)
        {
            int seed = i + TestRun.SeedOffset;
            using var tree = new TempTree();
            Grow(tree, new Random(seed));
            FindReport report = DoppelProgram.Find(volume, "--catalog", "none", "--folders", tree.Folder);
            foreach (JsonElement group in report.Folders.Where(line => TypeOf(line) == "folders"))
            {
                ByteName[] folders = [.. group.GetProperty("folders").EnumerateArray().Select(FindReport.Name)];
                foreach (ByteName other in folders[1..])
                {
                    ProcessEnd end = Tool.Run("diff", "-r", "--no-dereference", folders[0], other);
                    Assert.True(end.ExitCode == 0, $"seed {seed}: {folders[0]} and {other} differ: {end.OutputText}");
                    compared++;
                }
            }

            CheckNoneIsMissing(tree, report, seed);
            FindReport without = DoppelProgram.Find(volume, "--catalog", "none", tree.Folder);
            Assert.Equal(without.Opened, report.Opened);
            Assert.Equal(without.BytesRead, report.BytesRead);
        }

        Assert.True(compared > 2, $"Only {compared} pairs were found.");
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Folder_results_do_not_depend_on_the_number_of_threads(VolumeKind volume)
    {
        using var tree = new TempTree();
        Grow(tree, new Random(3));
        string alone = DoppelProgram.Find(
            volume, "--catalog", "none", "--folders", "--threads", "1", tree.Folder).WithoutTimes;
        string many = DoppelProgram.Find(
            volume, "--catalog", "none", "--folders", "--threads", "8", tree.Folder).WithoutTimes;
        Assert.Equal(alone.Replace("\"1\"", "\"8\""), many.Replace("\"1\"", "\"8\""));
    }

    [Fact]
    public void Special_files_and_unreadable_folders_are_not_compared()
    {
        using var tree = new TempTree();
        foreach (string folder in (string[])["a/in", "b/in"])
        {
            tree.AddFile(folder + "/one", "content");
            tree.AddFile(folder + "/two", "other!!");
        }

        Assert.Equal(["folders a b"], Shown(tree, DoppelProgram.Find("--folders", tree.Folder)));
        tree.AddFifo("a/in/fifo");
        Assert.Equal(["contained b"], Shown(tree, DoppelProgram.Find("--folders", tree.Folder)));
    }

    [Fact]
    public void A_bind_mount_inside_makes_a_folder_not_comparable()
    {
        using var tree = new TempTree();
        foreach (string folder in (string[])["a", "b"])
        {
            tree.AddFile(folder + "/one", "content");
            tree.AddFile(folder + "/in/two", "other!!");
        }

        tree.AddFile("away/two", "other!!");
        using (Mount.Make(tree, "b/in", "--bind", tree["away"]))
        {
            Assert.DoesNotContain("folders a b", Shown(tree, DoppelProgram.Find("--folders", tree["a"], tree["b"])));
        }

        Assert.Contains("folders a b", Shown(tree, DoppelProgram.Find("--folders", tree["a"], tree["b"])));
        using (Mount.Make(tree, "b/self", "--bind", tree["b"]))
        {
            Assert.DoesNotContain("folders a b", Shown(tree, DoppelProgram.Find("--folders", tree.Folder)));
        }
    }

    [Fact]
    public void Text_shows_folders_first_and_formats_without_them_are_refused()
    {
        using var tree = new TempTree();
        tree.AddFile("r/a/f", "content");
        tree.AddFile("r/b/f", "content");
        tree.AddFile("r/g", "content");
        tree.AddFolder("r/hollow/deep");
        ProcessEnd end = Tool.Run(DoppelProgram.Start("find", "--folders", "r") with { Folder = tree[""] });
        Assert.Equal("""
            2 identical folders of 7 B in 1 file, 1 entry, 7 B redundant, by name, xxh3-128
                r/a
                r/b

            Empty folders:
                r/hollow


            """.ReplaceLineEndings("\n"), end.MustSucceed().OutputText[..end.OutputText.IndexOf("2 copies")]);
        foreach (string[] flags in (string[][])[["--format", "csv"], ["--format", "fdupes"], ["-0"]])
        {
            ByteName[] all = ["find", "--folders", .. flags.Select(flag => (ByteName)flag), tree.Folder];
            ProcessEnd refused = DoppelProgram.Run(all);
            Assert.Equal(2, refused.ExitCode);
            Assert.Contains("--folders", refused.ErrorText);
        }
    }

    // Folders with files, links and folders in them, copied to and fro, some changed after that.
    private static void Grow(TempTree tree, Random random)
    {
        string[] folders = ["a", "a/x", "a/x/y", "a/z", "b", "b/w"];
        foreach (string folder in folders)
        {
            for (int i = random.Next(1, 4); i > 0; i--)
            {
                tree.AddFile($"{folder}/f{i}", new string((char)('a' + random.Next(20)), random.Next(1, 5)));
            }
        }

        tree.AddSymbolicLink("a/x/link", "f1");
        tree.AddFile("a/z/empty", "");
        tree.AddFolder("b/hollow");
        foreach ((string from, string to) in (ValueTuple<string, string>[])
            [("a", "c"), ("a/x", "b/x"), ("b", "d"), ("a/z", "e\nf"), ("a/x/y", "a/x/y2")])
        {
            Tool.Run("cp", "-a", tree[from], tree[to]).MustSucceed();
            if (random.Next(3) == 0)
            {
                tree.AddFile($"{to}/more", "more");
            }
        }
    }

    // Of all folders outside of what was found, diff finds no two equal ones that hold a byte.
    private static void CheckNoneIsMissing(TempTree tree, FindReport report, int seed)
    {
        string[] gone =
        [
            .. report.Folders.Where(line => TypeOf(line) == "folders")
                .SelectMany(line => line.GetProperty("folders").EnumerateArray().Skip(1)).Select(f => f.GetString()!),
            .. report.Folders.Where(line => TypeOf(line) == "contained")
                .Select(line => line.GetProperty("folder").GetString()!),
        ];
        string[] staying =
        [
            .. Directory.GetDirectories(tree.Folder, "*", SearchOption.AllDirectories)
                .Where(folder => !gone.Any(path => folder == path || folder.StartsWith(path + "/")))
                .Where(folder => new DirectoryInfo(folder).GetFiles("*", SearchOption.AllDirectories)
                    .Any(file => file.LinkTarget is null && file.Length > 0)),
        ];
        foreach (string left in staying)
        {
            foreach (string right in staying.Where(right => string.CompareOrdinal(left, right) < 0))
            {
                Assert.True(
                    right.StartsWith(left + "/")
                        || Tool.Run("diff", "-rq", "--no-dereference", left, right).ExitCode != 0,
                    $"seed {seed}: {left} and {right} are equal, and were not found.");
            }
        }
    }

    private static string? TypeOf(JsonElement line) => line.GetProperty("type").GetString();

    private static IEnumerable<string> Shown(TempTree tree, FindReport report) => report.Folders.Select(line =>
    {
        string type = TypeOf(line)!;
        IEnumerable<JsonElement> folders =
            type == "folders" ? line.GetProperty("folders").EnumerateArray() : [line.GetProperty("folder")];
        return $"{type} {string.Join(' ', folders.Select(f => f.GetString()!.Replace(tree.Folder + "/", "")))}";
    });
}
