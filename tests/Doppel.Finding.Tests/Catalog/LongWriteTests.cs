using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>The system sets the times of a file when a call begins to write, not when it has written.</summary>
public sealed class LongWriteTests : IDisposable
{
    private static readonly VolumeError s_open = new(VolumeErrorKind.Busy);
    private readonly TempTree _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_catalog_never_remembers_content_that_a_program_is_still_writing()
    {
        long known = 0;
        for (int i = 0; i < TestRun.Count(30, 10_000); i++)
        {
            int seed = i + TestRun.SeedOffset;
            using var folder = new TempTree();
            var random = new Random(seed);
            var history = new WriteHistory(seed);
            history.Begin();
            for (int round = 0; round < 3; round++)
            {
                Disturb(history, folder, random, $"seed {seed}, round {round}");
                history.Finish();
                known += CheckFacts(history, folder, $"seed {seed}, round {round}");
                CheckGroups(history, folder, $"seed {seed}, round {round}");
            }
        }

        Assert.InRange(known, 100, long.MaxValue);
    }

    [Fact]
    public void Only_files_that_changed_within_ten_minutes_are_checked_for_writers()
    {
        foreach ((int seconds, bool isChecked) in new[] { (599, true), (601, false) })
        {
            foreach (int size in (int[])[100, 70_000, 300_000])
            {
                MemoryVolume volume = Files(size, 12, seconds);
                using FindResult without = Search.Run(Search.Options(volume, "/r") with { Threads = 1 });
                long[] calls = Calls(volume);
                using var folder = new TempTree();
                Run(volume, folder, out long read);
                Assert.InRange(read, 1, long.MaxValue);
                long[] more = [.. Calls(volume).Zip(calls, static (all, first) => all - (2 * first))];
                Assert.Equal(isChecked, volume.Counters.Of(VolumeCall.CheckWriters) > 0);
                Assert.True(isChecked || more.All(static count => count == 0), string.Join(' ', more));

                // Files that nobody writes to are remembered, whether they were checked or not.
                Run(volume, folder, out read);
                Assert.Equal(0, read);
            }
        }
    }

    [Theory]
    [InlineData(VolumeErrorKind.Busy, false)]
    [InlineData(VolumeErrorKind.Busy, true)]
    [InlineData(VolumeErrorKind.Unsupported, false)]
    [InlineData(VolumeErrorKind.Unsupported, true)]
    [InlineData(VolumeErrorKind.AccessDenied, false)]
    public void A_young_file_that_may_be_open_for_writing_is_read_every_time(VolumeErrorKind error, bool isKnown)
    {
        foreach (int size in (int[])[100, 70_000, 300_000])
        {
            MemoryVolume volume = Files(size, 12, seconds: 30);
            using var folder = new TempTree();
            if (isKnown)
            {
                // The groups of an earlier search are kept. Then the call begins.
                Run(volume, folder, out _);
                FileTime begun = volume["/r/f3"].Changed;
                volume["/r/f3"].Changed = begun with { Seconds = begun.Seconds + 1 };
            }

            volume["/r/f3"].WritersError = new VolumeError(error);
            string groups = Run(volume, folder, out _);
            Run(volume, folder, out long read);
            Assert.InRange(read, 1, long.MaxValue);

            // The call ends. It has set no time since it began.
            volume["/r/f3"].Content = Search.Random(5, size);
            volume["/r/f3"].WritersError = VolumeError.None;
            string now = Run(volume, folder, out _);
            Assert.NotEqual(groups, now);
            using FindResult expected = Search.Run(Search.Options(volume, "/r"));
            Assert.Equal(Search.Groups(expected), now);
            Run(volume, folder, out read);
            Assert.Equal(0, read);
        }
    }

    [Fact]
    public void Verify_does_not_learn_a_file_that_is_being_written()
    {
        MemoryVolume volume = Files(70_000, 3, seconds: 30);
        volume["/r/f1"].WritersError = s_open;
        VerifyResult first = Verify(volume);
        Assert.Equal((2, 1), (first.Added, first.Unknowable));
        volume["/r/f1"].Content = Search.Random(5, 70_000);
        volume["/r/f1"].WritersError = VolumeError.None;
        VerifyResult second = Verify(volume);
        Assert.Empty(second.Corrupt);
        Assert.Equal((2, 1), (second.Verified, second.Added));
    }

