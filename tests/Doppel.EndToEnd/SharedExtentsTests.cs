using System.Text.Json;

namespace Doppel.EndToEnd;

/// <summary>
/// Reflinks on real file systems: what shares all its blocks is not read, and nothing else is spared.
/// </summary>
/// <remarks>filefrag judges what really lies where. Needs root to mount.</remarks>
public sealed class SharedExtentsTests
{
    private const int Large = 1_000_000;

    public static TheoryData<string> FileSystems => ["btrfs", "xfs"];

    [Theory, MemberData(nameof(FileSystems))]
    public void Reflinked_files_are_found_without_reading(string fileSystem)
    {
        using var image = new ImageMount(fileSystem);
        image.Tree.AddFile("m/a", Content(1, Large));
        image.Clone("m/a", "m/b");
        image.Clone("m/b", "m/c");
        FindReport report = DoppelProgram.Find(image.Folder);
        Expect.Groups(image.Tree, ["m/a | m/b | m/c"], report);
        Assert.Equal("[[0,1,2]]", Shared(report));
        Assert.Equal((0, 3), (report.BytesRead, report.Opened));
        Assert.Equal(0, report.Summary.GetProperty("redundant_bytes").GetInt64());
    }

    [Theory, MemberData(nameof(FileSystems))]
    public void Many_reflinked_files_are_read_at_the_ends_of_one(string fileSystem)
    {
        using var image = new ImageMount(fileSystem);
        image.Tree.AddFile("m/a", Content(1, Large));
        for (int i = 0; i < 20; i++)
        {
            image.Clone("m/a", $"m/b{i}");
        }

        FindReport report = DoppelProgram.Find("--threads", "1", image.Folder);
        Assert.Equal(21, Assert.Single(report.Groups).Copies.Count);
        Assert.Equal(2 * 4096, report.BytesRead);
        FindReport exact = DoppelProgram.Find("--exact", image.Folder);
        Assert.Equal(21L * Large, exact.BytesRead);
        Assert.Equal(Shared(report), Shared(exact));
    }

    [Theory, MemberData(nameof(FileSystems))]
    public void A_clone_that_was_partly_written_is_read(string fileSystem)
    {
        using var image = new ImageMount(fileSystem);
        image.Tree.AddFile("m/a", Content(1, Large));
        foreach (string name in (string[])["b", "c", "same"])
        {
            image.Clone("m/a", "m/" + name);
        }

        // Another byte in the middle, another at the end, and the same byte: blocks of their own, whatever is in them.
        image.Write("m/b", Large / 2, [(byte)(Content(1, Large)[Large / 2] + 1)]);
        image.Write("m/c", Large - 1, [(byte)(Content(1, Large)[Large - 1] + 1)]);
        image.Write("m/same", 0, [Content(1, Large)[0]]);
        FindReport report = DoppelProgram.Find(image.Folder);
        Expect.Groups(image.Tree, ["m/a | m/same"], report);
        Assert.Equal("", Shared(report));
        Assert.Equal(Large, report.Summary.GetProperty("redundant_bytes").GetInt64());
    }

    // Blocks that are written over in the cache only: without a sync the map still shows the old, shared ones.
    [Theory, MemberData(nameof(FileSystems))]
    public void Clones_that_are_not_on_the_device_yet_are_never_taken_as_equal(string fileSystem)
    {
        using var image = new ImageMount(fileSystem);
        for (int i = 0; i < 20; i++)
        {
            image.Tree.AddFile($"m/{i}/a", Content(i, Large + i));
            image.Clone($"m/{i}/a", $"m/{i}/b");
        }

        Tool.Run("sync", "-f", image.Folder).MustSucceed();
        for (int i = 0; i < 20; i++)
        {
            image.Write($"m/{i}/b", 4096 * 20, [1, 2, 3, 4, 5, 6, 7, 8, (byte)i]);
        }

        Assert.Empty(DoppelProgram.Find(image.Folder).Groups);
    }

