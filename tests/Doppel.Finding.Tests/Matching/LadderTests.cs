using System.Text;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>The ladder reads what it must and nothing else, and says how it proved what it found.</summary>
public sealed class LadderTests
{
    private const int Page = 4096;
    private const int Small = 64 * 1024;

    public static TheoryData<int, int> SizesAndPlaces
    {
        get
        {
            var data = new TheoryData<int, int>();
            foreach (int size in (int[])[1, 2, 4095, 4096, 4097, 65535, 65536, 65537, 73728, 200_000, 1 << 20])
            {
                int[] places = [0, size / 2, size - 1, Math.Min(Page, size - 1), Math.Max(0, size - Page - 1)];
                foreach (int place in places.Distinct())
                {
                    data.Add(size, place);
                }
            }

            return data;
        }
    }

    [Theory, MemberData(nameof(SizesAndPlaces))]
    public void One_different_byte_anywhere_parts_files_of_any_size(int size, int place)
    {
        byte[] content = Search.Random(size, size);
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", content);
        volume.AddFile("/r/b", Search.Flip(content, place));
        volume.AddFile("/r/c", content);
        foreach (ProofDemand proof in Enum.GetValues<ProofDemand>())
        {
            Search.Check(Search.Options(volume, "/r") with { Proof = proof }, $"{size}: /r/a | /r/c");
        }
    }

    [Theory]
    [InlineData(Small, 20)]
    [InlineData(Small + 1, 20)]
    [InlineData(300_000, 9)]
    [InlineData(300_000, 200)]
    [InlineData(10, 300)]
    public void Many_files_of_one_size_fall_into_their_contents(int size, int files)
    {
        var volume = new MemoryVolume();
        byte[] content = Search.Random(1, size);
        byte[][] contents = [.. Enumerable.Range(0, 3).Select(i => Search.Flip(content, (size - 1) * i / 2))];
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/r/{i % 7}/f{i:d3}", contents[i % 3]);
        }

        foreach (ProofDemand proof in Enum.GetValues<ProofDemand>())
        {
            using FindResult result = Search.Run(Search.Options(volume, "/r") with { Proof = proof });
            Assert.Equal([.. Counts(files)], result.Groups.Select(group => group.Copies.Count).OrderDescending());
            Assert.All(
                result.Groups, group => Assert.Single(group.Copies.Select(copy => IndexOf(copy) % 3).Distinct()));
            if (proof == ProofDemand.Bytes)
            {
                Assert.All(result.Groups, group => Assert.Equal(Proof.Bytes, group.Proof));
            }
        }

        volume.Counters.AssertAllClosed();

