using System.Text;
using Doppel.Catalog;
using Doppel.Finding;
using Doppel.Volumes;

namespace Doppel.Acting.Tests;

/// <summary>What a search has read, the next one knows, whatever was done with the names in between.</summary>
public sealed partial class CatalogTests : IDisposable
{
    private const int ManyBytes = 100_000;

    // Both ends of eight files of a size.
    private const int EndsBytes = 8 * 2 * 4096;

    private readonly TempTree _folder = new();
    private readonly ActingTree _tree = new();

    public CatalogTests()
    {
        // Without an identity of the file system, nothing about its files is remembered.
        byte[] path = Encoding.UTF8.GetBytes(_folder.Folder);
        IVolume volume = ActingTree.Volume;
        Assert.False(volume.OpenFolder(
            FolderHandle.None, path, LinkPolicy.Follow, out FolderHandle folder, out _).Failed);
        MountFacts mount = volume.MountOf(folder);
        volume.Close(folder);
        if (!mount.Identity.IsKnown)
        {
            Dispose();
            Assert.Skip($"{mount.FileSystem} is not remembered: set DOPPEL_TEST_DIR to a folder on ext4, XFS or btrfs");
        }
    }

    public static TheoryData<ActionKind> Actions => ActTests.Actions;

    public void Dispose()
    {
        _tree.Catalog?.Dispose();
        _tree.Dispose();
        _folder.Dispose();
    }

    [Theory, MemberData(nameof(Actions))]
    public void Nothing_is_read_after_an_action(ActionKind action)
    {
        AddFiles();
        _tree.Catalog = ContentCatalog.Open(_folder.Folder);
        Assert.InRange(Search(), 1, long.MaxValue);
        _tree.Act(action);
        Assert.All(_tree.Results, static result => Assert.Equal((ActStatus.Done, ""), (result.Status, result.Reason)));
        Assert.Equal(0, Search());
    }

    [Theory, MemberData(nameof(Actions))]
    public void Nothing_is_read_after_media_were_acted_on(ActionKind action)
    {
        using ActingTree tree = ActingTree.Media();
        using ContentCatalog catalog = ContentCatalog.Open(_folder.Folder);
        tree.Catalog = catalog;
        Search(tree);
        tree.Act(action);
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        Assert.Equal(0, Search(tree));
    }

    [Theory]
    [InlineData(ActionKind.Move)]
    [InlineData(ActionKind.Trash)]
    [InlineData(ActionKind.Delete)]
    public void Nothing_is_read_after_symbolic_links_were_retargeted(ActionKind action)
    {
        using ActingTree tree = ActingTree.Linked();
        using ContentCatalog catalog = ContentCatalog.Open(_folder.Folder);
        tree.Catalog = catalog;
        Search(tree);
        tree.Act(action, change: static options => options with { RetargetLinks = true });
        Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
        Assert.Equal(0, Search(tree));
    }

    [Theory]
    [InlineData(ActionKind.HardLink, "exchange")]
    [InlineData(ActionKind.HardLink, "remove")]
    [InlineData(ActionKind.Delete, "remove")]
    [InlineData(ActionKind.SymbolicLink, "exchange")]
    public void Nothing_is_read_after_an_action_that_was_refused_and_taken_back(ActionKind action, string call)
    {
        AddFiles();
        _tree.Catalog = ContentCatalog.Open(_folder.Folder);
        Search();

        // Every other call of the kind is refused, so that what cleans up after it is not.
        int calls = 0;
        _tree.Act(action, new HookedVolume(ActingTree.Volume)
        {
            Before = (_, called) => called == call && ++calls % 2 == 0
                ? new VolumeError(VolumeErrorKind.AccessDenied, 1) : null,
        });
        Assert.Contains(_tree.Results, static result => result.Status != ActStatus.Done);
        Assert.Equal(0, Search());
    }

    [Fact]
    public void Nothing_is_read_if_a_keeper_can_have_no_more_names()
    {
        AddFiles();
        _tree.Catalog = ContentCatalog.Open(_folder.Folder);
        Search();
        int links = 0;
        _tree.Act(ActionKind.HardLink, new HookedVolume(ActingTree.Volume)
        {
            BeforeLink = _ => ++links % 7 == 0 ? new VolumeError(VolumeErrorKind.TooManyNames) : null,
        });
        Assert.Contains(
            _tree.Results,
            static result => result.Reason.StartsWith("it stays as a further", StringComparison.Ordinal));
        Assert.Equal(0, Search());
    }

