namespace Doppel.EndToEnd;

/// <summary>A disk is saved, put away, and still searched.</summary>
public sealed class SavedVolumeTests : IDisposable
{
    private const int Interrupt = 2;

    private readonly TempTree _tree = new();
    private readonly TempTree _cache = new();

    public void Dispose()
    {
        _tree.Dispose();
        _cache.Dispose();
    }

    [Fact]
    public void A_disk_in_a_drawer_is_searched_with_the_others()
    {
        SaveDrawer();
        Assert.Equal("drawer", Run("catalog list").OutputText.Split('\t')[0]);
        Assert.Contains("files     2 with 3 names", Run("catalog show drawer").OutputText, StringComparison.Ordinal);
        Assert.Contains("hashes    2 files", Run("catalog show drawer").OutputText, StringComparison.Ordinal);

        ProcessEnd found = Run("find disk catalog:drawer");
        Assert.Contains(
            $"""
                catalog:drawer{_tree["drawer/one"]}
              = catalog:drawer{_tree["drawer/sub/link"]}
                disk/one
                disk/two
            """.ReplaceLineEndings("\n"),
            found.OutputText, StringComparison.Ordinal);
        Assert.Contains("1 group, 2 redundant files", found.OutputText, StringComparison.Ordinal);
        Assert.Contains("disk/one", Run($"find disk catalog:drawer{_tree["drawer/sub"]}").OutputText);
        Assert.Contains("no duplicates", Run("find catalog:drawer").OutputText, StringComparison.Ordinal);
        Assert.Matches(
            "\n         saved  [0-9-]{10} [0-9:]{5}  catalog:drawer\n",
            Run("find --long disk catalog:drawer").OutputText);
        Assert.Contains(
            "\"catalogs\":[{\"catalog\":\"drawer\",\"catalog_made\":\"2",
            Run("find --json disk catalog:drawer").OutputText, StringComparison.Ordinal);

        // What is on the drawer, and on the disk as well.
        Assert.Contains(
            "1 group, 1 redundant file", Run("find --reference disk catalog:drawer").OutputText,
            StringComparison.Ordinal);
        Run("catalog forget drawer");
        Assert.Empty(Run("catalog list").OutputText);
    }

    [Theory]
    [InlineData("text")]
    [InlineData("json")]
    [InlineData("html")]
    [InlineData("csv")]
    [InlineData("fdupes")]
    [InlineData("fclones")]
    public void A_report_with_saved_copies_is_acted_on_only_on_disks(string format)
    {
        SaveDrawer();
        Run($"find --format {format} -o report disk catalog:drawer");
        Directory.Move($"{_tree["away"]}", $"{_tree["drawer"]}");
        Run("delete --yes report");
        Assert.True(File.Exists($"{_tree["drawer/one"]}"));
        Assert.True(File.Exists($"{_tree["drawer/sub/link"]}"));
        Assert.Equal(2, Directory.GetFiles($"{_tree["disk"]}").Length);
        Assert.True(File.Exists($"{_tree["disk/alone"]}"));
    }

    [Fact]
    public void A_saved_volume_as_reference_shows_what_it_has_and_what_it_lacks()
    {
        SaveDrawer();
        _tree.AddFile("disk/new1", "not in the drawer");
        _tree.AddFile("disk/new2", "not in the drawer");
        Assert.Contains("disk/new1", Run("find disk catalog:drawer").OutputText, StringComparison.Ordinal);
        ProcessEnd end = Run("find --unique --reference catalog:drawer disk");
        Assert.Equal(
            $"""
            3 copies of 7 B, 14 B redundant, xxh3-128 58e94daafbea0e0ea3f059b06e638c90
                catalog:drawer{_tree["drawer/one"]}
              = catalog:drawer{_tree["drawer/sub/link"]}
                disk/one
                disk/two

            Unique files:
                disk/alone
                disk/new1
                disk/new2

            Total: 1 group, 2 redundant files, 14 B redundant, 3 unique files

            """,
            end.OutputText);
        Run("catalog add other disk");
        Assert.Contains(
            "catalog:other", Run("find --reference catalog:drawer catalog:other").OutputText, StringComparison.Ordinal);

        Run("find --json -o report --reference catalog:drawer disk");
        ProcessEnd refused = Tool.Run(Start("delete --yes report"));
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(
            "a saved volume, whose files cannot be read\nhint: connect the disk, and search again with its folder",
            refused.ErrorText, StringComparison.Ordinal);
        Assert.Equal(5, Directory.GetFiles($"{_tree["disk"]}").Length);
    }

