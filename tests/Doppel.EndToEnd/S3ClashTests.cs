namespace Doppel.EndToEnd;

/// <summary><c>doppel s3 cp -r</c> of keys that cannot all become files of one folder.</summary>
public sealed class S3ClashTests
{
    private const string Clash = "is downloaded as a file and cannot also be a folder";

    private readonly S3Server _server = S3Server.Get();

    [Fact]
    public void A_key_below_another_one_is_a_problem_and_leaves_no_partial_file()
    {
        string bucket = _server.NewBucket();
        Put(bucket, "a", "a/b", "a/c/d", "a-", "c/d/e", "c/d/e/f", "good");
        using var tree = new TempTree();
        ProcessEnd end = Download(bucket, tree, expectedCode: 1);
        Assert.Equal(
            $"doppel: 's3://{bucket}/a/b': the object 'a' {Clash}\n"
            + $"doppel: 's3://{bucket}/a/c/d': the object 'a' {Clash}\n"
            + $"doppel: 's3://{bucket}/c/d/e/f': the object 'c/d/e' {Clash}\n"
            + "4 objects, 8 B copied, 3 problems\n",
            Sorted(end.ErrorText));
        Assert.Equal(["a", "a-", "c/d/e", "good"], FilesOf(tree));

        // Again: the same keys are in the way, and what is there already stays.
        end = Download(bucket, tree, expectedCode: 1);
        Assert.Contains("0 objects, 0 B copied, 3 problems", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("4 objects already there and skipped", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(["a", "a-", "c/d/e", "good"], FilesOf(tree));
    }

    [Fact]
    public void A_folder_that_is_there_keeps_its_name()
    {
        string bucket = _server.NewBucket();
        Put(bucket, "a", "a/b");
        using var tree = new TempTree();
        tree.AddFolder("t/a");
        ProcessEnd end = Download(bucket, tree, expectedCode: 1, "--overwrite");
        Assert.Contains($"'s3://{bucket}/a': a folder with this name exists", end.ErrorText, StringComparison.Ordinal);
        Assert.Contains("1 object, 2 B copied, 1 problem\n", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(["a/b"], FilesOf(tree));
    }

    [Fact]
    public void A_file_that_is_there_keeps_its_name()
    {
        string bucket = _server.NewBucket();
        Put(bucket, "a/b");
        using var tree = new TempTree();
        tree.AddFile("t/a", "old");
        ProcessEnd end = Download(bucket, tree, expectedCode: 1, "--overwrite");
        Assert.Contains("'a' is a file, not a folder", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal("old", File.ReadAllText($"{tree["t/a"]}"));
        Assert.Equal(["a"], FilesOf(tree));
    }

    [Fact]
    public void Files_of_a_run_never_replace_each_other_where_case_is_ignored()
    {
        Needs.Root();
        Needs.Program("fusefat", "fusefat");
        Needs.Program("mkfs.vfat", "dosfstools");
        string bucket = _server.NewBucket();
        Put(bucket, "A", "a", "x/Ü", "x/ü");
        using var tree = new TempTree();
        tree.AddSparseFile("image", 20 << 20);
        Tool.Run("mkfs.vfat", tree["image"]).MustSucceed();
        tree.AddFolder("t");
        ProcessEnd mounted = Tool.Run("fusefat", "-o", "rw+", tree["image"], tree["t"]);
        if (mounted.ExitCode != 0)
        {
            Needs.Miss($"needs FUSE: {mounted.ErrorText.Trim()}");
        }

        using Mount mount = Mount.TakeOver(tree["t"]);
        ProcessEnd end = Download(bucket, tree, expectedCode: 1, "--overwrite");
        Assert.Contains(
            $"'s3://{bucket}/a': the name differs only in case from another file of this run", end.ErrorText,
            StringComparison.Ordinal);

        // fusefat cannot lengthen files, so the others fail as well. They leave no partial file either.
        Assert.Empty(FilesOf(tree));
        Assert.Equal(["x"], Directory.GetDirectories($"{tree["t"]}").Select(path => Path.GetFileName(path)!));
    }

    [Fact]
    public void Keys_that_differ_in_case_are_all_copied_where_case_matters()
    {
        string bucket = _server.NewBucket();
        Put(bucket, "A", "a", "x/Ü", "x/ü", "e\u0301", "\u00E9");
        using var tree = new TempTree();
        ProcessEnd end = Download(bucket, tree, expectedCode: 0);
        Assert.Contains("6 objects, ", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal(6, FilesOf(tree).Length);
        Assert.Empty(Directory.GetDirectories($"{tree["t"]}", ".*"));
    }

    // Problems come in any order, and the totals last.
    private static string Sorted(string text)
    {
        string[] lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Array.Sort(lines, 0, lines.Length - 1, StringComparer.Ordinal);
        return string.Concat(lines.Select(static line => line + "\n"));
    }

    private static string[] FilesOf(TempTree tree) =>
    [
        .. Directory.EnumerateFiles($"{tree["t"]}", "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath($"{tree["t"]}", path)).Order(StringComparer.Ordinal),
    ];

    // Each object holds a sign and the end of its key.
    private void Put(string bucket, params ReadOnlySpan<string> keys)
    {
        foreach (string key in keys)
        {
            _server.Put(bucket, key, System.Text.Encoding.UTF8.GetBytes($"={key[^1]}"));
        }
    }

    private ProcessEnd Download(
        string bucket, TempTree tree, int expectedCode, params IReadOnlyList<ByteName> flags)
    {
        ProcessEnd end = _server.Run(["cp", "-r", .. flags, $"s3://{bucket}", tree["t"]]);
        Assert.True(end.ExitCode == expectedCode, $"exit code {end.ExitCode}: {end.ErrorText}");
        return end;
    }
}