    // Slices of one compressed extent all carry the address of its start.
    [Fact]
    public void Slices_of_a_compressed_extent_are_never_taken_as_equal()
    {
        using var image = new ImageMount("btrfs", "compress-force=zstd");
        byte[] text = [.. Enumerable.Range(0, 128 * 1024).Select(i => (byte)('a' + (i / 4096)))];
        image.Tree.AddFile("m/whole", text);
        Tool.Run("sync", "-f", image.Folder).MustSucceed();
        for (int i = 0; i < 16; i++)
        {
            // 8 KiB out of the 128 KiB that were compressed as one, each slice from another place.
            image.Tree.AddFile($"m/slice{i:d2}", "");
            image.CloneRange("m/whole", from: i * 8192, $"m/slice{i:d2}", to: 0, bytes: 8192);
        }

        image.Clone("m/slice00", "m/twin");
        Tool.Run("sync", "-f", image.Folder).MustSucceed();
        Assert.Equal(Frag(image, "m/slice00"), Frag(image, "m/slice07"));
        FindReport report = DoppelProgram.Find(image.Folder);
        Expect.Groups(image.Tree, ["m/slice00 | m/twin"], report);
        Assert.Equal("", Shared(report));
    }

    [Theory, MemberData(nameof(FileSystems))]
    public void Different_slices_of_one_file_are_distinguished(string fileSystem)
    {
        using var image = new ImageMount(fileSystem);
        image.Tree.AddFile("m/whole", Content(3, Large));
        for (int i = 0; i < 4; i++)
        {
            image.Tree.AddFile($"m/s{i}", "");
            image.CloneRange("m/whole", from: i / 2 * 131072, $"m/s{i}", to: 0, bytes: 131072);
        }

        FindReport report = DoppelProgram.Find(image.Folder);
        Expect.Groups(image.Tree, ["m/s0 | m/s1", "m/s2 | m/s3"], report);
        Assert.Equal("[[0,1]][[0,1]]", Shared(report));
        Assert.Equal(2 * 4096, report.BytesRead);
    }

    [Theory, MemberData(nameof(FileSystems))]
    public void Holes_belong_to_what_is_shared(string fileSystem)
    {
        using var image = new ImageMount(fileSystem);
        image.Tree.AddFile("m/block", Content(4, 131072));
        foreach ((string name, int at) in ((string, int)[])[("a", 0), ("b", 0), ("c", 131072)])
        {
            // One and the same 128 KiB between holes.
            image.Tree.AddSparseFile("m/" + name, 3 * 131072);
            image.CloneRange("m/block", from: 0, "m/" + name, to: at, bytes: 131072);
        }

        image.Tree.AddSparseFile("m/hole", 3 * 131072);
        image.Tree.AddSparseFile("m/void", 3 * 131072);
        FindReport report = DoppelProgram.Find(image.Folder);
        Expect.Groups(image.Tree, ["m/a | m/b", "m/hole | m/void"], report);
        Assert.Equal("[[0,1]]", Shared(report));
    }

    [Fact]
    public void Files_are_shared_across_subvolumes_and_snapshots()
    {
        using var image = new ImageMount("btrfs");
        Tool.Run("btrfs", "-q", "subvolume", "create", image.Tree["m/one"]).MustSucceed();
        Tool.Run("btrfs", "-q", "subvolume", "create", image.Tree["m/two"]).MustSucceed();
        image.Tree.AddFile("m/one/a", Content(1, Large));
        image.Clone("m/one/a", "m/two/b");
        Tool.Run("sync", "-f", image.Folder).MustSucceed();
        Tool.Run("btrfs", "-q", "subvolume", "snapshot", image.Tree["m/one"], image.Tree["m/snap"]).MustSucceed();
        FindReport report = DoppelProgram.Find(image.Folder);
        Expect.Groups(image.Tree, ["m/one/a | m/snap/a | m/two/b"], report);
        Assert.Equal(("[[0,1,2]]", 0), (Shared(report), report.BytesRead));
        Assert.Equal(3, report.Groups[0].Copies.Select(copy => copy.Device).Distinct().Count());
    }

    // Two images with equal content have equal maps.
    [Theory, MemberData(nameof(FileSystems))]
    public void Equal_addresses_on_two_file_systems_share_nothing(string fileSystem)
    {
        using var first = new ImageMount(fileSystem);
        first.Tree.AddFile("m/a", Content(1, Large));
        first.Clone("m/a", "m/b");
        using var second = new ImageMount(fileSystem);
        second.Tree.AddFile("m/a", Content(2, Large));
        second.Clone("m/a", "m/b");
        FindReport report = DoppelProgram.Find(first.Folder, second.Folder);
        Assert.Equal([2, 2], report.Groups.Select(group => group.Copies.Count));
        Assert.Equal("[[0,1]][[0,1]]", Shared(report));
    }

