namespace Doppel.EndToEnd;

/// <summary>What a search has read is known to the next one, whatever was done with the names in between.</summary>
public sealed class CatalogActTests : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly TempTree _home = new();

    public static TheoryData<string, string> FileSystemsAndActions { get; } = new(
        from fileSystem in (string[])["ext4", "xfs", "btrfs"]
        from action in (string[])["link", "link --symbolic", "move --to", "trash", "delete"]
        select (fileSystem, action));

    private string Catalog => _home.Folder + "/catalog";

    public void Dispose()
    {
        _tree.Dispose();
        _home.Dispose();
    }

    [Theory, MemberData(nameof(FileSystemsAndActions))]
    public void An_action_and_its_undo_cost_no_reading(string fileSystem, string action)
    {
        using Mount mount = MountOf(fileSystem);
        Fill();
        string[] before = Names();
        FindReport first = Search(_tree["m"]);
        Assert.InRange(first.BytesRead, 1, long.MaxValue);
        AssertKnown(fileSystem, Search(_tree["m"]));

        _tree.AddFolder("m/moved");
        string[] words = action.Split(' ');
        ByteName[] target = words[0] == "move" ? [_tree["m/moved"]] : [];
        Succeeds([.. words, .. target, "--yes", "--keep", "**/0*", _tree["m/t"], _tree["m/few"]]);
        AssertKnown(fileSystem, Search(_tree["m/t"], _tree["m/few"]));
        AssertKnown(fileSystem, SearchHashed());

        Succeeds("undo", "--yes");
        Assert.Equal(before, Names());
        AssertKnown(fileSystem, SearchHashed());
        AssertKnown(fileSystem, Search(_tree["m/t"], _tree["m/few"]));
    }

    [Theory]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Sharing_blocks_costs_no_reading(string fileSystem)
    {
        using Mount mount = MountOf(fileSystem);
        Fill();
        Tool.Run("sync", "-f", _tree["m"]).MustSucceed();
        Search(_tree["m"]);
        Succeeds("reflink", "--yes", _tree["m"]);
        AssertKnown(fileSystem, Search(_tree["m"]));
    }

    [Fact]
    public void Without_a_catalog_the_files_are_read_again()
    {
        using Mount mount = MountOf("ext4");
        Fill();
        FindReport first = SearchHashed();
        Run("link", "--yes", "--keep", "**/0*", "--catalog", "none", _tree["m/t"]);
        Assert.InRange(SearchHashed().BytesRead, 1, first.BytesRead);
        Run("undo", "--yes", "--catalog", "none");
        Assert.InRange(SearchHashed().BytesRead, 1, first.BytesRead);
        AssertKnown("ext4", SearchHashed());
    }

    [Fact]
    public void A_run_that_was_interrupted_and_resumed_costs_no_reading()
    {
        using Mount mount = MountOf("ext4");
        for (int i = 0; i < 2 * 4000; i++)
        {
            _tree.AddFile($"m/t/{i % 2} {i / 2}", $"content {i / 2}");
        }

        byte[] kept = FileLook.Terminated($"{_tree["m/t/0 0"]}");
        byte[] linked = FileLook.Terminated($"{_tree["m/t/1 0"]}");
        Search(_tree["m"]);
        const int Interrupt = 2;
        using (ChildProcess child = ChildProcess.Start(CatalogTrial.Start(
            _home.Folder, "link", "--yes", "-q", "--keep", "**/0*", "--catalog", Catalog, _tree["m"])))
        {
            SpinWait.SpinUntil(() => !child.Runs || FileLook.Inode(kept) == FileLook.Inode(linked));
            child.Signal(Interrupt);
            child.WaitForEnd();
        }

        AssertKnown("ext4", Search(_tree["m"]));

        // The run may have come to its end.
        Run("resume", "--yes", "--catalog", Catalog);
        Assert.Equal(FileLook.Inode(kept), FileLook.Inode(linked));
        AssertKnown("ext4", Search(_tree["m"]));
    }

    /// <summary>Files are linked, moved, deleted, brought back and written, in any order.</summary>
    [Fact]
    public void Groups_are_those_of_a_search_without_a_catalog_whatever_happened()
    {
        for (int i = 0; i < TestRun.Count(5, 100); i++)
        {
            int seed = i + TestRun.SeedOffset;
            using var trial = new CatalogTrial(seed);
            trial.Run(steps: 6);
        }
    }

    // Names that begin with 0 are kept.
    private void Fill()
    {
        for (int i = 0; i < 30; i++)
        {
            AddCopies($"small {i}", 100 + (i * 777), copies: 2);
            AddCopies($"of one size {i}", 5000, copies: 2);
        }

        AddCopies("popular", 3000, copies: 40);
        AddCopies("many", 100_000, copies: 12);
        AddCopies("many large", 300_000, copies: 12);
        for (int i = 0; i < 4; i++)
        {
            _tree.AddFile($"m/t/0 unlike {i}", Content(i, 100_000));
            _tree.AddFile($"m/t/0 few unlike {i}", Content(i, 80_000));
            _tree.AddFile($"m/t/0 large unlike {i}", Content(i, 300_000));
        }

        _tree.AddHardLink("m/t/1 linked", "m/t/1 popular");
        _tree.AddHardLink("m/t/1 many linked", "m/t/1 many");

        // Few large files are compared rather than hashed. Nobody compares what remains if all copies but one are gone.
        _tree.AddFile("m/few/0 one", Content(1, 90_000));
        _tree.AddFile("m/few/1 other", Content(1, 90_000));
    }

    private void AddCopies(string name, int size, int copies)
    {
        for (int i = 0; i < copies; i++)
        {
            _tree.AddFile($"m/t/{i} {name}", Content(name.GetHashCode(StringComparison.Ordinal), size));
        }
    }

    private static byte[] Content(int seed, int size)
    {
        byte[] content = new byte[size];
        new Random(seed).NextBytes(content);
        return content;
    }

    private Mount MountOf(string fileSystem)
    {
        Needs.Root();
        Needs.Program("mkfs." + fileSystem, fileSystem switch
        {
            "xfs" => "xfsprogs",
            "btrfs" => "btrfs-progs",
            _ => "e2fsprogs",
        });
        _tree.AddSparseFile("image", 400L << 20);
        Tool.Run("mkfs." + fileSystem, "-q", _tree["image"]).MustSucceed();
        return Mount.Make(_tree, "m", "-o", "loop", _tree["image"]);
    }

    // All files that are hashed, also those that were moved.
    private FindReport SearchHashed() =>
        Search("--exclude", "few/", "--exclude", "*.trashinfo", _tree["m"]);

    private FindReport Search(params ByteName[] arguments)
    {
        CatalogTrial.WaitUntilSettled(_tree["m"]);
        FindReport report = DoppelProgram.Find(["--catalog", Catalog, .. arguments]);
        FindReport expected = DoppelProgram.Find(["--catalog", "none", .. arguments]);
        Assert.Equal(CatalogTrial.GroupsOf(expected), CatalogTrial.GroupsOf(report));
        return report;
    }

    // Where blocks can be shared, files of a group are opened to ask for their extents, and not read.
    private static void AssertKnown(string fileSystem, FindReport report)
    {
        Assert.Equal(0, report.BytesRead);
        Assert.True(report.Opened == 0 || fileSystem is "xfs" or "btrfs", $"{report.Opened} files were opened");
    }

    private string[] Names() =>
    [
        .. Tool.Run("find", _tree["m/t"], _tree["m/few"], "-type", "f").OutputText
            .Split('\n', StringSplitOptions.RemoveEmptyEntries).Order(StringComparer.Ordinal),
    ];

    private void Succeeds(params IReadOnlyList<ByteName> arguments)
    {
        ProcessEnd end = Run([.. arguments, "--catalog", Catalog]);
        Assert.True(end.ExitCode == 0, $"{end.Program}: exit code {end.ExitCode}: {end.ErrorText}");
    }

    private ProcessEnd Run(params IReadOnlyList<ByteName> arguments) =>
        Tool.Run(CatalogTrial.Start(_home.Folder, arguments));
}
