using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Steps and means change what a search costs, never what it finds.</summary>
public sealed class MeansTests
{
    private static Means WithoutAny => new()
    {
        Digest = DigestKind.Sha256,
        ReusesMemory = false,
        ClosesInBackground = true,
        KeepsPathsAsText = true,
    };

    [Fact]
    public void Whatever_the_steps_and_means_the_same_files_are_found()
    {
        for (int i = 0; i < TestRun.Count(12, 300); i++)
        {
            int seed = TestRun.SeedOffset + i;
            using var tree = new TempTree();
            TreeGenerator.Fill(tree, seed, bytesMax: 4 << 20);
            var random = new Random(seed);
            var volume = new WatchedVolume(random.Next(2) == 0 ? new LinuxVolume() : new PortableVolume());
            FindOptions options = Search.Options(volume, tree.Folder) with
            {
                Filter = new EntryFilter { SizeMin = random.Next(2) },
                Links = random.Next(2) == 0 ? LinkFollowing.Never : LinkFollowing.Follow,
                Proof = random.Next(4) == 0 ? ProofDemand.Bytes : ProofDemand.Standard,
                Uniques = random.Next(2) == 0,
            };
            using FindResult plain = Search.Run(options);
            for (int trial = 0; trial < 6; trial++)
            {
                FindOptions other = trial == 0 ? options with { Means = WithoutAny } : Vary(options, random);
                string told = $"seed {seed}: {other.Ladder} {other.Means} threads {other.Threads}\n";
                using FindResult found = Search.Run(other);
                Assert.Equal(told + Search.Groups(plain), told + Search.Groups(found));
                Assert.Equal(told + Search.Uniques(plain), told + Search.Uniques(found));
                Assert.Equal(told + Search.Problems(plain), told + Search.Problems(found));
                volume.Counters.AssertAllClosed();
            }
        }
    }

    [Fact]
    public void Only_the_digest_that_reports_show_can_be_asked_for()
    {
        FindOptions options = Search.Options(new MemoryVolume(), "/r") with
        {
            Digests = true,
            Means = new Means { Digest = DigestKind.Sha256 },
        };
        Assert.Throws<ArgumentException>(options.Validate);
    }

    [Fact]
    public void Memory_that_is_not_used_again_is_allocated_for_each_file()
    {
        const int Size = 20_000;
        const int Files = 100;
        var volume = new MemoryVolume();
        for (int i = 0; i < Files; i++)
        {
            volume.AddFile($"/r/f{i}", Search.Random(i, Size));
        }

        long reused = AllocatedBy(Means.Default);
        long anew = AllocatedBy(new Means { ReusesMemory = false });
        Assert.InRange(anew - reused, Files * (long)Size, 2 * Files * (long)Size);

        long AllocatedBy(Means means)
        {
            FindOptions options = Search.Options(volume, "/r") with { Threads = 1, Means = means };
            Search.Run(options).Dispose();
            long before = GC.GetAllocatedBytesForCurrentThread();
            Search.Run(options).Dispose();
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }

    [Fact]
    public void Paths_kept_as_text_need_no_folder_to_open_a_file_from()
    {
        var volume = new MemoryVolume();
        for (int i = 10; i < 30; i++)
        {
            volume.AddFile($"/r/f{i}", $"content {i}");
        }

        // Nothing is found, so that nothing but opening needs the folder after it was listed.
        FindOptions options = Search.Options(volume, "/r") with { Threads = 1 };
        Assert.InRange(FoldersOpenedBy(options), 2, 21);
        Assert.Equal(1, FoldersOpenedBy(options with { Means = new Means { KeepsPathsAsText = true } }));

        long FoldersOpenedBy(FindOptions search)
        {
            long before = volume.Counters.FolderOpens;
            Search.Run(search).Dispose();
            return volume.Counters.FolderOpens - before;
        }
    }

    [Fact]
    public void All_files_that_were_handed_over_are_closed_by_another_thread()
    {
        const int Files = 1_000;
        var volume = new MemoryVolume();
        volume.AddFile("/r/f", "content");
        var closing = new ClosingThread();
        for (int i = 0; i < Files; i++)
        {
            Assert.False(volume.OpenFile(FolderHandle.None, "/r/f"u8, out FileHandle file, out _).Failed);
            closing.Close(volume, file);
        }

        closing.Dispose();
        volume.Counters.AssertAllClosed();
        Assert.InRange(volume.Counters.MostOpenFiles, 1, 200);
    }

    private static FindOptions Vary(FindOptions options, Random random) => options with
    {
        Threads = random.Next(1, 5),
        Ladder = new Ladder
        {
            GroupsBySize = random.Next(2) == 0,
            SmallBytesMax = OneOf(random, 0, 1, 4096, 64 * 1024, 1 << 20),
            MediumBytesMax = OneOf(random, 0, 100_000, 256 * 1024, 8 << 20),
            EndBytes = OneOf(random, 0, 1, 4096, 100_000),
            FewCopiesMax = OneOf(random, 1, 2, 8, 128),
            BlockBytes = OneOf(random, 4096, 5000, 128 * 1024, 8 << 20),
        },
        Means = new Means
        {
            Digest = (DigestKind)random.Next(2),
            ReusesMemory = random.Next(2) == 0,
            ClosesInBackground = random.Next(2) == 0,
            KeepsPathsAsText = random.Next(2) == 0,
        },
    };

    private static int OneOf(Random random, params ReadOnlySpan<int> values) => values[random.Next(values.Length)];
}