    [Fact]
    public void An_export_can_be_imported_elsewhere()
    {
        SaveDrawer();
        Run("catalog export drawer -o copy.doppel");
        ProcessStart piped = Start("catalog import - other") with { Input = Run("catalog export drawer").Output };
        Tool.Run(piped).MustSucceed();
        _tree.AddFolder("cache");
        ByteName elsewhere = _tree["cache"];
        Tool.Run(Start("catalog import copy.doppel", elsewhere)).MustSucceed();
        Assert.StartsWith(
            "copy\t2\t", Tool.Run(Start("catalog list", elsewhere)).OutputText, StringComparison.Ordinal);
        string expected = Run("find disk catalog:drawer").OutputText;
        Assert.Equal(
            expected.Replace(":drawer/", ":copy/", StringComparison.Ordinal),
            Tool.Run(Start("find disk catalog:copy", elsewhere)).OutputText);
        Assert.Equal(File.ReadAllBytes($"{_tree["copy.doppel"]}"), File.ReadAllBytes(FileOf("drawer")));
        Assert.Equal(File.ReadAllBytes($"{_tree["copy.doppel"]}"), File.ReadAllBytes(FileOf("other")));
        Assert.Equal("600\n", Tool.Run("stat", "-c", "%a", FileOf("other")).OutputText);
    }

    [Theory]
    [InlineData("find disk catalog:drawr", "no saved volume named 'drawr'\nhint: did you mean drawer?")]
    [InlineData("catalog show x", "no saved volume named 'x'\nhint: saved volumes: drawer")]
    [InlineData("catalog forget x", "no saved volume named 'x'")]
    [InlineData("catalog export x", "no saved volume named 'x'")]
    [InlineData("find catalog:..", "no saved volume named '..'")]
    [InlineData("find catalog:../x", "cannot use '../x': No such file or directory")]
    [InlineData("catalog add a%b disk", "'a%b' is not a valid name of a saved volume")]
    [InlineData("catalog add drawer disk", "there is a saved volume named 'drawer' already")]
    [InlineData("catalog add new missing", "cannot open 'missing'")]
    [InlineData("catalog add new catalog:drawer", "command cannot search\nhint: connect the disk and name its folder;")]
    [InlineData("catalog add --catalog none new disk", "there is no folder for saved volumes")]
    [InlineData("catalog import disk/one", "cannot import 'disk/one': line 1: this is not a digest with the name")]
    [InlineData("catalog import - ", "a saved volume from standard input needs a name|is not a valid name")]
    [InlineData("find --exact disk catalog:drawer", "--exact cannot be used with a saved volume")]
    [InlineData("find --folders disk catalog:drawer", "--folders cannot be used with a saved volume")]
    [InlineData("find --media disk catalog:drawer", "--media cannot be used with a saved volume")]
    [InlineData("find disk catalog:drawer/none", "cannot open 'catalog:drawer/none'")]
    [InlineData("find --reference catalog:drawer catalog:drawer", "there is nothing to compare with the reference")]
    [InlineData("find --reference catalog:drawr disk", "no saved volume named 'drawr'\nhint: did you mean drawer?")]
    [InlineData("plan disk catalog:drawer", "'catalog:drawer' is a saved volume, whose files cannot be read, so")]
    [InlineData("trash --yes disk catalog:drawer", "'catalog:drawer' is a saved volume")]
    [InlineData("delete --yes --reference catalog:drawer disk", "'catalog:drawer' is a saved volume")]
    [InlineData("list-links catalog:drawer", "command cannot search\nhint: connect the disk and name its folder;")]
    public void A_mistake_is_one_clear_error(string command, string messages)
    {
        SaveDrawer();
        ProcessEnd end = Tool.Run(Start(command));
        Assert.True(end is { ExitCode: 2, OutputText: "" }, $"{end.ExitCode}: {end.OutputText}{end.ErrorText}");
        Assert.Contains(messages.Split('|'), message => end.ErrorText.Contains(message, StringComparison.Ordinal));
        Assert.Equal(3, Directory.GetFiles($"{_tree["disk"]}").Length);
    }

    [Fact]
    public void A_damaged_file_is_an_error_and_the_others_are_listed()
    {
        SaveDrawer();
        Run("catalog add whole disk");
        byte[] bytes = File.ReadAllBytes(FileOf("drawer"));
        File.WriteAllBytes(FileOf("drawer"), bytes[..^1]);
        ProcessEnd found = Tool.Run(Start("find disk catalog:drawer"));
        Assert.Equal(2, found.ExitCode);
        Assert.Contains("cannot use the saved volume drawer: it is incomplete", found.ErrorText);
        ProcessEnd listed = Tool.Run(Start("catalog list"));
        Assert.Equal(1, listed.ExitCode);
        Assert.StartsWith("whole\t", listed.OutputText, StringComparison.Ordinal);
        bytes[^200] ^= 1;
        File.WriteAllBytes(FileOf("drawer"), bytes);
        Assert.Contains("it is damaged", Tool.Run(Start("find disk catalog:drawer")).ErrorText);
        Assert.Contains("it is damaged", Tool.Run(Start("catalog export drawer -o out")).ErrorText);
        Assert.False(File.Exists($"{_tree["out"]}"));
        Run("catalog add --replace drawer disk");
        Run("find disk catalog:drawer");
    }

