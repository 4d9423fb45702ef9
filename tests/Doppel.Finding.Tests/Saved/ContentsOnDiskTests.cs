using System.Globalization;
using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>
/// Beside disks, only files of saved volumes are kept whose content a disk has, and nothing else is different: neither
/// the result nor what is read.
/// </summary>
public sealed partial class ContentsOnDiskTests : IDisposable
{
    private readonly TempTree _tree = new();
    private readonly List<IDisposable> _open = [];

    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(reduced: 300, full: 5000))];

    public void Dispose()
    {
        _open.ForEach(static one => one.Dispose());
        _tree.Dispose();
    }

    // A search that shows unique files lists all files of saved volumes.
    [Theory, MemberData(nameof(Seeds))]
    public void Results_and_what_is_read_are_those_of_a_search_that_lists_first(int seed)
    {
        var random = new Random(seed);

        // Which name of a file is opened is open, and faults are those of names.
        bool isFaulty = random.Next(4) == 0;
        MemoryVolume disk = Disk(random, hasLinks: !isFaulty);
        FindOptions options = Options(random, Saved(random), isFaulty ? Faulty(disk, random) : disk);
        bool hasCatalog = random.Next(2) == 0;
        bool isPrimed = random.Next(2) == 0;
        FindOptions first = options with { Catalog = hasCatalog ? Catalog("first", disk, isPrimed) : null };
        FindOptions before = options with
        {
            Catalog = hasCatalog ? Catalog("before", disk, isPrimed) : null,
            ReadsDisksFirst = false,
        };
        for (int run = 0; run < 4; run++)
        {
            // The third run reads what the catalog knows, and renews it.
            bool reread = run == 2;
            using FindResult found = Search.Run(first with { Reread = reread });
            using FindResult expected = Search.Run(before with { Reread = reread });
            Assert.Equal(Shown(expected), Shown(found));
            Assert.Equal(Read(expected), Read(found));
        }

        using FindResult all = Search.Run(options with { Uniques = true });
        using FindResult some = Search.Run(options);
        Assert.Equal(Groups(all), Groups(some));
        Assert.Equal(Counts(all), Counts(some));
    }

    [Fact]
    public void Only_files_with_a_copy_on_a_disk_are_kept()
    {
        byte[] content = Search.Random(1, 1000);
        SavedVolume saved = Write(writer =>
        {
            for (int i = 0; i < 20_000; i++)
            {
                Digest128 digest = Xxh3.Hash128(i % 1000 == 0 ? content : BitConverter.GetBytes(i));
                writer.AddFile(
                    NameOf(i), new SavedFile { Size = content.Length, Modified = default, Digest = digest });
            }
        });
        var disk = new MemoryVolume();
        for (int i = 0; i < 100; i++)
        {
            disk.AddFile($"/c/{i}", Search.Random(i + 2, content.Length));
        }

        disk.AddFile("/c/copy", content);
        using FindResult found = Search.Run(SavedSearch.Options(saved, ["/d"], disk, "/c"));
        Assert.Equal(21, found.Groups.Single().Copies.Count);
        Assert.Equal((20_101, 101), (found.Summary.Files, found.Summary.Opened));
        int kept = 0;
        foreach (PathId _ in found.Paths.Files)
        {
            kept++;
        }

        // Those with a copy, the files on the disk, and few by chance.
        Assert.InRange(kept, 121, 121 + 400);
    }

    [Fact]
    public void A_part_of_a_saved_volume_has_no_file_read_for_the_rest()
    {
        SavedVolume saved = Write(writer =>
        {
            writer.BeginFiles(writer.AddFolder(writer.AddFolder("/d"u8), "part"u8));
            writer.AddFile("x"u8, new SavedFile { Size = 7, Modified = default, Digest = new(1, 2) });
            writer.BeginFiles(writer.AddFolder(writer.AddFolder("/d"u8), "rest"u8));
            writer.AddFile("y"u8, new SavedFile { Size = 9, Modified = default, Digest = new(3, 4) });
        });
        var disk = new MemoryVolume();
        disk.AddFile("/c/7", new byte[7]);
        disk.AddFile("/c/9", new byte[9]);
        using FindResult part = Search.Run(SavedSearch.Options(saved, ["/d/part"], disk, "/c"));
        using FindResult whole = Search.Run(SavedSearch.Options(saved, ["/d"], disk, "/c"));
        Assert.Equal((7, 16), (part.Summary.BytesRead, whole.Summary.BytesRead));
    }

    [Fact]
    public void Groups_of_saved_references_and_other_saved_files_do_not_need_a_disk()
    {
        SavedVolume[] saved =
        [
            .. Enumerable.Range(0, 2).Select(_ => Write(static writer =>
                writer.AddFile("x"u8, new SavedFile { Size = 7, Modified = default, Digest = new(1, 2) }))),
        ];
        var disk = new MemoryVolume();
        disk.AddFile("/c/9", new byte[9]);
        using FindResult found = Search.Run(new FindOptions
        {
            Roots = [new FindRoot(disk, "/c"), new FindRoot(saved[0], "/d"), new FindRoot(saved[1], "/d")],
            References = 2,
        });
        Assert.Equal("7: catalog:v0/d/x | catalog:v1/d/x", Search.Groups(found));
    }

    [Fact]
    public void A_search_that_is_cancelled_while_disks_are_read_ends_soon_and_the_catalog_keeps_what_was_read()
    {
        MemoryVolume disk = Mounted(new MemoryVolume(1), shares: false);
        SavedVolume saved = Write(writer =>
        {
            for (int i = 0; i < 50; i++)
            {
                byte[] content = Search.Random(i, 100);
                Add(disk, $"/c/{i:d2}", content);
                writer.AddFile(
                    NameOf(i), new SavedFile { Size = 100, Modified = default, Digest = Xxh3.Hash128(content) });
            }
        });
        using var stop = new CancellationTokenSource();
        var stopping = new FaultyVolume(disk, new Fault
        {
            Call = VolumeCall.Read,
            PathSuffix = "/25",
            Before = _ => stop.Cancel(),
        });
        FindOptions options = SavedSearch.Options(saved, ["/d"], stopping, "/c") with
        {
            Catalog = Catalog("cancelled", disk, isPrimed: false),
            Threads = 1,
        };
        using FindResult cut = Finder.Find(options, null, stop.Token);
        Assert.False(cut.Summary.Complete);
        Assert.InRange(cut.Summary.Opened, 25, 27);
        using FindResult whole = Search.Run(options);
        Assert.Equal(50, whole.Summary.Groups);
        Assert.Equal(50, whole.Summary.Opened + cut.Summary.Opened);
        Assert.Equal(cut.Summary.Opened, whole.Summary.Known);
    }

    private static byte[] NameOf(int number) => Encoding.ASCII.GetBytes(number.ToString(CultureInfo.InvariantCulture));

    private static void Add(MemoryVolume volume, string path, byte[] content)
    {
        MemoryNode node = volume.AddFile(path, content);
        node.Modified = node.Changed = new FileTime(1000 + content.Length, 0);
    }

    private static MemoryVolume Mounted(MemoryVolume volume, bool shares, bool isTrusted = true)
    {
        FileSystemTraits traits = isTrusted ? FileSystemTraits.TrustedIds : default;
        traits |= shares ? FileSystemTraits.SharedExtents : default;
        volume.SetMount(new MountFacts
        {
            Device = 1,
            FileSystemId = 7,
            Identity = new FileSystemIdentity(new UInt128(1, 7), 0),
            Traits = traits,
        });
        return volume;
    }

    private static string Groups(FindResult result) => string.Join('\n', result.Groups.Select(static group =>
        $"{group.Proof} {group.Digest} {group.RedundantBytes} "
        + string.Join(" | ", group.Copies.Select(static copy => string.Join('=', copy.Names)))));

    private static string Shown(FindResult result)
    {
        ReportSummary sums = result.Summary;
        IEnumerable<string> shared = result.Groups.Select(static group => string.Join(
            ',', group.Shared?.Select(static some => string.Join('=', some)) ?? []));
        return string.Join('\n', (string[])
        [
            Groups(result),
            Search.Problems(result),
            string.Join('\n', shared),
            $"{Counts(result)} {sums.Known} {sums.Problems}",
        ]);
    }

    private static string Counts(FindResult result)
    {
        ReportSummary sums = result.Summary;
        return $"{sums.Files} {sums.Groups} {sums.RedundantFiles} {sums.RedundantBytes} {result.Undecided} "
            + $"{result.Unanswered} {result.Unproven} {result.Incomparable} {result.IncomparableBytes}";
    }

    private static string Read(FindResult result) => $"{result.Summary.Opened} {result.Summary.BytesRead}";

    // What a catalog may know: the files of one root.
    private ContentCatalog Catalog(string name, MemoryVolume disk, bool isPrimed)
    {
        var catalog = ContentCatalog.Open($"{_tree.Folder}/{name}");
        _open.Add(catalog);
        if (isPrimed)
        {
            Search.Run(Search.Options(disk, "/c") with { Catalog = catalog, Threads = 1 }).Dispose();
        }

        return catalog;
    }

    private SavedVolume Write(Action<SavedWriter> addFiles, params DigestAlgorithm[] algorithms)
    {
        string path = $"{_tree.Folder}/v{_open.Count}";
        using (var output = new FileStream(path, FileMode.CreateNew))
        {
            using var writer = new SavedWriter(output, new SavedDescription
            {
                Made = new FileTime(1, 0),
                Algorithms = algorithms,
                Roots = [new SavedRoot("/d"u8.ToArray(), default, "")],
            });
            writer.BeginFiles(writer.AddFolder("/d"u8));
            addFiles(writer);
            writer.Complete();
        }

        var saved = SavedVolume.Open(path, $"v{_open.Count}");
        _open.Add(saved);
        return saved;
    }
}