    [Theory, MemberData(nameof(FileSystems))]
    public void Hard_links_and_clones_can_be_in_one_group(string fileSystem)
    {
        using var image = new ImageMount(fileSystem);
        image.Tree.AddFile("m/a", Content(1, Large));
        image.Tree.AddHardLink("m/a2", "m/a");
        image.Clone("m/a2", "m/b");
        image.Tree.AddHardLink("m/b2", "m/b");
        image.Tree.AddFile("m/c", Content(1, Large));
        FindReport report = DoppelProgram.Find(image.Folder);
        Expect.Groups(image.Tree, ["m/a = m/a2 | m/b = m/b2 | m/c"], report);
        Assert.Equal("[[0,1]]", Shared(report));
        Assert.Equal(2 * Large, report.BytesRead);
        Assert.Equal(Large, report.Summary.GetProperty("redundant_bytes").GetInt64());
    }

    [Theory, MemberData(nameof(FileSystems))]
    public void Random_trees_with_random_clones_give_the_groups_of_the_oracle(string fileSystem)
    {
        using var image = new ImageMount(fileSystem);
        int seeds = TestRun.Count(3, 60);
        for (int i = 0; i < seeds; i++)
        {
            int seed = TestRun.SeedOffset + i;
            string folder = $"m/t{i}";
            Fill(image, folder, new Random(seed));
            if (seed % 2 == 0)
            {
                Tool.Run("sync", "-f", image.Folder).MustSucceed();
            }

            ByteName place = image.Tree[folder];
            string[] flags = (seed % 3) switch
            {
                0 => ["--threads=1"],
                1 => ["--exact"],
                _ => [],
            };
            FindReport report = DoppelProgram.Find([.. flags.Select(flag => (ByteName)flag), place]);
            Assert.True(
                Lines(Oracle.Find(place)).SequenceEqual(Lines(report.Groups)),
                $"seed {seed}\n{Comparer.Difference(Oracle.Find(place), report.Groups)}");
            CheckAgainstFilefrag(image, report, $"seed {seed}");
        }
    }

    private static IEnumerable<string> Lines(IEnumerable<ContentGroup> groups) =>
        groups.Select(group => $"{group}").Order(StringComparer.Ordinal);

    // Few contents and sizes; clones of clones; writes into some of them, of the same bytes or others.
    private static void Fill(ImageMount image, string folder, Random random)
    {
        int[] sizes = [5_000, 60_000, 65_536, 70_000, 300_000];
        List<string> files = [];
        for (int i = 0; i < 60; i++)
        {
            string name = $"{folder}/f{i:d2}";
            if (files.Count == 0 || random.Next(3) == 0)
            {
                image.Tree.AddFile(name, Content(random.Next(2), sizes[random.Next(random.Next(1, sizes.Length + 1))]));
            }
            else
            {
                image.Clone(files[random.Next(files.Count)], name);
                if (random.Next(3) == 0)
                {
                    image.Write(name, random.Next(5_000), [(byte)random.Next(2)]);
                }
            }

            files.Add(name);
        }
    }

    // What is said to share lies at the same addresses; after a sync nothing that does is missed.
    private static void CheckAgainstFilefrag(ImageMount image, FindReport report, string about)
    {
        Tool.Run("sync", "-f", image.Folder).MustSucceed();
        foreach ((JsonElement element, ContentGroup group) in report.GroupElements.Zip(report.Groups))
        {
            string[] maps = [.. group.Copies.Select(copy => Frag(copy.Names[0]))];
            string[] found = [.. FindReport.SharedOf(element).Select(sharing => string.Join(',', sharing))];
            string[] real = [.. Enumerable.Range(0, maps.Length).GroupBy(copy => maps[copy])
                .Where(same => same.Count() > 1).Select(same => string.Join(',', same))];
            Assert.True(real.SequenceEqual(found), $"{about}: {group}\n{string.Join('\n', maps)}");
        }
    }

    private static string Frag(ImageMount image, string path) => Frag(image.Tree[path]);

    // "0: 0.. 2: 34.. 36: 3: last,shared,eof" for each extent.
    private static string Frag(ByteName path)
    {
        Needs.Program("filefrag", "e2fsprogs");
        string told = Tool.Run("filefrag", "-e", "-s", "-v", path).MustSucceed().OutputText;
        return string.Join('\n', told.Split('\n').Where(line => line.Contains(".."))
            .Select(line => line.Replace("eof", "").Replace("last", "").Trim(' ', ',')));
    }

    private static string Shared(FindReport report) => string.Concat(report.GroupElements
        .Select(group => group.TryGetProperty("shared", out JsonElement shared) ? shared.GetRawText() : ""));

    private static byte[] Content(int seed, int bytes)
    {
        byte[] content = new byte[bytes];
        new Random(seed).NextBytes(content);
        return content;
    }
}