    [Fact]
    public void Sizes_alone_leave_files_undecided_and_the_search_says_so()
    {
        SaveDrawer("--sizes");
        Assert.Contains("hashes    0 files", Run("catalog show drawer").OutputText, StringComparison.Ordinal);
        ProcessEnd end = Run("find disk catalog:drawer");
        Assert.Contains("2 files may have a copy on a saved volume", end.ErrorText, StringComparison.Ordinal);
        Assert.DoesNotContain("catalog:", end.OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public void An_interrupted_run_saves_nothing_and_the_next_one_continues_where_it_stopped()
    {
        SaveDrawer();
        _tree.AddSparseFile("drawer/endless", 4L << 40, 1);
        _tree.AddFile("drawer/one", "content that is read");
        Settle();
        using ChildProcess child = ChildProcess.Start(Start("catalog add new drawer"));
        Assert.True(SpinWait.SpinUntil(
            () => child.OpenFiles().Contains($"{_tree["drawer/endless"]}"), TimeSpan.FromMinutes(1)));
        child.Signal(Interrupt);
        ProcessEnd end = child.WaitForEnd();
        Assert.Equal(130, end.ExitCode);
        Assert.Contains("new is not saved", end.ErrorText, StringComparison.Ordinal);
        Assert.Equal([FileOf("drawer")], Directory.GetFiles(Path.GetDirectoryName(FileOf("drawer"))!));
        _tree.Remove("drawer/endless");
        Assert.Contains("0 files read, 1 file known before", Run("catalog add new drawer").ErrorText);
    }

    [Fact]
    public void Leftovers_of_a_killed_run_in_the_catalog_are_removed_by_the_next_one()
    {
        string[] calls = ["flock", "pwrite64", "rename", "unlink", "fsync"];
        int left = 0;
        _tree.AddFile("drawer/one", "content");
        for (int i = 0; i < TestRun.Count(reduced: 15, full: 300); i++)
        {
            _tree.AddFile($"drawer/{i}", $"content {i}");
            Start("catalog add --replace new drawer").KillAtCall(calls[i % calls.Length], 1 + (i / calls.Length));
            left += Leftovers().Count();
            Run("catalog add --replace new drawer");
            Run("find drawer");
            Assert.Empty(Leftovers());
        }

        Assert.NotEqual(0, left);
    }

    // What changed a moment ago is read again the next time, because a later change need not show in its times.
    private static void Settle()
    {
        DateTimeOffset after = TimeProvider.System.GetUtcNow().AddMilliseconds(200);
        SpinWait.SpinUntil(() => TimeProvider.System.GetUtcNow() > after);
    }

    private void SaveDrawer(string options = "")
    {
        _tree.AddFile("drawer/one", "on both");
        _tree.AddHardLink("drawer/sub/link", "drawer/one");
        _tree.AddFile("drawer/alone", "only in the drawer");
        _tree.AddFile("disk/one", "on both");
        _tree.AddFile("disk/two", "on both");
        _tree.AddFile("disk/alone", "only here");
        Run($"catalog add {options} drawer drawer".Replace("  ", " ", StringComparison.Ordinal));
        Directory.Move($"{_tree["drawer"]}", $"{_tree["away"]}");
    }

    private IEnumerable<string> Leftovers() =>
        Directory.EnumerateFiles($"{_cache.Folder}", "*", SearchOption.AllDirectories).Where(static path =>
            path.EndsWith(".tmp", StringComparison.Ordinal) || path.EndsWith(".new", StringComparison.Ordinal));

    private string FileOf(string name) => $"{_cache["doppel/catalog/volumes"]}/{name}.doppel";

    private ProcessEnd Run(string command) => Tool.Run(Start(command)).MustSucceed();

    private ProcessStart Start(string command, ByteName? cache = null)
    {
        ProcessStart start = DoppelProgram.Start([.. command.Split(' ').Select(static word => (ByteName)word)]);
        return start with
        {
            Folder = _tree.Folder,
            Environment = new Dictionary<string, string?>(start.Environment)
            {
                ["XDG_CACHE_HOME"] = $"{cache ?? _cache.Folder}",
                ["XDG_STATE_HOME"] = $"{_cache["state"]}",
            },
        };
    }
}
