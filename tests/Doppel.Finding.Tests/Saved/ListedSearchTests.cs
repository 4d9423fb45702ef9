using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Searches with lists of digests: groups are those that a search of all disks would find.</summary>
public sealed class ListedSearchTests : IDisposable
{
    private static readonly int[] s_sizes = [1, 100, 4096, 65_536, 65_537, 70_000, 262_145, 300_000];

    private readonly TempTree _tree = new();
    private readonly List<IDisposable> _open = [];
    private int _lists;

    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(reduced: 20, full: 300))];

    public void Dispose()
    {
        _open.ForEach(static one => one.Dispose());
        _tree.Dispose();
    }

    [Theory, MemberData(nameof(Seeds))]
    public void A_list_has_the_groups_of_its_disk_and_each_file_on_the_other_is_read_once(int seed)
    {
        var random = new Random(seed);
        (MemoryVolume drawer, List<(string Path, byte[] Content)> listed) = Drawer(random);
        MemoryVolume disk = Disk(random);
        SavedVolume list = List(random, listed);
        ContentCatalog? catalog = seed % 2 == 0 ? null : Open(ContentCatalog.Open($"{_tree.Folder}/catalog"));
        FindOptions options = Options(list, disk) with
        {
            Catalog = catalog,
            Uniques = seed % 3 == 0,
            Trust = DigestAlgorithm.Xxh64,
        };
        using FindResult found = Search.Run(options);
        using FindResult expected = Search.Run(options with
        {
            Roots = [new FindRoot(drawer, "/d"), new FindRoot(disk, "/c")],
            Catalog = null,
        });
        Assert.Equal(Lines(expected, static group => group.Copies.Any(IsOnDisk)), Lines(found, static _ => true));
        Assert.Equal(Uniques(expected), Uniques(found));
        Assert.Empty(found.Problems);
        Assert.Equal((0, 0), (found.Undecided, found.Summary.Known));
        Assert.True(found.Summary.BytesRead <= BytesOf(disk), $"seed {seed}");
        Assert.All(found.Groups, static group => Assert.True(group.Digest is not null || group.Copies.All(IsOnDisk)));

        using FindResult again = Search.Run(options);
        Assert.Equal(Lines(found, static _ => true), Lines(again, static _ => true));
        Assert.Equal(Uniques(found), Uniques(again));
        if (catalog is not null)
        {
            Assert.Equal((0, 0), (again.Summary.Opened, again.Summary.BytesRead));
            using FindResult reread = Search.Run(options with { Reread = true });
            Assert.Equal(found.Summary.BytesRead, reread.Summary.BytesRead);
            using FindResult last = Search.Run(options);
            Assert.Equal((0, 0), (last.Summary.Opened, last.Summary.BytesRead));
        }
    }

    [Theory, MemberData(nameof(Seeds))]
    public void A_flipped_digest_is_no_member(int seed)
    {
        var random = new Random(seed);
        (_, List<(string Path, byte[] Content)> listed) = Drawer(random);
        MemoryVolume disk = Disk(random);
        using FindResult found = Search.Run(Options(List(random, listed, flipped: true), disk));
        Assert.DoesNotContain(found.Groups, static group => !group.Copies.All(IsOnDisk));
    }

    [Theory, MemberData(nameof(Seeds))]
    public void Lists_alone_have_the_groups_of_their_disks(int seed)
    {
        var random = new Random(seed);
        (MemoryVolume drawer, List<(string Path, byte[] Content)> listed) = Drawer(random);
        DigestAlgorithm algorithm = Algorithm(random);
        int half = listed.Count / 2;
        bool isFirstSized = random.Next(2) == 0;
        bool isSecondSized = random.Next(2) == 0;
        SavedVolume first = Write(listed[..half], (_, content) => FileOf(algorithm, content, isFirstSized));
        SavedVolume second = Write(listed[half..], (_, content) => FileOf(algorithm, content, isSecondSized));
        using FindResult found = Search.Run(new FindOptions
        {
            Roots = [new FindRoot(first, "/"), new FindRoot(second, "/")],
            Trust = DigestAlgorithm.Xxh64,
        });
        using FindResult expected = Search.Run(Search.Options(drawer, "/d"));
        bool isWithoutSizes = !isFirstSized && !isSecondSized;
        Assert.Equal(NamesOf(expected), NamesOf(found));
        Assert.Equal((0, 0), (found.Summary.Opened, found.Summary.BytesRead));
        Assert.All(found.Groups, group => Assert.True(!isWithoutSizes || group.Size == SavedFile.UnknownSize));
        if (isFirstSized && isSecondSized)
        {
            Assert.Equal(Lines(expected, static _ => true), Lines(found, static _ => true));
            bool isOwn = algorithm == DigestAlgorithm.Xxh3;
            Assert.All(found.Groups, group => Assert.Equal(isOwn, group.Digest is not null));
        }

        static IEnumerable<string> NamesOf(FindResult result) => Lines(result, static _ => true)
            .Select(static line => line.Split(": ")[1]).Order(StringComparer.Ordinal);
    }

    [Fact]
    public void The_proof_names_the_weakest_algorithm_of_the_lists_that_have_a_copy()
    {
        byte[] content = Search.Random(1, 5000);
        var disk = new MemoryVolume();
        disk.AddFile("/c/a", content);
        disk.AddFile("/c/b", content);
        SavedVolume sha = Write([("d/x", content)], static (_, all) => FileOf(DigestAlgorithm.Sha256, all, false));
        SavedVolume md5 = Write([("d/y", content)], static (_, all) => FileOf(DigestAlgorithm.Md5, all, false));
        using FindResult one = Search.Run(Options(sha, disk));
        Assert.Equal(Proof.Sha256, one.Groups.Single().Proof);
        FindOptions options = Options(sha, disk);
        using FindResult both = Search.Run(options with { Roots = [new FindRoot(md5, "/"), .. options.Roots] });
        ReportGroup group = both.Groups.Single();
        Assert.Equal((Proof.Md5, 4, Xxh3.Hash128(content)), (group.Proof, group.Copies.Count, group.Digest));
        Assert.Equal((2, 10_000), (both.Summary.RedundantFiles, both.Summary.RedundantBytes));
    }

    // Two blocks of 128 bytes that X. Wang and H. Yu published in 2005.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_digest_that_different_files_have_proves_nothing(bool hasSize)
    {
        const string Start = "d131dd02c5e6eec4693d9a0698aff95c2fcab5";
        byte[] one = Convert.FromHexString(
            Start + "8712467eab4004583eb8fb7f8955ad340609f4b30283e488832571415a085125e8f7cdc99fd91dbdf280373c5bd8823e31"
            + "56348f5bae6dacd436c919c6dd53e2b487da03fd02396306d248cda0e99f33420f577ee8ce54b67080a80d1ec69821bcb6a88"
            + "39396f9652b6ff72a70");
        byte[] other = [.. one];
        foreach (int at in (int[])[19, 45, 59, 83, 109, 123])
        {
            other[at] ^= 0x80;
        }

        Assert.NotEqual(one, other);
        SavedVolume list = Write([("d/x", one)], (_, all) => FileOf(DigestAlgorithm.Md5, all, hasSize));
        var disk = new MemoryVolume();
        disk.AddFile("/c/one", one);
        using FindResult single = Search.Run(Options(list, disk));
        Assert.Equal(Proof.Md5, single.Groups.Single().Proof);
        disk.AddFile("/c/other", other);
        using FindResult both = Search.Run(Options(list, disk));
        Assert.Empty(both.Groups);
        Assert.Equal(1, both.Undecided);
    }

    [Fact]
    public void A_file_that_cannot_be_read_is_one_problem_and_no_member()
    {
        byte[] content = Search.Random(1, 100_000);
        var disk = new MemoryVolume();
        disk.AddFile("/c/good", content);
        disk.AddFile("/c/bad", content);
        var faulty = new FaultyVolume(disk, new Fault
        {
            Call = VolumeCall.Read,
            PathSuffix = "bad",
            Times = Fault.Always,
            Error = new VolumeError(VolumeErrorKind.InputOutput),
        });
        SavedVolume list = Write([("d/x", content)], static (_, all) => FileOf(DigestAlgorithm.Sha1, all, false));
        using FindResult found = Search.Run(Options(list, faulty) with { Uniques = true });
        Assert.Equal("100000: catalog:l0/d/x | /c/good", Search.Groups(found));
        Assert.Single(found.Problems);
        Assert.Empty(found.Uniques);
    }

    [Fact]
    public void Digests_of_a_damaged_file_are_forgotten_once_it_is_accepted()
    {
        ContentCatalog catalog = Open(ContentCatalog.Open($"{_tree.Folder}/catalog"));
        (byte[] old, byte[] now) = (Search.Random(1, 5000), Search.Random(2, 5000));
        MemoryVolume disk = Disk(new Random(0));
        MemoryNode node = disk.AddFile("/c/file", old);
        node.Modified = node.Changed = new FileTime(1000, 0);
        SavedVolume before = Write([("d/x", old)], static (_, all) => FileOf(DigestAlgorithm.Sha1, all, false));
        SavedVolume after = Write([("d/x", now)], static (_, all) => FileOf(DigestAlgorithm.Sha1, all, false));
        Assert.Equal(1, GroupsWith(before));
        node.Content = now;
        node.Modified = node.Changed = new FileTime(1000, 0);
        Assert.Equal((1, 0), (GroupsWith(before), GroupsWith(after)));
        VerifyResult verified = Verifier.Verify(
            Search.Options(disk, "/c") with { Catalog = catalog }, accepted: true,
            cancellation: TestContext.Current.CancellationToken);
        Assert.Single(verified.Corrupt);
        Assert.Equal((0, 1), (GroupsWith(before), GroupsWith(after)));

        int GroupsWith(SavedVolume list)
        {
            using FindResult found = Search.Run(Options(list, disk) with { Catalog = catalog });
            return found.Groups.Count(static group => !group.Copies.All(IsOnDisk));
        }
    }

    [Fact]
    public void Times_do_not_leave_a_listed_file_out()
    {
        byte[] content = Search.Random(1, 100);
        var disk = new MemoryVolume();
        disk.AddFile("/c/a", content).Modified = new FileTime(1000, 0);
        SavedVolume list = Write([("d/x", content)], static (_, all) => FileOf(DigestAlgorithm.Sha1, all, true));
        using FindResult found = Search.Run(Options(list, disk) with
        {
            Filter = new EntryFilter { NewerThan = new FileTime(500, 0), SizeMin = 50 },
        });
        Assert.Equal("100: catalog:l0/d/x | /c/a", Search.Groups(found));
    }

    private static FindOptions Options(SavedVolume list, IVolume disk) => new()
    {
        Roots = [new FindRoot(list, "/"), new FindRoot(disk, "/c")],
        Threads = 2,
    };

    private static bool IsOnDisk(ReportCopy copy) =>
        copy.Names[0].ToString().StartsWith("/c", StringComparison.Ordinal);

    private static IEnumerable<string> Lines(FindResult result, Func<ReportGroup, bool> wanted) => result.Groups
        .Where(wanted)
        .Select(static group => $"{group.Size}: " + string.Join(" | ", group.Copies
            .Select(static copy => string.Join('=', copy.Names.Select(NameOf))).Order(StringComparer.Ordinal)))
        .Order(StringComparer.Ordinal);

    private static string NameOf(ReportName name)
    {
        string text = name.ToString();
        return text.StartsWith("catalog:", StringComparison.Ordinal)
            ? text[text.IndexOf('/', StringComparison.Ordinal)..]
            : text;
    }

    private static IEnumerable<string> Uniques(FindResult result) => result.Uniques.Select(static unique => unique.Copy)
        .Where(IsOnDisk).Select(static copy => string.Join('=', copy.Names));

    private static DigestAlgorithm Algorithm(Random random) => (DigestAlgorithm)random.Next(1, 10);

    private static byte[] Content(Random random)
    {
        int size = s_sizes[random.Next(s_sizes.Length)];
        byte[] content = Search.Random(random.Next(3), size);
        return random.Next(4) == 0 ? Search.Flip(content, random.Next(size)) : content;
    }

    private static (MemoryVolume Volume, List<(string Path, byte[] Content)> Files) Drawer(Random random)
    {
        var volume = new MemoryVolume(41);
        volume.AddFolder("/d");
        List<(string Path, byte[] Content)> files = [];
        for (int i = 0; i < random.Next(25); i++)
        {
            files.Add(($"d/{(char)('p' + random.Next(3))}/{i}", Content(random)));
            volume.AddFile("/" + files[i].Path, files[i].Content);
        }

        return (volume, files);
    }

    private static MemoryVolume Disk(Random random)
    {
        var volume = new MemoryVolume();
        volume.SetMount(new MountFacts
        {
            Device = 1,
            Identity = new FileSystemIdentity(new UInt128(1, 7), 0),
            Traits = FileSystemTraits.TrustedIds,
        });
        volume.AddFolder("/c");
        List<string> names = [];
        for (int i = 0; i < random.Next(25); i++)
        {
            string name = $"/c/{(char)('p' + random.Next(3))}/{i}";
            if (names.Count > 0 && random.Next(6) == 0)
            {
                volume.AddHardLink(name, names[random.Next(names.Count)]);
            }
            else
            {
                MemoryNode node = volume.AddFile(name, Content(random));
                node.Modified = node.Changed = new FileTime(random.Next(1_000_000_000), random.Next(1_000_000_000));
            }

            names.Add(name);
        }

        return volume;
    }

    private static long BytesOf(MemoryVolume volume)
    {
        using FindResult all = Search.Run(Search.Options(volume, "/c") with { Uniques = true });
        return all.Groups.Sum(static group => group.Size * group.Copies.Count)
            + all.Uniques.Sum(static unique => unique.Size);
    }

    private static SavedFile FileOf(DigestAlgorithm algorithm, byte[] content, bool hasSize)
    {
        using var hash = ContentHash.Create(algorithm);
        hash.Append(content);
        return FileOf(algorithm, hash.Finish(), content, hasSize);
    }

    private static SavedFile FileOf(DigestAlgorithm algorithm, Digest128 digest, byte[] content, bool hasSize) => new()
    {
        Size = hasSize ? content.Length : SavedFile.UnknownSize,
        Modified = default,
        Digest = algorithm == DigestAlgorithm.Xxh3 ? digest : null,
        Listed = algorithm == DigestAlgorithm.Xxh3 ? null : new ListedDigest(algorithm, digest),
    };

    // One or two algorithms, with and without sizes.
    private SavedVolume List(Random random, List<(string Path, byte[] Content)> files, bool flipped = false)
    {
        DigestAlgorithm[] algorithms = [Algorithm(random), Algorithm(random)];
        int sizes = random.Next(3);
        return Write(files, (index, content) =>
        {
            DigestAlgorithm algorithm = algorithms[index % 2];
            bool hasSize = sizes == 2 ? index % 3 > 0 : sizes == 1;
            SavedFile file = FileOf(algorithm, content, hasSize);
            Digest128 digest = file.Digest ?? file.Listed!.Value.Value;
            return flipped
                ? FileOf(algorithm, digest with { High = digest.High ^ (1UL << random.Next(64)) }, content, hasSize)
                : file;
        });
    }

    private SavedVolume Write(List<(string Path, byte[] Content)> files, Func<int, byte[], SavedFile> fileOf)
    {
        string name = $"l{_lists++}";
        var volumes = new SavedVolumes(_tree.Folder);
        using SavedList list = volumes.CreateList();
        for (int i = 0; i < files.Count; i++)
        {
            Assert.True(list.TryAdd(System.Text.Encoding.UTF8.GetBytes(files[i].Path), fileOf(i, files[i].Content)));
        }

        using SavedDraft draft = volumes.Create(name);
        list.Write(draft.Stream, new SavedDescription
        {
            Made = new FileTime(1, 0),
            Roots = [new SavedRoot("/"u8.ToArray(), default, "")],
        }, problems: 0);
        draft.Complete();
        return Open(volumes.Open(name));
    }

    private T Open<T>(T one)
        where T : IDisposable
    {
        _open.Add(one);
        return one;
    }
}
