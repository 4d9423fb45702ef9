using System.Globalization;
using System.Text;
using Doppel.Catalog;
using Doppel.Hashing;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Files on saved volumes that are equal to no other take no memory, and nothing else is different.</summary>
public sealed class SavedCandidatesTests : IDisposable
{
    private static readonly DigestAlgorithm[] s_kinds =
        [default, DigestAlgorithm.Xxh3, DigestAlgorithm.Md5, DigestAlgorithm.Sha256];

    private readonly TempTree _tree = new();
    private readonly List<SavedVolume> _open = [];

    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(reduced: 150, full: 3000))];

    public void Dispose()
    {
        _open.ForEach(static one => one.Dispose());
        _tree.Dispose();
    }

    // A search that shows unique files lists all of them.
    [Theory, MemberData(nameof(Seeds))]
    public void Groups_and_counts_are_those_of_a_search_that_lists_all_files(int seed)
    {
        var random = new Random(seed);
        DigestAlgorithm[] kinds = [.. s_kinds.Where(_ => random.Next(2) == 0).DefaultIfEmpty(DigestAlgorithm.Xxh3)];
        int unknownSizes = random.Next(3) == 0 ? 5 : int.MaxValue;
        List<FindRoot> roots = [];
        for (int volume = 0; volume < 1 + random.Next(3); volume++)
        {
            SavedVolume saved = Write(writer =>
            {
                for (int i = 0; i < random.Next(40); i++)
                {
                    AddFile(writer, i, random, kinds[random.Next(kinds.Length)], unknownSizes);
                }
            });
            roots.Add(new FindRoot(saved, "/d"));
        }

        if (random.Next(3) == 0)
        {
            var disk = new MemoryVolume();
            disk.AddFolder("/c");
            for (int i = 0; i < random.Next(10); i++)
            {
                disk.AddFile($"/c/{i}", Search.Random(random.Next(3), 1 + random.Next(20)));
            }

            roots.Add(new FindRoot(disk, "/c"));
        }

        var options = new FindOptions { Roots = roots, Threads = 2 };
        using FindResult found = Search.Run(options);
        using FindResult all = Search.Run(options with { Uniques = true });
        Assert.Equal(Search.Groups(all), Search.Groups(found));
        Assert.Equal(
            (all.Undecided, all.Unanswered, all.Unproven, all.Incomparable, all.Summary.Files),
            (found.Undecided, found.Unanswered, found.Unproven, found.Incomparable, found.Summary.Files));
        Assert.Equal(
            (all.Summary.RedundantFiles, all.Summary.RedundantBytes),
            (found.Summary.RedundantFiles, found.Summary.RedundantBytes));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Few_files_without_an_equal_are_kept(int volumes)
    {
        const int Count = 50_000;
        FindRoot[] roots = [.. Enumerable.Range(0, volumes).Select(volume => new FindRoot(
            Write(writer =>
            {
                var random = new Random(volume);
                for (int i = 0; i < Count; i++)
                {
                    // Each hundredth is one of a pair.
                    ulong content = i % 100 == 0 ? (ulong)i % 25_000 : ((ulong)volume << 32) + (ulong)i;
                    writer.AddFile(NameOf(i), new SavedFile
                    {
                        Size = 1 + random.Next(50),
                        Modified = default,
                        Digest = Xxh3.Hash128(BitConverter.GetBytes(content)),
                    });
                }
            }), "/d"))];
        using FindResult found = Search.Run(new FindOptions { Roots = roots, Threads = 2 });
        Assert.Equal(Count * volumes, found.Summary.Files);
        int kept = 0;
        foreach (PathId _ in found.Paths.Files)
        {
            kept++;
        }

        Assert.InRange(kept, Count * volumes / 100, Count * volumes * 6 / 100);
    }

    [Fact]
    public void Beside_a_disk_only_files_of_its_sizes_are_kept()
    {
        SavedVolume saved = Write(static writer =>
        {
            for (int i = 0; i < 10_000; i++)
            {
                writer.AddFile(
                    NameOf(i), new SavedFile { Size = i + 1, Modified = default, Digest = new(1, (ulong)i) });
            }
        });
        var disk = new MemoryVolume();
        for (int i = 1; i <= 10; i++)
        {
            disk.AddFile($"/c/{i}", new byte[100 * i]);
        }

        using FindResult found = Search.Run(SavedSearch.Options(saved, ["/d"], disk, "/c"));
        int kept = 0;
        foreach (PathId _ in found.Paths.Files)
        {
            kept++;
        }

        // Those of the disk, and perhaps some of the ten of their sizes.
        Assert.InRange(kept, 10, 20);
        Assert.Equal(10_010, found.Summary.Files);
    }

    private static byte[] NameOf(int number) => Encoding.ASCII.GetBytes(number.ToString(CultureInfo.InvariantCulture));

    private static void AddFile(
        SavedWriter writer, int number, Random random, DigestAlgorithm kind, int unknownSizes)
    {
        int content = random.Next(60);
        Digest128 digest = Xxh3.Hash128([(byte)content, (byte)kind]);
        bool hasSize = random.Next() % unknownSizes > 0 || kind == default;
        var file = new SavedFile
        {
            Size = hasSize ? 1 + (content % 20) : SavedFile.UnknownSize,
            Modified = new FileTime(number, 0),
            Digest = kind == DigestAlgorithm.Xxh3 ? digest : null,
            Listed = kind is default(DigestAlgorithm) or DigestAlgorithm.Xxh3 ? null : new ListedDigest(kind, digest),
            Links = random.Next(5) == 0 ? 2u : 1u,
        };
        ulong place = writer.AddFile(NameOf(number), file);
        if (file.Links > 1)
        {
            writer.AddFile([.. NameOf(number), (byte)'b'], file with
            {
                Digest = null,
                Listed = null,
                FirstName = place,
            });
        }
    }

    private SavedVolume Write(Action<SavedWriter> addFiles)
    {
        string path = $"{_tree.Folder}/v{_open.Count}";
        using (var output = new FileStream(path, FileMode.CreateNew))
        {
            using var writer = new SavedWriter(output, new SavedDescription
            {
                Made = new FileTime(1, 0),
                Algorithms = [DigestAlgorithm.Md5, DigestAlgorithm.Sha256],
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
