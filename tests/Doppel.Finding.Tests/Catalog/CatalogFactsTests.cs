using Doppel.Catalog;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>What one search has read, the next one does not read again, and finds the same.</summary>
public sealed class CatalogFactsTests : IDisposable
{
    private readonly TempTree _folder = new();

    /// <summary>Small, medium and large files, few and many of a size.</summary>
    public static TheoryData<int, int> SizesAndCounts => new()
    {
        { 100, 3 }, { 100, 12 }, { 65_536, 9 }, { 65_537, 2 }, { 65_537, 9 }, { 300_000, 3 }, { 300_000, 12 },
        { 300_000, 100 }, { 5_000_000, 3 },
    };

    public void Dispose() => _folder.Dispose();

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void A_second_search_opens_and_reads_nothing(int size, int files)
    {
        MemoryVolume volume = Mixed(size, files);
        string groups = Run(volume, out long first);
        Assert.InRange(first, 1, long.MaxValue);
        string again = Run(volume, out long second);
        Assert.Equal(0, second);
        Assert.Equal(groups, again);
        Assert.Equal(groups, Oracle(volume));
        volume.Counters.AssertAllClosed();
    }

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void Only_the_changed_one_of_many_files_is_read(int size, int files)
    {
        MemoryVolume volume = Mixed(size, files);
        Run(volume, out long first);
        volume["/r/e000"].Rewrite(Search.Random(2, size));
        string groups = Run(volume, out long second);
        Assert.Equal(Oracle(volume), groups);
        Run(volume, out long third);
        Assert.Equal(0, third);

        // Few large files are compared, not hashed, so they are read again if one of them is another.
        bool isCompared = size > Ladder.Default.SmallBytesMax && files + 5 <= 8;
        Assert.True(isCompared || second <= size + 8192, $"{second} bytes were read of {first}");
    }

    [Fact]
    public void A_new_file_is_compared_only_with_those_that_begin_alike()
    {
        var volume = new MemoryVolume();
        for (int i = 0; i < 5; i++)
        {
            volume.AddFile($"/r/{i}", Search.Random(i, 300_000));
        }

        Run(volume, out long first);
        Assert.Equal(5 * 4096, first);

        // A file is gone, and the others are compared in another set than before.
        volume.Remove("/r/0");
        Assert.Equal("", Run(volume, out long second));
        Assert.Equal(0, second);
    }

    [Theory, MemberData(nameof(SizesAndCounts))]
    public void A_search_without_belief_reads_everything_and_renews_the_catalog(int size, int files)
    {
        MemoryVolume volume = Mixed(size, files);
        Run(volume, out long first);
        Run(volume, out long reread, static options => options with { Reread = true });
        Assert.Equal(first, reread);
        Run(volume, out long exact, static options => options with { Proof = ProofDemand.Bytes });
        Assert.InRange(exact, 1, long.MaxValue);

        // What was planted without a change of times is believed until everything is read again.
        volume["/r/e000"].Content = Search.Random(77, size);
        string believed = Run(volume, out long none);
        Assert.Equal(0, none);
        Assert.NotEqual(Oracle(volume), believed);
        Assert.Equal(Oracle(volume), Run(volume, out _, static options => options with { Reread = true }));
        Assert.Equal(Oracle(volume), Run(volume, out none));
        Assert.Equal(0, none);
    }

    // The search that reads everything again cannot read this file, so it learns nothing in place of what was believed.
    [Theory]
    [InlineData(3)]
    [InlineData(9)]
    [InlineData(30)]
    public void Facts_that_were_taken_back_are_not_believed_though_nothing_took_their_place(int files)
    {
        var volume = new MemoryVolume();
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/r/{i}", Search.Random(i, 300_000));
        }

        Assert.Equal("", Run(volume, out _));
        MemoryNode changed = volume["/r/1"];
        changed.Content = volume["/r/0"].Content;
        Assert.Equal("", Run(volume, out _));
        changed.Failure = new VolumeError(VolumeErrorKind.AccessDenied, 13);
        using (ContentCatalog catalog = ContentCatalog.Open(_folder.Folder))
        {
            using FindResult reread = Search.Run(
                Search.Options(volume, "/r") with { Catalog = catalog, Reread = true });
            Assert.NotEmpty(reread.Problems);
        }

