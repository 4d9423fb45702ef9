using Doppel.Testing.Processes;
using Doppel.Testing.Trees;
using static Doppel.Catalog.Tests.TestCatalog;

namespace Doppel.Catalog.Tests;

/// <summary>What the environment refuses, and limits.</summary>
public sealed class LimitTests : IDisposable
{
    private readonly TempTree _tree = new();

    private string Folder => $"{_tree.Folder}/catalog";

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void A_folder_that_cannot_be_created_turns_the_catalog_off_and_is_reported_once()
    {
        _tree.AddFile("catalog", "a file");
        using ContentCatalog catalog = ContentCatalog.Open(Folder);
        for (ulong i = 0; i < 3; i++)
        {
            catalog.Add(Disk, [Fact(i)]);
            catalog.Flush();
            Assert.Empty(Found(catalog, [Query(i)]));
        }

        Assert.Contains("cannot be written", Assert.Single(catalog.Problems), StringComparison.Ordinal);
    }

    [Fact]
    public void A_folder_without_permission_to_write_is_still_searched()
    {
        using (ContentCatalog catalog = ContentCatalog.Open(Folder))
        {
            catalog.Add(Disk, [Fact(1)]);
        }

        using var mount = Mount.Make(_tree, "view", "--bind", Folder);
        Tool.Run("mount", "-o", "remount,bind,ro", mount.Folder).MustSucceed();
        using ContentCatalog readOnly = ContentCatalog.Open(mount.Folder);
        Assert.Equal([Fact(1)], Found(readOnly, [Query(1)]));
        readOnly.Add(Disk, [Fact(2)]);
        readOnly.Flush();
        Assert.Contains("cannot be written", Assert.Single(readOnly.Problems), StringComparison.Ordinal);
        Assert.Equal([Fact(1)], Found(readOnly, [Query(1), Query(2)]));
        Assert.False(readOnly.Forget());
    }

    [Fact]
    public void A_full_disk_keeps_whole_batches_and_turns_the_catalog_off()
    {
        using var mount = Mount.Make(_tree, "small", "-t", "tmpfs", "-o", "size=1m", "tmpfs");
        string folder = mount.Folder + "/catalog";
        using (ContentCatalog catalog = ContentCatalog.Open(folder))
        {
            for (ulong i = 0; i < 30_000; i++)
            {
                catalog.Add(Disk, [Fact(i)]);
            }

            Assert.Contains("cannot be written", Assert.Single(catalog.Problems), StringComparison.Ordinal);
        }

        using ContentCatalog next = ContentCatalog.Open(folder);
        List<ContentFact> found = Found(next, Enumerable.Range(0, 30_000).Select(i => Query((ulong)i)));
        Assert.Equal(Enumerable.Range(0, found.Count).Select(i => Fact((ulong)i)), found);
        Assert.InRange(found.Count, 2 * FactStore.BatchMax, (1 << 20) / 48);
        Assert.Equal(0, found.Count % FactStore.BatchMax);
        Assert.Equal(Runs(folder), Files(folder));
        Assert.True(next.Forget());
        next.Add(Disk, [Fact(1)]);
        next.Flush();
        Assert.Equal([Fact(1)], Found(next, [Query(1)]));
        Assert.Empty(next.Problems);
    }

    [Fact]
    public void A_merge_without_space_loses_nothing_and_leaves_nothing()
    {
        using var mount = Mount.Make(_tree, "small", "-t", "tmpfs", "-o", "size=1m", "tmpfs");
        string folder = mount.Folder + "/catalog";
        ContentFact[] facts = [.. Enumerable.Range(0, 12_000).Select(i => Fact((ulong)i))];
        using (ContentCatalog catalog = ContentCatalog.Open(folder))
        {
            foreach (ContentFact[] part in facts.Chunk(1000))
            {
                catalog.Add(Disk, part);
                catalog.Flush();
            }

            catalog.Merge();
            Assert.Contains("cannot be merged", Assert.Single(catalog.Problems), StringComparison.Ordinal);
        }

        Assert.Empty(Runs(folder, ".tmp"));
        using ContentCatalog next = ContentCatalog.Open(folder);
        Assert.Equal(facts.ToHashSet(), Found(next, facts.Select(fact => Query(fact.Inode))).ToHashSet());
    }