    [Theory]
    [InlineData(VolumeErrorKind.Busy, false)]
    [InlineData(VolumeErrorKind.Unsupported, true)]
    public void A_saved_volume_has_no_digest_of_a_file_that_a_program_is_writing(
        VolumeErrorKind error, bool isSaved)
    {
        foreach (int size in (int[])[100, 70_000, 300_000])
        {
            foreach (bool hasCatalog in (bool[])[false, true])
            {
                MemoryVolume volume = Files(size, 3, seconds: 30);
                volume["/r/f1"].WritersError = new VolumeError(error);
                using var search = new SavedSearch();
                using ContentCatalog? catalog =
                    hasCatalog ? ContentCatalog.Open($"{_folder.Folder}/{error}{size}") : null;
                SavedVolume saved = search.Save(volume, ["/r"], out SaveResult result, catalog: catalog);
                Assert.Equal(isSaved ? [] : ["/r/f1"], result.Problems.Select(one => $"{one.Path}"));
                foreach (string name in (string[])["/r/f0", "/r/f1", "/r/f2"])
                {
                    Assert.True(saved.TryFindFile(Encoding.UTF8.GetBytes(name), out FileFacts facts));
                    Assert.Equal(isSaved || name != "/r/f1", saved.TryGetDigest(facts.Inode, out _));
                }
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Verify_calls_a_file_corrupt_only_if_two_readings_agree(int wrong)
    {
        MemoryVolume memory = Files(70_000, 3, seconds: 5000);
        Verify(memory);
        var volume = new FaultyVolume(memory, new Fault
        {
            Call = VolumeCall.Read,
            PathSuffix = "/f1",
            Times = wrong,
            Content = static (_, bytes) => bytes[7] ^= 1,
        });
        VerifyResult result = Verify(volume);
        Assert.Equal(wrong - 1, result.Corrupt.Count);
        Assert.Equal(2 - wrong, result.Problems.Count);
        Assert.Equal(2, result.Verified);
        VerifyResult again = Verify(memory);
        Assert.Equal((0, 3), (again.Corrupt.Count, again.Verified));
    }

    private static void Disturb(WriteHistory history, TempTree folder, Random random, string when)
    {
        VolumeCall[] calls =
        [
            VolumeCall.List, VolumeCall.Entry, VolumeCall.OpenFile, VolumeCall.CheckWriters, VolumeCall.Read,
            VolumeCall.StatFile, VolumeCall.Stat,
        ];
        int share = random.Next(1, 6);
        var gate = new Lock();
        Fault[] faults = [.. calls.Select(call => new Fault
        {
            Call = call,
            Times = Fault.Always,
            Before = _ =>
            {
                lock (gate)
                {
                    for (int i = random.Next(share); i > 0; i--)
                    {
                        history.Step();
                    }
                }
            },
        })];
        using ContentCatalog catalog = ContentCatalog.Open(folder.Folder);
        FindOptions options = Options(history, catalog) with
        {
            Roots = [new FindRoot(new FaultyVolume(history.Volume, faults), "/r"u8.ToArray())],
        };
        if (random.Next(3) > 0)
        {
            Search.Run(options).Dispose();
            return;
        }

        VerifyResult verified = Verifier.Verify(options, cancellation: TestContext.Current.CancellationToken);
        Assert.True(verified.Corrupt.Count == 0, $"{when}: a healthy file is called corrupt\n{Show(history)}");
    }

    // The oracle reads the files and knows nothing of leases and ages.
    private static long CheckFacts(WriteHistory history, TempTree folder, string when)
    {
        using ContentCatalog catalog = ContentCatalog.Open(folder.Folder);
        long known = 0;
        foreach (string name in history.Names)
        {
            MemoryNode node = history.Volume[name];
            ContentFact last = default;
            catalog.Find(
                new FileSystemIdentity(43, 0), [new ContentQuery(node.Inode, ChangeStamp.Of(node.Facts), 0)],
                (int _, in ContentFact fact) => last = fact.Kind == FactKind.Whole ? fact : last);
            known += last.Value != default ? 1 : 0;
            Assert.True(
                last.Value == default || last.Value == Xxh3.Hash128(node.Content),
                $"{when}: the catalog is wrong about {name}\n{Show(history)}");
        }

        return known;
    }

    private static void CheckGroups(WriteHistory history, TempTree folder, string when)
    {
        using FindResult expected = Search.Run(Search.Options(history.Volume, "/r"));
        using ContentCatalog catalog = ContentCatalog.Open(folder.Folder);
        using FindResult result = Search.Run(Options(history, catalog));
        Assert.True(
            Search.Groups(expected) == Search.Groups(result),
            $"{when}\n{Search.Groups(expected)}\nbut with the catalog\n{Search.Groups(result)}\n{Show(history)}");
    }

    private static string Show(WriteHistory history) => string.Join('\n', history.Done);

    private static FindOptions Options(WriteHistory history, ContentCatalog catalog) =>
        Search.Options(history.Volume, "/r") with
        {
            Catalog = catalog,
            Threads = 1,
            UsesLastSearch = true,
            Time = new HistoryClock(history),
        };

    private static MemoryVolume Files(int size, int count, int seconds)
    {
        var volume = new MemoryVolume();
        FileTime time = FileTime.From(TimeProvider.System.GetUtcNow() - TimeSpan.FromSeconds(seconds));
        for (int i = 0; i < count; i++)
        {
            MemoryNode node = volume.AddFile($"/r/f{i}", Search.Random(i % 2, size));
            (node.Modified, node.Changed) = (time, time);
        }

        return volume;
    }

    private static long[] Calls(MemoryVolume volume) =>
    [
        .. new[]
        {
            VolumeCall.OpenFile, VolumeCall.Read, VolumeCall.StatFile, VolumeCall.Stat, VolumeCall.CheckWriters,
        }.Select(volume.Counters.Of),
    ];

    private static string Run(IVolume volume, TempTree folder, out long read)
    {
        using ContentCatalog catalog = ContentCatalog.Open(folder.Folder);
        using FindResult result = Search.Run(
            Search.Options(volume, "/r") with { Catalog = catalog, UsesLastSearch = true, Threads = 1 });
        read = result.Summary.BytesRead;
        return Search.Groups(result);
    }

    private VerifyResult Verify(IVolume volume)
    {
        using ContentCatalog catalog = ContentCatalog.Open(_folder.Folder);
        return Verifier.Verify(
            Search.Options(volume, "/r") with { Catalog = catalog },
            cancellation: TestContext.Current.CancellationToken);
    }

    private sealed class HistoryClock(WriteHistory history) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => history.Now;
    }
}
