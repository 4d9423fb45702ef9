using System.Text;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Catalog.Tests;

/// <summary>Saved volumes: what is written is read, and any damage is seen.</summary>
public sealed class SavedTests
{
    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(reduced: 40, full: 2000))];

    [Theory, MemberData(nameof(Seeds))]
    public void A_random_tree_is_read_as_it_was_written(int seed)
    {
        using var tree = new TempTree();
        var saved = new RandomSaved(seed, folders: 1 + (seed % 40), filesMax: seed % 7 == 0 ? 900 : 12);
        using SavedVolume volume = Open(tree, saved.Bytes);
        Assert.Equal(saved.Lines, RandomSaved.LinesOf(volume, "/mnt/disk").Order(StringComparer.Ordinal));
        Assert.Equal(saved.Totals, volume.Totals);
        SavedTotals read = saved.Totals with { Names = 0, Files = 0, Bytes = 0, Digests = 0 };
        Assert.True(volume.ReadFiles(file =>
        {
            read = read.With(file);
            return true;
        }));
        Assert.Equal(saved.Totals, read);
        int left = (int)saved.Totals.Names / 2;
        Assert.Equal(saved.Totals.Names == 0, volume.ReadFiles(_ => left-- > 0));
        Assert.True(left is -1 || saved.Totals.Names == 0);
        AssertEqual(saved.Description, volume.Description);
    }

    [Theory, MemberData(nameof(Seeds))]
    public void The_beginning_and_the_end_say_what_the_whole_says(int seed)
    {
        using var tree = new TempTree();
        var saved = new RandomSaved(seed, folders: 1 + (seed % 40));
        var volumes = new SavedVolumes(tree.Folder);
        using (SavedDraft draft = volumes.Create("a"))
        {
            draft.CopyFrom(new MemoryStream(saved.Bytes), out SavedTotals copied);
            Assert.Equal(saved.Totals, copied);
            Assert.Empty(volumes.Names());
            draft.Complete();
        }

        AssertEqual(saved.Description, volumes.Describe("a", out SavedTotals totals));
        Assert.Equal(saved.Totals, totals);
        Assert.Equal(["a"], volumes.Names());
        Assert.Equal(saved.Bytes, File.ReadAllBytes(volumes.PathOf("a")));
        Assert.True(volumes.Forget("a"));
        Assert.False(volumes.Forget("a"));
        Assert.Empty(Directory.GetFiles(Path.Combine(tree.Folder, "volumes")));
    }

    [Theory, MemberData(nameof(Seeds))]
    public void Leftovers_of_killed_processes_are_removed_and_drafts_of_others_are_not(int seed)
    {
        var random = new Random(seed);
        using var tree = new TempTree();
        var saved = new RandomSaved(seed, folders: 2);
        var volumes = new SavedVolumes(tree.Folder);
        string folder = Path.Combine(tree.Folder, "volumes");
        Directory.CreateDirectory(folder);
        List<SavedDraft> drafts = [];
        for (int i = 0; i < 6; i++)
        {
            bool isEmpty = random.Next(2) == 0;
            if (random.Next(2) == 0)
            {
                SavedDraft draft = volumes.Create($"live{i}");
                drafts.Add(draft);
                draft.Stream.Write(isEmpty ? [] : saved.Bytes);
                continue;
            }

            string left = Path.Combine(folder, $"left{i}-1-2.tmp");
            File.WriteAllBytes(left, isEmpty ? [] : saved.Bytes);
        }

        volumes.Create("other").Dispose();
        Assert.Empty(Directory.GetFiles(folder, "left*"));
        foreach (SavedDraft draft in drafts)
        {
            draft.Complete();
            draft.Dispose();
        }

        Assert.Equal(drafts.Count, volumes.Names().Count);
    }

    [Fact]
    public void A_flipped_bit_anywhere_is_an_error()
    {
        using var tree = new TempTree();
        byte[] bytes = new RandomSaved(1, folders: 5, filesMax: 5).Bytes;
        foreach (int at in Some(bytes.Length))
        {
            for (int bit = 0; bit < 8; bit++)
            {
                byte[] damaged = [.. bytes];
                damaged[at] ^= (byte)(1 << bit);
                Assert.Throws<SavedFormatException>(() => Open(tree, damaged));
            }
        }
    }

    [Fact]
    public void A_file_cut_anywhere_is_an_error()
    {
        using var tree = new TempTree();
        byte[] bytes = new RandomSaved(2, folders: 5, filesMax: 5).Bytes;
        foreach (int length in Some(bytes.Length))
        {
            Assert.Throws<SavedFormatException>(() => Open(tree, bytes[..length]));
            Assert.Throws<SavedFormatException>(() => SavedReader.Summarize(new MemoryStream(bytes[..length]), out _));
        }
    }

    [Fact]
    public void Blocks_that_change_places_or_files_are_an_error()
    {
        using var tree = new TempTree();
        byte[] one = new RandomSaved(3).Bytes;
        byte[] other = new RandomSaved(3).Bytes;
        Assert.Equal(one.Length, other.Length);
        byte[] mixed = [.. one[..(one.Length / 2)], .. other[(one.Length / 2)..]];
        Assert.Throws<SavedFormatException>(() => Open(tree, mixed));
        Assert.Throws<SavedFormatException>(() => Open(tree, [.. one, 0]));
        Assert.Throws<SavedFormatException>(() => Open(tree, [.. one, .. other]));
    }

    [Theory, MemberData(nameof(Seeds))]
    public void Damage_while_it_is_open_is_an_error_or_changes_nothing(int seed)
    {
        using var tree = new TempTree();
        var random = new Random(seed);
        var saved = new RandomSaved(seed, folders: 6);
        using SavedVolume volume = Open(tree, saved.Bytes);
        byte[] damaged = saved.Bytes;
        damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
        File.WriteAllBytes(PathIn(tree), damaged);
        try
        {
            Assert.Equal(saved.Lines, RandomSaved.LinesOf(volume, "/mnt/disk").Order(StringComparer.Ordinal));
        }
        catch (IOException error)
        {
            Assert.Equal("InputOutput", error.Message);
        }
    }

    [Theory, MemberData(nameof(Seeds))]
    public void Random_bytes_in_sealed_blocks_are_an_error_or_a_volume(int seed)
    {
        using var tree = new TempTree();
        byte[] bytes = new RandomSaved(seed, folders: 4, filesMax: 4).Bytes;
        Forge(bytes, new Random(seed));
        try
        {
            using SavedVolume volume = Open(tree, bytes);
            Assert.NotEmpty(RandomSaved.LinesOf(volume, ""));
        }
        catch (Exception error) when (error is SavedFormatException or IOException)
        {
            // Anything else is a crash.
        }
    }

    [Fact]
    public void A_file_takes_at_most_40_bytes_beside_its_name()
    {
        var saved = new RandomSaved(4, folders: 500, filesMax: 200);
        double bytes = (double)(saved.Bytes.Length - saved.NameBytes) / saved.Totals.Names;
        TestContext.Current.TestOutputHelper!.WriteLine($"{bytes:0.0} bytes a file beside its name");
        Assert.InRange(bytes, 1, 40);
    }

    [Fact]
    public void Paths_lead_where_they_led_on_the_disk()
    {
        using var tree = new TempTree();
        var stream = new MemoryStream();
        using (var writer = new SavedWriter(stream, new RandomSaved(5).Description))
        {
            writer.BeginFiles(writer.AddFolder("/mnt/disk/a/b"u8));
            writer.AddFile("c"u8, new SavedFile { Size = 7, Modified = new FileTime(8, 9) });
            writer.Complete();
        }

        using SavedVolume volume = Open(tree, stream.ToArray());
        Assert.Equal(EntryKind.Folder, KindOf(volume, "/"));
        Assert.Equal(EntryKind.Folder, KindOf(volume, "/mnt//disk/./a/"));
        Assert.Equal(EntryKind.Folder, KindOf(volume, "/mnt/disk/a/../a/b"));
        Assert.Equal(EntryKind.File, KindOf(volume, "/mnt/disk/a/b/c"));
        Assert.Null(KindOf(volume, "/mnt/disk/a/c"));
        Assert.Null(KindOf(volume, "/mnt/disk/a/b/c/d"));
        Assert.Null(KindOf(volume, "/mnt/disk/x"));
        byte[] path = "/mnt/disk/a/b/c"u8.ToArray();
        Assert.Equal(
            VolumeErrorKind.Offline, volume.OpenFile(FolderHandle.None, path, out FileHandle file, out _).Kind);
        Assert.Equal(FileHandle.None, file);
        Assert.Equal(
            VolumeErrorKind.Changed,
            volume.OpenFolder(FolderHandle.None, path, LinkPolicy.Follow, out FolderHandle folder, out _).Kind);
        Assert.Equal(FolderHandle.None, folder);
        Assert.Equal("catalog:test/mnt/disk/a/b/c", Encoding.UTF8.GetString(volume.ShownPath(path)));
        Assert.Equal("catalog:test", Encoding.UTF8.GetString(volume.ShownPath("/"u8)));
        Assert.False(volume.MountOf(folder).Identity.IsKnown);
    }

    private static EntryKind? KindOf(SavedVolume volume, string path) =>
        volume.Stat(
            FolderHandle.None, Encoding.UTF8.GetBytes(path), LinkPolicy.Stay, FactFields.All, out FileFacts facts)
            .Failed
            ? null
            : facts.Kind;

    private static IEnumerable<int> Some(int length) =>
        Enumerable.Range(0, length).Where(at => TestRun.IsFull || at < 200 || at % 23 == 0 || at >= length - 120);

    private static string PathIn(TempTree tree) => Path.Combine(tree.Folder, "saved");

    private static SavedVolume Open(TempTree tree, byte[] bytes)
    {
        File.WriteAllBytes(PathIn(tree), bytes);
        return SavedVolume.Open(PathIn(tree), "test");
    }

    private static void AssertEqual(SavedDescription expected, SavedDescription found)
    {
        Assert.Equal((expected.Made, expected.Host, expected.Version), (found.Made, found.Host, found.Version));
        Assert.Equal(expected.Algorithms, found.Algorithms);
        Assert.Equal(
            expected.Roots.Select(root => (Convert.ToHexString(root.Path.Span), root.FileSystem, root.Label)),
            found.Roots.Select(root => (Convert.ToHexString(root.Path.Span), root.FileSystem, root.Label)));
    }

    // Changes bytes of one block and seals it again, as only a program could.
    private static void Forge(byte[] bytes, Random random)
    {
        ulong id = SavedFormat.ReadFileHead(bytes, out _);
        List<(int At, int Bytes, SavedBlockKind Kind)> blocks = [];
        for (int at = SavedFormat.FileHeadBytes; at < bytes.Length;)
        {
            int length = SavedFormat.ReadBlockHead(bytes.AsSpan(at), out SavedBlockKind kind);
            blocks.Add((at, SavedFormat.BlockHeadBytes + length, kind));
            at += SavedFormat.BlockHeadBytes + length;
        }

        (int first, int count, SavedBlockKind of) = blocks[random.Next(blocks.Count)];
        for (int i = 0; i <= random.Next(4); i++)
        {
            bytes[first + SavedFormat.BlockHeadBytes + random.Next(count - SavedFormat.BlockHeadBytes)] =
                (byte)random.Next(256);
        }

        SavedFormat.Seal(bytes.AsSpan(first, count), of, id, first);
    }
}