    [Fact]
    public void A_catalog_that_cannot_be_merged_stops_at_twice_its_size()
    {
        var options = new CatalogOptions { BytesMax = CatalogOptions.BytesMaxMin };
        ContentCatalog[] catalogs = [.. Enumerable.Range(0, 10).Select(_ => ContentCatalog.Open(Folder, options))];
        for (int i = 0; i < catalogs.Length; i++)
        {
            // Just less than the run may hold, so that it stays open and locked.
            int start = i * 5000;
            catalogs[i].Add(Disk, [.. Enumerable.Range(start, 5000).Select(inode => Fact((ulong)inode))]);
            catalogs[i].Flush();
            Assert.Empty(catalogs[i].Problems);
        }

        using (ContentCatalog another = ContentCatalog.Open(Folder, options))
        {
            another.Merge();
            Assert.Contains("twice as large", Assert.Single(another.Problems), StringComparison.Ordinal);
            another.Add(Disk, [Fact(1_000_000)]);
            another.Flush();
            Assert.Empty(Found(another, [Query(1_000_000)]));
            Assert.Equal([Fact(49_999)], Found(another, [Query(49_999)]));
        }

        Array.ForEach(catalogs, static catalog => catalog.Dispose());
        Assert.InRange(Files(Folder).Sum(path => new FileInfo(path).Length), 1, options.BytesMax);
    }

    [Fact]
    public void A_symbolic_link_in_place_of_a_file_is_not_followed()
    {
        using (ContentCatalog catalog = ContentCatalog.Open(Folder))
        {
            catalog.Add(Disk, [Fact(1)]);
        }

        string path = Assert.Single(Runs(Folder));
        File.Move(path, $"{_tree.Folder}/elsewhere");
        File.CreateSymbolicLink(path, $"{_tree.Folder}/elsewhere");
        using ContentCatalog next = ContentCatalog.Open(Folder);
        Assert.Empty(Found(next, [Query(1)]));
        Assert.Contains("cannot be opened", Assert.Single(next.Problems), StringComparison.Ordinal);
        Assert.Equal($"{_tree.Folder}/elsewhere", new FileInfo(path).LinkTarget);
    }

    [Fact]
    public void Only_the_owner_can_read_what_is_stored_whatever_the_mask_is()
    {
        if (OperatingSystem.IsWindows())
        {
            Assert.Skip("needs Unix");
            return;
        }

        ChildWriter.Run(Folder, rounds: 12, number: 0, mask: "0");
        string[] files = Files(Folder);
        Assert.Equal(4, files.Length); // a run, a merged one, merge.lock, and when facts were last taken back
        UnixFileMode owner = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        foreach (string path in files)
        {
            Assert.Equal(owner, File.GetUnixFileMode(path));
        }

        foreach (string path in Directory.GetDirectories(Folder, "*", SearchOption.AllDirectories).Append(Folder))
        {
            Assert.Equal(owner | UnixFileMode.UserExecute, File.GetUnixFileMode(path));
        }
    }

    [Fact]
    public void A_catalog_stays_within_its_size_and_drops_the_oldest_facts_first()
    {
        const int Count = 200_000;
        ContentFact[] facts = [.. Enumerable.Range(0, Count).Select(i => Fact((ulong)(i * 7919L % 200_003), (uint)i))];
        var options = new CatalogOptions { BytesMax = CatalogOptions.BytesMaxMin };
        long largest = 0;
        using (ContentCatalog catalog = ContentCatalog.Open(Folder, options))
        {
            for (int i = 0; i < Count; i += 1000)
            {
                catalog.Add(i % 2000 == 0 ? Disk : OtherDisk, facts.AsSpan(i, 1000));
                largest = Math.Max(largest, Files(Folder).Sum(path => new FileInfo(path).Length));
            }

            Assert.Empty(catalog.Problems);
        }

        // Each file system has a run that is being written and may be 256 KiB and a batch.
        Assert.InRange(largest, 1, 2 * options.BytesMax);
        Assert.InRange(Files(Folder).Sum(path => new FileInfo(path).Length), 500_000, options.BytesMax);
        using ContentCatalog next = ContentCatalog.Open(Folder, options);
        List<ContentFact> found = [.. Found(next, Disk, facts.Select(fact => Query(fact.Inode)))];
        found.AddRange(Found(next, OtherDisk, facts.Select(fact => Query(fact.Inode))));
        ContentFact[] kept = [.. found.OrderBy(fact => fact.ReadAt)];
        Assert.Equal(facts[^kept.Length..], kept);
    }

    [Fact]
    public void A_limit_that_is_too_low_is_refused() => Assert.Throws<ArgumentOutOfRangeException>(
        () => ContentCatalog.Open(Folder, new CatalogOptions { BytesMax = CatalogOptions.BytesMaxMin - 1 }));
}