        static int IndexOf(ReportCopy copy) => int.Parse(copy.Names[0].ToString()[^3..], null);
        static IEnumerable<int> Counts(int files) => Enumerable.Range(0, 3).Select(i => (files - i + 2) / 3);
    }

    [Fact]
    public void A_file_whose_size_occurs_once_is_never_opened()
    {
        var volume = new MemoryVolume();
        for (int i = 1; i <= 50; i++)
        {
            volume.AddFile($"/r/f{i}", new byte[i]);
        }

        Search.Check(Search.Options(volume, "/r"), "");
        Assert.Equal(0, volume.Counters.Opens);
    }

    [Fact]
    public void Hard_links_of_one_inode_are_one_copy_and_are_not_read_for_themselves()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a", "content");
        volume.AddHardLink("/r/b", "/r/a");
        Search.Check(Search.Options(volume, "/r"), "");
        Assert.Equal(0, volume.Counters.Opens);
        volume.AddFile("/r/c", "content");
        Search.Check(Search.Options(volume, "/r"), "7: /r/a=/r/b | /r/c");
        Assert.Equal(2, volume.Counters.Opens);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(Small)]
    public void Files_up_to_64_KiB_are_opened_once_and_read_once(int size)
    {
        var volume = new MemoryVolume();
        for (int i = 0; i < 40; i++)
        {
            volume.AddFile($"/r/{i % 3}/f{i}", Search.Random(i / 2, size));
        }

        using FindResult result = Search.Run(Search.Options(volume, "/r"));
        Assert.Equal(20, result.Summary.Groups);
        Assert.Equal(40, volume.Counters.Opens);
        Assert.Equal(40L * size, volume.Counters.BytesRead);
        Assert.Equal((40L, 40L * size), (result.Summary.Opened, result.Summary.BytesRead));
    }

    [Theory]
    [InlineData(2, 1)]
    [InlineData(8, 1)]
    [InlineData(9, 2)]
    [InlineData(40, 2)]
    public void Larger_files_are_opened_at_most_twice_and_only_their_ends_are_read_twice(int files, int opensEach)
    {
        const int Size = 500_000;
        var volume = new MemoryVolume();
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/r/f{i}", Search.Random(1, Size));
        }

        using FindResult result = Search.Run(Search.Options(volume, "/r"));
        Assert.Equal(1, result.Summary.Groups);
        Assert.Equal(files * opensEach, volume.Counters.Opens);
        Assert.InRange(volume.Counters.BytesRead, (long)files * Size, files * (Size + 2L * Page));
        Assert.Equal(volume.Counters.BytesRead, result.Summary.BytesRead);
    }

    [Fact]
    public void However_many_threads_compare_no_more_than_768_files_are_open()
    {
        var volume = new MemoryVolume();
        for (int i = 0; i < 2_560; i++)
        {
            volume.AddFile($"/r/{i}", Search.Random(1, 1_000 + (i / 128)));
        }

        FindOptions options = Search.Options(volume, "/r") with { Proof = ProofDemand.Bytes, Threads = 20 };
        using FindResult result = Search.Run(options);
        Assert.Equal(20, result.Summary.Groups);
        Assert.Equal(2_560, volume.Counters.Opens);
        Assert.InRange(volume.Counters.MostOpenFiles, 128, 768);
    }

    [Fact]
    public void Larger_files_that_differ_at_an_end_are_read_no_further()
    {
        const int Size = 10_000_000;
        var volume = new MemoryVolume();
        for (int i = 0; i < 20; i++)
        {
            byte mark = (byte)(100 + i);
            volume.AddFile($"/few/f{i}", Size + (i / 2), (at, content) => content.Fill(at == 0 ? mark : (byte)7));
            volume.AddFile($"/many/f{i}", Size - 1, (at, content) => content.Fill(at > Size / 2 ? mark : (byte)7));
        }

        Search.Check(Search.Options(volume, "/few", "/many"), "");
        Assert.InRange(volume.Counters.BytesRead, 1, 40 * 2 * Page);
    }

    [Theory]
    [InlineData(100, 3, false)]
    [InlineData(100, 3, true)]
    [InlineData(100_000, 3, false)]
    [InlineData(100_000, 30, false)]
    [InlineData(100_000, 30, true)]
    public void The_proof_is_named_and_the_digest_is_that_of_the_content(int size, int files, bool exact)
    {
        var volume = new MemoryVolume();
        byte[] content = Search.Random(5, size);
        for (int i = 0; i < files; i++)
        {
            volume.AddFile($"/r/f{i}", content);
        }

        FindOptions options = Search.Options(volume, "/r") with
        {
            Proof = exact ? ProofDemand.Bytes : ProofDemand.Standard,
            Digests = true,
        };
        using FindResult result = Search.Run(options);
        ReportGroup group = Assert.Single(result.Groups);
        bool compared = exact || (size > Small && files <= 8);
        Assert.Equal(compared ? Proof.Bytes : Proof.Digest, group.Proof);
        Assert.Equal(Hashing.Xxh3.Hash128(content), group.Digest);
    }

    [Fact]
    public void The_same_files_are_found_whatever_the_thresholds()
    {
        for (int i = 0; i < TestRun.Count(6, 300); i++)
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
                FindOptions other = Vary(options, random);
                string told = $"seed {seed}: {other.Ladder} threads {other.Threads}\n";
                using FindResult found = Search.Run(other);
                Assert.Equal(told + Search.Groups(plain), told + Search.Groups(found));
                Assert.Equal(told + Search.Uniques(plain), told + Search.Uniques(found));
                Assert.Equal(told + Search.Problems(plain), told + Search.Problems(found));
                volume.Counters.AssertAllClosed();
            }
        }
    }

    [Fact]
    public void Nothing_is_allocated_for_a_file_that_turns_out_different()
    {
        long few = AllocatedFor(2_000);
        long many = AllocatedFor(12_000);

        Assert.InRange((many - few) / 10_000.0, -2, 0.5);

        static long AllocatedFor(int files)
        {
            using var tree = new TempTree();
            for (int i = 0; i < files; i++)
            {
                tree.AddFile($"{i % 20}/f{i}", BitConverter.GetBytes(i));
            }

            // How a device is used depends on how long its files take, which depends on the load of the machine: a
            // disk that is judged to be rotating has its files sorted by place, and that allocates. So the kind is
            // told, and time stands still.
            FindOptions options = Search.Options(new LinuxVolume(), tree.Folder) with
            {
                Threads = 1,
                DeviceRules = [new DeviceRule(Encoding.UTF8.GetBytes(tree.Folder), DeviceKind.Solid, 1)],
                Time = new StillTime(),
            };
            Finder.Find(options, null, default).Dispose();
            long least = long.MaxValue;

            // What is allocated once (a pool that a collection emptied, say) comes in any of the runs, not in all.
            // Other tests cause collections too, so that a few runs may each meet one.
            for (int i = 0; i < 12; i++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                Finder.Find(options, null, default).Dispose();
                least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
            }

            return least;
        }
    }

    private static FindOptions Vary(FindOptions options, Random random) => options with
    {
        Threads = random.Next(1, 5),
        Ladder = new Ladder
        {
            SmallBytesMax = OneOf(random, 0, 1, 4096, 64 * 1024, 1 << 20),
            MediumBytesMax = OneOf(random, 0, 100_000, 256 * 1024, 8 << 20),
            EndBytes = OneOf(random, 0, 1, 4096, 100_000),
            FewCopiesMax = OneOf(random, 1, 2, 8, 128),
            BlockBytes = OneOf(random, 4096, 5000, 128 * 1024, 8 << 20),
        },
    };

    private static int OneOf(Random random, params ReadOnlySpan<int> values) => values[random.Next(values.Length)];

    private sealed class StillTime : TimeProvider
    {
        public override long GetTimestamp() => 0;
    }
}
