using Doppel.Catalog;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>Random trees, a part of them saved: groups are those that a search of all disks would find.</summary>
public sealed class RandomSavedTests
{
    private static readonly int[] s_sizes = [1, 100, 4096, 65_536, 65_537, 70_000, 262_145, 300_000];

    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(reduced: 20, full: 200))];

    [Theory, MemberData(nameof(Seeds))]
    public void A_saved_volume_has_the_groups_of_its_disk_and_nothing_of_it_is_opened(int seed)
    {
        using var search = new SavedSearch();
        using var tree = new TempTree();
        using ContentCatalog? catalog = seed % 2 == 0 ? null : ContentCatalog.Open($"{tree.Folder}/catalog");
        (MemoryVolume drawer, MemoryVolume disk) = Trees(seed);
        SavedVolume saved = search.Save(drawer, ["/a", "/b"], catalog: catalog);

        // Opening a saved file is refused and would be a problem.
        FindOptions options = SavedSearch.Options(saved, ["/a", "/b"], disk, "/c") with
        {
            Catalog = catalog,
            Uniques = seed % 3 == 0,
            CopyFacts = seed % 5 == 0,
        };
        using FindResult found = Search.Run(options);
        using FindResult expected = Search.Run(options with
        {
            Roots = [new FindRoot(drawer, "/a"), new FindRoot(drawer, "/b"), new FindRoot(disk, "/c")],
            Catalog = null,
        });
        Assert.Equal(Mixed(expected), Shown(found));
        Assert.Equal(OnDisk(expected), OnDisk(found));
        Assert.Equal(expected.Summary.Files, found.Summary.Files);
        Assert.Empty(found.Problems);
        Assert.Equal(0, found.Undecided);
        Assert.Equal(found.Groups.Sum(static group => group.RedundantBytes), found.Summary.RedundantBytes);
        Assert.Equal(
            found.Groups.Sum(static group => group.Copies.Count(static copy => !IsSaved(copy))
                - (group.Copies.Any(IsSaved) ? 0 : 1)),
            found.Summary.RedundantFiles);
        Assert.True(found.Summary.BytesRead <= BytesOf(disk), $"seed {seed}");
    }

    [Theory, MemberData(nameof(Seeds))]
    public void Saved_volumes_alone_have_the_groups_of_their_disks(int seed)
    {
        using var search = new SavedSearch();
        (MemoryVolume drawer, MemoryVolume other) = Trees(seed);
        SavedVolume first = search.Save(drawer, ["/a", "/b"]);
        SavedVolume second = search.Save(other, ["/c"]);
        using FindResult found = Search.Run(SavedSearch.Options(first, ["/a", "/b"], second, "/c"));
        using FindResult expected = Search.Run(new FindOptions
        {
            Roots = [new FindRoot(drawer, "/a"), new FindRoot(drawer, "/b"), new FindRoot(other, "/c")],
        });
        Assert.Equal(Lines(expected, static _ => true), Shown(found));
        Assert.Equal(expected.Summary.Files, found.Summary.Files);
        Assert.Equal((0, 0), (found.Summary.Opened, found.Summary.BytesRead));
        Assert.Equal(expected.Summary.RedundantBytes, found.Summary.RedundantBytes);
    }

    [Theory, MemberData(nameof(Seeds))]
    public void Files_that_were_saved_once_are_not_read_again(int seed)
    {
        using var search = new SavedSearch();
        using var tree = new TempTree();
        using var catalog = ContentCatalog.Open($"{tree.Folder}/catalog");
        (MemoryVolume drawer, _) = Trees(seed);
        SavedVolume first = search.Save(drawer, ["/a", "/b"], out SaveResult once, catalog: catalog);
        SavedVolume again = search.Save(drawer, ["/a", "/b"], out SaveResult twice, catalog: catalog);
        SavedVolume sizes = search.Save(drawer, ["/a", "/b"], out SaveResult none, SavedDigests.Known, catalog);
        Assert.Equal(0, twice.BytesRead + none.BytesRead + twice.Opened + none.Opened);
        Assert.Equal(once.Opened, twice.Known);
        Assert.Equal((first.Totals, first.Totals), (again.Totals, sizes.Totals));
        Assert.Equal(first.Totals.Files, first.Totals.Digests);
    }

    private static (MemoryVolume Drawer, MemoryVolume Disk) Trees(int seed)
    {
        var random = new Random(seed);
        var identity = new FileSystemIdentity(new UInt128(1, (ulong)seed + 1), 0);
        var drawer = new MemoryVolume(41);
        var disk = new MemoryVolume();
        drawer.SetMount(new MountFacts { Device = 41, Identity = identity, Traits = FileSystemTraits.TrustedIds });
        foreach ((MemoryVolume volume, string[] roots) in new[] { (drawer, new[] { "/a", "/b" }), (disk, ["/c"]) })
        {
            foreach (string root in roots)
            {
                volume.AddFolder(root);
                Fill(volume, root, random);
            }
        }

        return (drawer, disk);
    }

    private static void Fill(MemoryVolume volume, string root, Random random)
    {
        List<string> names = [];
        for (int i = 0; i < random.Next(25); i++)
        {
            string name = $"{root}/{(char)('p' + random.Next(3))}/{i}";
            if (names.Count > 0 && random.Next(6) == 0)
            {
                volume.AddHardLink(name, names[random.Next(names.Count)]);
            }
            else
            {
                int size = s_sizes[random.Next(s_sizes.Length)];
                byte[] content = Search.Random(random.Next(3), size);
                MemoryNode node = volume.AddFile(
                    name, random.Next(4) == 0 ? Search.Flip(content, random.Next(size)) : content);
                node.Modified = node.Changed = new FileTime(random.Next(1_000_000_000), random.Next(1_000_000_000));
            }

            names.Add(name);
        }
    }

    private static bool IsSaved(ReportCopy copy) => Starts(copy, "catalog:");

    private static bool Starts(ReportCopy copy, string with) =>
        copy.Names[0].ToString().StartsWith(with, StringComparison.Ordinal);

    // The groups of a search of disks that a search with the saved volume shows: those with a copy on the disk.
    private static IEnumerable<string> Mixed(FindResult result) => Lines(
        result, static group => group.Copies.Any(static copy => Starts(copy, "/c")));

    private static IEnumerable<string> Shown(FindResult result) => Lines(result, static _ => true);

    private static IEnumerable<string> OnDisk(FindResult result) => result.Uniques
        .Select(static unique => string.Join('=', unique.Copy.Names))
        .Where(static names => names.StartsWith("/c", StringComparison.Ordinal));

    private static IEnumerable<string> Lines(FindResult result, Func<ReportGroup, bool> wanted) => result.Groups
        .Where(wanted)
        .Select(static group => $"{group.Size}: " + string.Join(
            " | ", group.Copies.Select(static copy => string.Join('=', copy.Names.Select(NameOf)))))
        .Order(StringComparer.Ordinal);

    private static string NameOf(ReportName name)
    {
        string text = name.ToString();
        int slash = text.IndexOf('/', StringComparison.Ordinal);
        return text.StartsWith("catalog:", StringComparison.Ordinal) ? text[slash..] : text;
    }

    private static long BytesOf(MemoryVolume volume)
    {
        using FindResult all = Search.Run(Search.Options(volume, "/c") with { Uniques = true });
        return all.Groups.Sum(static group => group.Size * group.Copies.Count)
            + all.Uniques.Sum(static unique => unique.Size);
    }
}