        changed.Failure = VolumeError.None;
        Assert.Equal("300000: /r/0 | /r/1", Run(volume, out _));
    }

    [Fact]
    public void Files_without_a_duplicate_are_known_too()
    {
        MemoryVolume volume = Mixed(300_000, 12);
        volume.AddFile("/r/alone", Search.Random(9, 400_000));
        string uniques = Uniques(volume, out long first);
        Assert.InRange(first, 1, long.MaxValue);
        Assert.Equal(uniques, Uniques(volume, out long second));
        Assert.Equal(0, second);
        Assert.Contains("/r/alone", uniques);
    }

    [Fact]
    public void A_digest_that_a_format_wants_is_read_once()
    {
        MemoryVolume volume = Mixed(300_000, 4);
        Run(volume, out _);
        Run(volume, out long first, static options => options with { Digests = true });
        Assert.InRange(first, 300_000, 2 * 300_000);
        Run(volume, out long second, static options => options with { Digests = true });
        Assert.Equal(0, second);
    }

    [Fact]
    public void A_file_system_without_an_identity_is_read_every_time()
    {
        MemoryVolume volume = Mixed(100, 12);
        volume.SetMount(Mount(volume) with { Identity = default });
        Run(volume, out long first);
        Run(volume, out long second);
        Assert.Equal(first, second);
    }

    [Fact]
    public void Equal_inodes_of_two_file_systems_are_two_files()
    {
        var one = new MemoryVolume(device: 1);
        var other = new MemoryVolume(device: 2);
        foreach ((MemoryVolume volume, string content) in ((MemoryVolume, string)[])[(one, "left"), (other, "rite")])
        {
            volume.AddFile("/r/a", content);
            volume.AddFile("/r/b", content);
        }

        Assert.Equal("4: /r/a | /r/b", Run(one, out _));
        Assert.Equal("4: /r/a | /r/b", Run(other, out long read));
        Assert.InRange(read, 1, long.MaxValue);
        FindOptions both = Search.Options(one, "/r") with { Roots = [new(one, "/r"), new(other, "/r")] };
        using ContentCatalog catalog = ContentCatalog.Open(_folder.Folder);
        using FindResult result = Search.Run(both with { Catalog = catalog });
        Assert.Equal(0, result.Summary.BytesRead);
        Assert.Equal(2, result.Summary.Groups);
    }

    [Fact]
    public void Copies_in_shared_blocks_are_still_said_to_share_them()
    {
        var volume = new MemoryVolume();
        volume.SetMount(Mount(volume) with
        {
            FileSystemId = 7,
            Traits = FileSystemTraits.TrustedIds | FileSystemTraits.HardLinks | FileSystemTraits.SharedExtents,
        });
        foreach (int size in (int[])[10_000, 100_000, 300_000])
        {
            for (int i = 0; i < 12; i++)
            {
                volume.AddFile($"/r/{size}-{i:d2}", Search.Random(size, size)).Extents = i % 3 == 0
                    ? [new(0, (100L + i) << 20, size, ExtentFlags.Last)]
                    : [new(0, 1L << 40, size, ExtentFlags.Last | ExtentFlags.Shared)];
            }
        }

        string first = Shared(volume, out long read);
        Assert.InRange(read, 1, long.MaxValue);
        Assert.Equal(first, Shared(volume, out read));
        Assert.Equal(0, read);

        // Another program shares the blocks of all; no time of any file shows it.
        for (int i = 0; i < 12; i++)
        {
            volume[$"/r/300000-{i:d2}"].Extents = [new(0, 1L << 40, 300_000, ExtentFlags.Last | ExtentFlags.Shared)];
        }

        Assert.Contains("300000: 0 ", Shared(volume, out read), StringComparison.Ordinal);
        Assert.Equal(0, read);
    }

    [Fact]
    public void A_search_that_was_interrupted_has_kept_what_it_read()
    {
        var memory = new MemoryVolume();
        for (int i = 0; i < 400; i++)
        {
            memory.AddFile($"/r/f{i:d3}", Search.Random(i / 2, 1000));
        }

        using var stop = new CancellationTokenSource();
        var volume = new FaultyVolume(
            memory, new Fault { Call = VolumeCall.OpenFile, First = 200, Before = _ => stop.Cancel() });
        using (ContentCatalog catalog = ContentCatalog.Open(_folder.Folder))
        {
            using FindResult some = Finder.Find(
                Search.Options(volume, "/r") with { Catalog = catalog }, null, stop.Token);
            Assert.False(some.Summary.Complete);

            // Other threads may go on before this one, which opens the file, has stopped the search.
            Assert.InRange(some.Summary.BytesRead, 100_000, 400_000);
        }

        long before = volume.Counters.BytesRead;
        Assert.Equal(Oracle(memory), Run(memory, out long rest));
        Assert.Equal(400_000, before + rest);
    }

    [Fact]
    public void A_second_search_looks_at_each_file_once()
    {
        MemoryVolume volume = Mixed(100, 12);
        Run(volume, out _);
        long walk = StatsOf(volume, static options => options with { Filter = new EntryFilter { SizeMin = 1000 } });
        Assert.Equal(walk, StatsOf(volume, static options => options));

        // Whoever wants to see sizes and dates gets those of the last moment.
        Assert.Equal(walk + 14, StatsOf(volume, static options => options with { CopyFacts = true }));
    }

    [Theory]
    [InlineData(100)]
    [InlineData(300_000)]
    public void A_file_that_changes_between_two_of_its_names_is_read(int size)
    {
        var memory = new MemoryVolume();
        byte[] content = Search.Random(1, size);
        memory.AddFile("/r/1/a", content);
        memory.AddFile("/r/1/twin", content);
        memory.AddFile("/r/2/twin", content);
        memory.AddHardLink("/r/2/a", "/r/1/a");
        string groups = Run(memory, out _);
        Assert.Contains("/r/2/a", groups, StringComparison.Ordinal);
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.List,
            PathSuffix = "/r/2",
            Before = _ => memory["/r/1/a"].Rewrite(Search.Random(2, size)),
        });
        using ContentCatalog catalog = ContentCatalog.Open(_folder.Folder);
        using FindResult result = Search.Run(Search.Options(volume, "/r") with { Catalog = catalog, Threads = 1 });
        Assert.Equal($"{size}: /r/1/twin | /r/2/twin", Search.Groups(result));
    }

    private static MemoryVolume Mixed(int size, int files)
    {
        // Equal, different at the start, in the middle and at the end, and twins among those.
        var volume = new MemoryVolume();
        byte[] content = Search.Random(1, size);
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/r/e{i:d3}", content);
        }

        foreach (int at in (int[])[0, size / 2, (size / 2) + 1, size - 1])
        {
            volume.AddFile($"/r/at{at}", Search.Flip(content, at));
        }

        volume.AddFile("/r/twin", Search.Flip(content, size / 2));
        return volume;
    }

    private static MountFacts Mount(MemoryVolume volume)
    {
        volume.OpenFolder(FolderHandle.None, "/"u8, LinkPolicy.Stay, out FolderHandle root, out _);
        MountFacts mount = volume.MountOf(root);
        volume.Close(root);
        return mount;
    }

    private long StatsOf(MemoryVolume volume, Func<FindOptions, FindOptions> change)
    {
        long before = volume.Counters.Stats;
        Find(volume, out _, change).Dispose();
        return volume.Counters.Stats - before;
    }

    private static string Oracle(MemoryVolume volume)
    {
        using FindResult result = Search.Run(Search.Options(volume, "/r"));
        return Search.Groups(result);
    }

    private string Run(MemoryVolume volume, out long read, Func<FindOptions, FindOptions>? change = null)
    {
        using FindResult result = Find(volume, out read, change);
        return Search.Groups(result);
    }

    private string Uniques(MemoryVolume volume, out long read)
    {
        using FindResult result = Find(volume, out read, static options => options with { Uniques = true });
        return Search.Uniques(result);
    }

    private string Shared(MemoryVolume volume, out long read)
    {
        using FindResult result = Find(volume, out read, null, mayOpen: true);
        return string.Join('\n', result.Groups.Select(group =>
            $"{group.Size}: {group.RedundantBytes} {string.Join(' ', group.Shared![0])}"));
    }

    private FindResult Find(
        MemoryVolume volume, out long read, Func<FindOptions, FindOptions>? change, bool mayOpen = false)
    {
        using ContentCatalog catalog = ContentCatalog.Open(_folder.Folder);
        // What the catalog knows of each file is tested here; LastSearchTests is about whole searches.
        FindOptions options = Search.Options(volume, "/r") with { Catalog = catalog, UsesLastSearch = false };
        long readBefore = volume.Counters.BytesRead;
        long openedBefore = volume.Counters.Opens;
        FindResult result = Search.Run(change?.Invoke(options) ?? options);
        read = volume.Counters.BytesRead - readBefore;
        Assert.True(mayOpen || read > 0 || volume.Counters.Opens == openedBefore, "A file was opened.");
        Assert.Equal("", Search.Problems(result));
        return result;
    }
}
