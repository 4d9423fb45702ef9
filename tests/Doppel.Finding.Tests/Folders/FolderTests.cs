using System.Globalization;
using Doppel.Reports;
using Doppel.Testing;
using Doppel.Volumes;
using Xunit;

namespace Doppel.Finding.Tests;

/// <summary>What makes folders equal, contained or empty, and what keeps them from being compared.</summary>
public sealed class FolderTests
{
    [Fact]
    public void Equal_folders_are_found_whole_and_nothing_in_them_is_listed_again()
    {
        var volume = new MemoryVolume();
        Fill(volume, "/r/a");
        Fill(volume, "/r/b");
        volume.AddFile("/r/other", "one");
        Check(volume, """
            equal: /r/a /r/b (8 bytes, 3 files, 6 entries, 8 redundant)
            3: /r/a/one | /r/other
            """);
    }

    [Fact]
    public void Duplicates_within_the_first_folder_are_listed_once()
    {
        var volume = new MemoryVolume();
        foreach (string path in (string[])["/r/a/s/f", "/r/a/t/f", "/r/b/s/f", "/r/b/t/f"])
        {
            volume.AddFile(path, "content");
        }

        Check(volume, """
            equal: /r/a /r/b (14 bytes, 2 files, 4 entries, 14 redundant)
            equal: /r/a/s /r/a/t (7 bytes, 1 files, 1 entries, 7 redundant)
            """);
    }