    [Fact]
    public void A_file_of_which_the_plan_has_only_some_names_is_not_read()
    {
        AddPears();
        IReadOnlyList<PlanGroup> plan =
        [
            .. _tree.Plan().Select(static group => group with
            {
                Drop = [.. group.Drop.Select(static copy => copy with { Names = [.. copy.Names.Take(2)] })],
            }),
        ];
        _tree.Act(ActionKind.HardLink, plan: plan);
        Assert.Equal(0, Search());

        // The journal does not know the third name, so the other two become names of a new file.
        Assert.True(_tree.Undo());
        Assert.Equal(0, Search());
    }

    [Fact]
    public void A_file_to_which_an_undo_links_other_names_again_is_not_read()
    {
        AddPears();
        _tree.Remember();
        int calls = 0;
        _tree.Act(ActionKind.HardLink, new HookedVolume(ActingTree.Volume)
        {
            Before = (_, call) => call == "exchange" && ++calls == 2
                ? new VolumeError(VolumeErrorKind.AccessDenied, 1) : null,
        });
        Assert.Equal(2, _tree.Results.Count(static result => result.Status == ActStatus.Done));
        Assert.Equal(0, Search());
        Assert.True(_tree.Undo());
        Assert.All(_tree.InodesBefore, one => Assert.Equal(one.Value, _tree.InodeOf(one.Key)));
        Assert.Equal(0, Search());
    }

    [Theory, MemberData(nameof(Actions))]
    public void Nothing_is_read_after_a_run_that_was_cancelled_and_resumed(ActionKind action)
    {
        AddFiles();
        _tree.Catalog = ContentCatalog.Open(_folder.Folder);
        Search();
        _tree.Files.AddFolder("moved");
        using (var stop = new CancellationTokenSource())
        using (JournalFolder journals = _tree.Journals())
        using (var run = new ActRun(
            ActingTree.Volume, journals, OptionsOf(action), result =>
            {
                _tree.Results.Add(result);
                if (_tree.Results.Count == 5)
                {
                    stop.Cancel();
                }
            }))
        {
            run.Run(_tree.Plan(), stop.Token);
        }

        Assert.Equal(0, Search());
        _tree.Resume(action, []);
        Assert.NotEmpty(_tree.Results);
        Assert.Equal(0, Search());
    }