    [Fact]
    public void By_name_names_count_and_by_content_only_how_often_each_content_is_there()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a/one", "111");
        volume.AddFile("/r/a/two", "22");
        volume.AddFile("/r/b/three", "111");
        volume.AddFile("/r/b/four", "22");
        volume.AddFile("/r/c/x", "111");
        volume.AddFile("/r/c/y", "111");
        volume.AddFile("/r/c/z", "22");
        Check(volume, """
            contained: /r/c in /r/a (8 bytes, 3 files, 3 entries, 8 redundant)
            contained: /r/b in /r/a (5 bytes, 2 files, 2 entries, 5 redundant)
            """);
        Check(volume, """
            equal: /r/a /r/b (5 bytes, 2 files, 2 entries, 5 redundant)
            contained: /r/c in /r/a (8 bytes, 3 files, 3 entries, 8 redundant)
            """, FolderMatching.ByContent);
    }

    [Fact]
    public void Links_empty_files_and_empty_folders_are_entries_too()
    {
        Differ((volume, folder, other) => volume.AddLink(folder + "/l", other ? "to" : "elsewhere"));
        Differ((volume, folder, other) => Optional(other, () => volume.AddFile(folder + "/empty", "")));
        Differ((volume, folder, other) => Optional(other, () => volume.AddFolder(folder + "/empty")));
        Differ((volume, folder, other) => volume.AddLink(folder + (other ? "/l" : "/m"), "to"));
        Differ((volume, folder, other) => volume.AddFile(folder + (other ? "/l" : "/m"), ""));
    }

    [Fact]
    public void A_folder_with_unseen_entries_and_its_ancestors_are_not_comparable()
    {
        var failure = new VolumeError(VolumeErrorKind.AccessDenied, 13);
        Spoil(volume => volume.AddSpecial("/r/a/in/fifo"));
        Spoil(volume => volume.AddFile("/r/a/in/x.skip", "skipped"));
        Spoil(volume => volume.AddFile("/r/a/in/empty.skip", ""));
        Spoil(volume => volume.AddLink("/r/a/in/l.skip", "to"));
        Spoil(volume => volume.AddFolder("/r/a/in/folder.skip"));
        Spoil(volume => volume.AddFile("/r/a/in/large", new byte[100]));
        Spoil(volume => volume.AddFile("/r/a/in/x", "one").Failure = failure);
        Spoil(volume => volume.AddFile("/r/a/in/x", "one").StatFailure = failure);
        Spoil(volume => volume.AddFile("/r/a/in/x", "one").Offline = true);
        Spoil(volume => volume.AddFolder("/r/a/in/folder").Failure = failure);
        Spoil(volume => volume.AddFolder("/r/a/in/mount").Device = 99);
        Spoil(volume => volume.AddFolder("/r/a/in/mount").IsMountRoot = true);
        Spoil(volume => volume["/r/a/in/one"].IsMountRoot = true);
        Spoil(volume => volume.AddSpecial("/r/a/in/unknown").ListedAsUnknown = true);
    }

    [Fact]
    public void A_folder_too_deep_to_be_entered_makes_those_above_not_comparable()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a/b/one", "content");
        volume.AddFile("/r/a/b/c/x", "1");
        volume.AddFile("/r/d/b/one", "content");
        volume.AddFile("/r/d/b/c/x", "2");
        Check(volume, "7: /r/a/b/one | /r/d/b/one", options: o => o with
        {
            Filter = EntryFilter.Default with { DepthMax = 3 },
        });
    }

    [Fact]
    public void A_mount_point_itself_can_equal_another_folder()
    {
        var volume = new MemoryVolume();
        Fill(volume, "/r/a");
        Fill(volume, "/r/b/disk");
        volume["/r/b/disk"].IsMountRoot = true;
        Check(volume, "equal: /r/a /r/b/disk (8 bytes, 3 files, 6 entries, 8 redundant)");
    }

    [Fact]
    public void Hard_links_are_the_same_content_and_free_nothing()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a/f", "content");
        volume.AddHardLink("/r/b/f", "/r/a/f");
        Check(volume, "equal: /r/a /r/b (7 bytes, 1 files, 1 entries, 0 redundant)");
        volume.AddFile("/r/x", "content");
        Check(volume, """
            equal: /r/a /r/b (7 bytes, 1 files, 1 entries, 0 redundant)
            7: /r/a/f | /r/x
            """);
    }

    [Fact]
    public void A_hard_link_that_changes_meanwhile_makes_its_folder_not_comparable()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/r/a/f", "content");
        volume.AddHardLink("/r/b/f", "/r/a/f");
        var changing = new FaultyVolume(volume, new Fault
        {
            Call = VolumeCall.Stat,
            PathSuffix = "/f",
            Before = _ => volume["/r/b/f"].Rewrite("CONTENT"),
        });
        using FindResult result = Search.Run(Search.Options(changing, "/r") with { Folders = FolderMatching.ByName });
        Assert.Empty(result.FolderGroups);
        Assert.NotEmpty(result.Problems);
    }

    [Theory, InlineData("/r", "/r/in/b"), InlineData("/r/in/b", "/r"), InlineData("/r/in/b", "/r/in", "/r")]
    public void A_root_below_another_has_its_place_there(params string[] roots)
    {
        var volume = new MemoryVolume();
        Fill(volume, "/r/in/b");
        Fill(volume, "/r/out/b");
        Check(volume, "equal: /r/in /r/out (8 bytes, 3 files, 7 entries, 8 redundant)", roots: roots);
    }

    [Fact]
    public void A_file_that_is_a_root_itself_counts_in_its_folder()
    {
        var volume = new MemoryVolume();
        Fill(volume, "/r/a");
        Fill(volume, "/r/b");
        Check(
            volume, "equal: /r/a /r/b (8 bytes, 3 files, 6 entries, 8 redundant)", roots: ["/r/a/one", "/r"]);
    }

    [Fact]
    public void A_folder_mounted_in_itself_ends_and_is_not_comparable()
    {
        var volume = new MemoryVolume();
        Fill(volume, "/r/a");
        Fill(volume, "/r/b");
        MemoryNode loop = volume.AddFolder("/r/a/loop");
        (loop.Inode, loop.Device) = (volume["/r/a"].Inode, volume["/r/a"].Device);
        Check(volume, "contained: /r/b in /r/a (8 bytes, 3 files, 6 entries, 8 redundant)");
    }

    [Fact]
    public void Whole_roots_can_be_equal_or_contained()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/old/f", "content");
        volume.AddFile("/new/f", "content");
        volume.AddFile("/new/g", "more");
        Check(volume, "contained: /old in /new (7 bytes, 1 files, 1 entries, 7 redundant)", roots: ["/old", "/new"]);
        volume.AddFile("/old/g", "more");
        Check(volume, "equal: /old /new (11 bytes, 2 files, 2 entries, 11 redundant)", roots: ["/old", "/new"]);
    }

    [Fact]
    public void A_folder_that_only_wraps_an_equal_one_is_not_reported_as_contained()
    {
        var volume = new MemoryVolume();
        Fill(volume, "/r/a");
        Fill(volume, "/r/b/copy");
        volume.AddFile("/r/b/empty", "");
        Check(volume, "equal: /r/a /r/b/copy (8 bytes, 3 files, 6 entries, 8 redundant)");
    }

    [Fact]
    public void Only_the_highest_of_empty_folders_are_listed()
    {
        var volume = new MemoryVolume();
        volume.AddFolder("/r/a/b/c");
        volume.AddFolder("/r/a/d");
        volume.AddFolder("/r/f/g");
        volume.AddFile("/r/f/h", "");
        volume.AddFolder("/r/m").IsMountRoot = true;
        Check(volume, """
            empty: /r/a
            empty: /r/f/g
            """);
    }

    [Fact]
    public void Isolated_folders_are_those_with_an_equal_in_another_root()
    {
        var volume = new MemoryVolume();
        Fill(volume, "/r/a");
        Fill(volume, "/r/b");
        volume.AddFile("/s/f", "content");
        volume.AddFile("/r/c/f", "content");
        Check(
            volume, "equal: /r/c /s (7 bytes, 1 files, 1 entries, 7 redundant)", roots: ["/r", "/s"],
            options: o => o with { Isolate = true });
    }

    [Fact]
    public void With_references_only_folders_outside_are_equal_to_or_contained_in_one()
    {
        var volume = new MemoryVolume();
        volume.AddFile("/ref/a/f", "content");
        volume.AddFile("/ref/b/f", "content");
        volume.AddFile("/ref/c/f", "only in the reference");
        volume.AddFile("/ref/d/f", "only in the reference");
        volume.AddFile("/ref/more/1", "one");
        volume.AddFile("/ref/more/2", "two!");
        volume.AddFile("/r/a/f", "content");
        volume.AddFile("/r/part/1", "one");
        volume.AddFile("/r/big/x", "twice outside");
        volume.AddFile("/r/big/y", "outside again");
        volume.AddFile("/s/small/x", "twice outside");
        volume.AddFile("/s/same/x", "twice outside");
        Check(
            volume, """
            equal: /ref/a /ref/b /r/a (7 bytes, 1 files, 1 entries, 7 redundant)
            contained: /r/part in /ref/more (3 bytes, 1 files, 1 entries, 3 redundant)
            """, roots: ["/ref", "/r", "/s"], options: o => o with { References = 1 });
    }

    [Fact]
    public void Links_are_known_by_their_targets_when_they_are_followed_too()
    {
        var volume = new MemoryVolume();
        Fill(volume, "/r/a");
        Fill(volume, "/r/b");
        volume.AddFile("/out/f", "content");
        volume.AddLink("/r/a/door", "/out");
        volume.AddLink("/r/b/door", "/out");
        Check(
            volume, "equal: /r/a /r/b (8 bytes, 3 files, 7 entries, 8 redundant)",
            options: o => o with { Links = LinkFollowing.Follow });
    }

    [Fact]
    public void Nothing_more_is_opened_or_read_for_folders()
    {
        foreach (FolderMatching matching in (FolderMatching[])[FolderMatching.ByName, FolderMatching.ByContent])
        {
            var tree = new RandomFolders(7 + TestRun.SeedOffset);
            using FindResult without = Search.Run(Search.Options(tree.Volume, RandomFolders.Roots));
            VolumeCounters counters = tree.Volume.Counters;
            long opened = counters.Of(VolumeCall.OpenFile);
            long read = counters.Of(VolumeCall.Read);
            using FindResult with =
                Search.Run(Search.Options(tree.Volume, RandomFolders.Roots) with { Folders = matching });
            Assert.True(opened > 0);
            Assert.Equal(2 * opened, counters.Of(VolumeCall.OpenFile));
            Assert.Equal(2 * read, counters.Of(VolumeCall.Read));
            Assert.Equal(without.Summary.Opened, with.Summary.Opened);
            Assert.Equal(without.Summary.BytesRead, with.Summary.BytesRead);
        }
    }

    [Fact]
    public void Two_towers_of_folders_are_compared_at_once()
    {
        var volume = new MemoryVolume();
        const int Levels = 2_000;
        foreach (string tower in (string[])["/r/a", "/r/b"])
        {
            volume.AddFile(tower + string.Concat(Enumerable.Repeat("/d", Levels)) + "/f", "content");
        }

        Check(volume, string.Create(
            CultureInfo.InvariantCulture, $"equal: /r/a /r/b (7 bytes, 1 files, {Levels + 1} entries, 7 redundant)"));
    }

    private static void Fill(MemoryVolume volume, string folder)
    {
        volume.AddFile(folder + "/one", "one");
        volume.AddFile(folder + "/sub/two", "two!!");
        volume.AddFile(folder + "/sub/empty", "");
        volume.AddFolder(folder + "/hollow");
        volume.AddLink(folder + "/link", "one");
    }

    private static void Optional(bool wanted, Action add)
    {
        if (wanted)
        {
            add();
        }
    }

    // Two folders are equal, unless what is added to each differs.
    private static void Differ(Action<MemoryVolume, string, bool> add)
    {
        foreach (bool differs in (bool[])[false, true])
        {
            var volume = new MemoryVolume();
            volume.AddFile("/r/a/one", "content");
            volume.AddFile("/r/b/one", "content");
            add(volume, "/r/a", true);
            add(volume, "/r/b", !differs);
            using FindResult result = Search.Run(Options(volume, FolderMatching.ByName));
            Assert.Equal(differs ? 0 : 1, result.FolderGroups.Count);
        }
    }

    private static void Spoil(Action<MemoryVolume> spoil)
    {
        var volume = new MemoryVolume();
        foreach (string folder in (string[])["/r/a", "/r/b"])
        {
            volume.AddFile(folder + "/in/one", "one");
            volume.AddFile(folder + "/out/two", "two!!");
        }

        using (FindResult whole = Search.Run(Filtered()))
        {
            Assert.Equal("/r/a", $"{whole.FolderGroups.Single().Folders[0].Name}");
        }

        // The other one may lie in it, but it equals none; and what lies beside is still compared.
        spoil(volume);
        using FindResult result = Search.Run(Filtered());
        string[] compared =
        [
            .. result.FolderGroups.SelectMany(group => group.Folders).Select(folder => $"{folder.Name}"),
            .. result.ContainedFolders.Select(item => $"{item.Folder.Name}"),
        ];
        Assert.DoesNotContain("/r/a", compared);
        Assert.DoesNotContain("/r/a/in", compared);
        Assert.NotEmpty(compared.Intersect(["/r/b", "/r/b/out"]));
        Assert.DoesNotContain(result.EmptyFolders, folder => $"{folder.Name}" == "/r/a/in");

        FindOptions Filtered() => Options(volume, FolderMatching.ByName) with
        {
            Filter = EntryFilter.Default with { Exclude = [Glob.Parse("*.skip")], SizeMax = 50 },
        };
    }

    private static FindOptions Options(MemoryVolume volume, FolderMatching matching) =>
        Search.Options(volume, "/r") with { Folders = matching };

    private static void Check(
        MemoryVolume volume, string expected, FolderMatching matching = FolderMatching.ByName, string[]? roots = null,
        Func<FindOptions, FindOptions>? options = null)
    {
        FindOptions all = Search.Options(volume, roots ?? ["/r"]) with { Folders = matching };
        using FindResult result = Search.Run(options?.Invoke(all) ?? all);
        string[] lines =
        [
            .. result.FolderGroups.Select(
                group => $"equal: {Names(group)} {Show(group.Content, group.RedundantBytes)}"),
            .. result.ContainedFolders.Select(item =>
                $"contained: {item.Folder.Name} in {item.Container.Name} {Show(item.Content, item.RedundantBytes)}"),
            .. expected.Contains("empty:") ? result.EmptyFolders.Select(folder => $"empty: {folder.Name}") : [],
            .. Search.Groups(result).Split('\n', StringSplitOptions.RemoveEmptyEntries),
        ];
        Assert.Equal(expected.ReplaceLineEndings("\n").Trim('\n'), string.Join('\n', lines));
    }

    private static string Names(ReportFolderGroup group) =>
        string.Join(' ', group.Folders.Select(folder => folder.Name));

    private static string Show(FolderContent content, long redundant) =>
        $"({content.Bytes} bytes, {content.Files} files, {content.Entries} entries, {redundant} redundant)";
}