    [Fact]
    public void Content_that_another_program_changes_meanwhile_is_read()
    {
        AddFiles();
        _tree.Catalog = ContentCatalog.Open(_folder.Folder);
        Search();
        string path = $"{_tree.Files.Folder}/a/many";
        DateTime time = File.GetLastWriteTimeUtc(path);
        _tree.Act(ActionKind.Move);
        File.WriteAllText(path, new string('z', ManyBytes));
        File.SetLastWriteTimeUtc(path, time);
        Assert.InRange(Search(), ManyBytes, ManyBytes + EndsBytes);
        Assert.Equal(0, Search());
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Content_that_another_program_writes_during_a_run_is_read_even_if_it_resets_the_time(bool isUndo)
    {
        AddPears();
        if (isUndo)
        {
            _tree.Act(ActionKind.HardLink);
            Assert.Equal(0, Search());
        }

        bool isWritten = false;
        var volume = new HookedVolume(ActingTree.Volume)
        {
            Leases = _ => !isWritten,
            After = (_, call) =>
            {
                if (call == "exchange" && !isWritten)
                {
                    isWritten = true;
                    string keeper = $"{_tree.Files.Folder}/a/keep";
                    DateTime time = File.GetLastWriteTimeUtc(keeper);
                    File.WriteAllText(keeper, "four");
                    File.SetLastWriteTimeUtc(keeper, time);
                }
            },
        };
        if (isUndo)
        {
            _tree.Undo(volume);
        }
        else
        {
            _tree.Act(ActionKind.HardLink, volume);
        }

        Assert.True(isWritten);
        Assert.InRange(Search(), 4, 3 * 4);
    }

    [Theory]
    [InlineData(ActionKind.HardLink)]
    [InlineData(ActionKind.SymbolicLink)]
    [InlineData(ActionKind.Move)]
    [InlineData(ActionKind.Trash)]
    [InlineData(ActionKind.Delete)]
    public void The_catalog_costs_one_look_for_each_file_that_is_compared(ActionKind action)
    {
        const int Groups = 20;
        long without = Looks(catalog: null);
        using ContentCatalog catalog = ContentCatalog.Open(_folder.Folder);
        Assert.Equal(without + (2 * Groups) + 1, Looks(catalog));

        long Looks(ContentCatalog? catalog)
        {
            using var tree = new ActingTree { Catalog = catalog };
            for (int i = 0; i < Groups; i++)
            {
                tree.AddGroup($"group {i}", [$"a/{i}"], [$"b/{i}"]);
            }

            var volume = new HookedVolume(ActingTree.Volume);
            tree.Act(action, volume);
            Assert.All(tree.Results, static result => Assert.Equal(ActStatus.Done, result.Status));
            return volume.OpenLooks;
        }
    }

    // Small files with one keeper for many, names of one inode, and enough larger files of a size to be hashed. Another
    // file of each size makes a search ask for the keepers even if no copy is left.
    private void AddFiles()
    {
        string[][] apples = [["a/keep"], .. Enumerable.Range(0, 100).Select(static i => (string[])[$"b/apple {i}"])];
        _tree.AddGroup("apple", apples);
        _tree.AddGroup("pear", ["a/k2"], ["b/n1", "b/n2", "a/n3"]);
        for (int i = 0; i < 20; i++)
        {
            _tree.AddGroup($"fruit {i:d3}", [$"c/fruit {i}"], [$"d/fruit {i}"]);
        }

        string large = new('x', ManyBytes);
        _tree.Files.AddFile("a/unlike", "other");
        _tree.Files.AddFile("a/unlike 2", "four");
        _tree.Files.AddFile("a/unlike 3", new string('y', ManyBytes));
        _tree.AddGroup(large, [["a/many"], .. Enumerable.Range(0, 10).Select(static i => (string[])[$"d/many {i}"])]);
    }

    private void AddPears()
    {
        _tree.AddGroup("pear", ["a/keep"], ["b/n1", "b/n2", "b/n3"]);
        _tree.Files.AddFile("c/unlike", "four");
        _tree.Catalog = ContentCatalog.Open(_folder.Folder);
        Search();
    }

    private ActOptions OptionsOf(ActionKind action) => new()
    {
        Action = action,
        Version = "test",
        MoveTo = System.Text.Encoding.UTF8.GetBytes(_tree.Files.Folder + "/moved"),
        HomeTrash = System.Text.Encoding.UTF8.GetBytes(_tree.Files.Folder + "/moved/Trash"),
        BatchNames = 7,
        Catalog = _tree.Catalog,
    };

    private long Search() => Search(_tree);

    // Returns how many bytes a search reads that finds what one without a catalog does.
    private static long Search(ActingTree tree)
    {
        WaitUntilSettled(tree);
        var root = new FindRoot(ActingTree.Volume, tree.Files.Folder);
        EntryFilter filter = EntryFilter.Default with { Exclude = [Glob.Parse("*.trashinfo")] };
        var options = new FindOptions { Roots = [root], Threads = 2, Filter = filter };
        CancellationToken never = TestContext.Current.CancellationToken;
        using FindResult expected = Finder.Find(options, null, never);
        using FindResult result = Finder.Find(options with { Catalog = tree.Catalog }, null, never);
        Assert.Equal(Groups(expected), Groups(result));
        Assert.Empty(result.Problems);
        return result.Summary.BytesRead;
    }

    // A file that was changed just before a search is never believed.
    private static void WaitUntilSettled(ActingTree tree)
    {
        string probe = tree.JournalPath + "/../probe";
        Directory.CreateDirectory(Path.GetDirectoryName(tree.JournalPath)!);
        File.WriteAllText(probe, "");
        DateTime changed = File.GetLastWriteTimeUtc(probe);
        SpinWait.SpinUntil(() => TimeProvider.System.GetUtcNow() > changed.AddMilliseconds(25));
    }

    private static string Groups(FindResult result) => string.Join('\n', result.Groups.Select(
        static group => $"{group.Size}: {string.Join(" | ", group.Copies.Select(
            static copy => string.Join('=', copy.Names)))}"));
}
