using System.Text;
using Doppel.Hashing;
using Doppel.Testing;
using Doppel.Testing.Trees;
using Doppel.Volumes;

namespace Doppel.Catalog.Tests;

/// <summary>Files that come in any order become a saved volume.</summary>
public sealed class SavedListTests
{
    private static readonly SavedDescription s_description = new()
    {
        Made = new FileTime(1, 0),
        Roots = [new SavedRoot("/"u8.ToArray(), default, "")],
    };

    public static TheoryData<int> Seeds =>
        [.. Enumerable.Range(TestRun.SeedOffset, TestRun.Count(reduced: 20, full: 300))];

    [Fact]
    public void A_list_can_be_opened_without_a_name_and_leaves_no_file()
    {
        using var tree = new TempTree();
        var volumes = new SavedVolumes(tree.Folder);
        using SavedList list = volumes.CreateList();
        var file = new SavedFile { Size = 3, Modified = new FileTime(7, 0) };
        Assert.True(list.TryAdd("a/b"u8, file));
        using (SavedVolume volume = list.ToVolume("s3://bucket", s_description, problems: 2))
        {
            Assert.Empty(Directory.GetFiles(Path.Combine(tree.Folder, "volumes")));
            Assert.Equal(("s3://bucket", "s3://bucket"), (volume.Name, volume.Address));
            Assert.Equal("s3://bucket/a/b", Encoding.UTF8.GetString(volume.ShownPath("/a/b"u8)));
            Assert.Equal("s3://bucket", Encoding.UTF8.GetString(volume.ShownPath("/"u8)));
            Assert.Equal((1, 2), (volume.Totals.Names, volume.Totals.Problems));
            VolumeError error = volume.Stat(
                FolderHandle.None, "/a/b"u8, LinkPolicy.Stay, FactFields.Size, out FileFacts facts);
            Assert.False(error.Failed);
            Assert.Equal(3, facts.Size);
        }

        Assert.Throws<ArgumentException>(() => list.ToVolume("", s_description, problems: 0));
    }

    [Theory, MemberData(nameof(Seeds))]
    public void The_last_entry_for_each_path_is_saved_whatever_the_order_of_the_entries(int seed)
    {
        using var tree = new TempTree();
        var volumes = new SavedVolumes(tree.Folder);
        var random = new Random(seed);
        SortedDictionary<string, string> expected = new(StringComparer.Ordinal);
        using (SavedList list = volumes.CreateList())
        {
            for (int i = 0; i < 2 + (seed * 50 % 2000); i++)
            {
                string path = $"{(char)('a' + random.Next(3))}/{(char)('a' + random.Next(9))}/{random.Next(300)}";
                bool isShort = random.Next(3) == 0;
                path = isShort ? path[2..] : path;
                var digest = new ListedDigest(DigestAlgorithm.Sha1, new Digest128(1, (ulong)i));
                var file = new SavedFile { Size = random.Next(2) - 1, Modified = default, Listed = digest };
                string written = random.Next(4) switch
                {
                    0 => "./" + path,
                    1 => "/" + path.Replace("/", "//", StringComparison.Ordinal),
                    2 => "x/y/../../" + path,
                    _ => path,
                };
                Assert.True(list.TryAdd(Encoding.UTF8.GetBytes(written), file));
                expected["/" + path] = $"{file.Size} {digest}";
            }

            using SavedDraft draft = volumes.Create("a");
            SavedTotals totals = list.Write(draft.Stream, s_description, problems: 3);
            draft.Complete();
            Assert.Equal((expected.Count, expected.Count, 3), (totals.Names, totals.Digests, totals.Problems));
        }

        Assert.Equal([volumes.PathOf("a")], Directory.GetFiles(Path.Combine(tree.Folder, "volumes")));
        using SavedVolume volume = volumes.Open("a");
        Assert.Equal([DigestAlgorithm.Sha1], volume.Description.Algorithms);
        var found = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (string path in expected.Keys)
        {
            VolumeError error = volume.Stat(
                FolderHandle.None, Encoding.UTF8.GetBytes(path), LinkPolicy.Stay, FactFields.Size, out FileFacts facts);
            Assert.False(error.Failed);
            Assert.True(volume.TryGetFile(facts.Inode, out SavedFile file));
            Assert.Equal(file.Size, facts.Size);
            found.Add(path, $"{file.Size} {file.Listed}");
        }

        Assert.Equal(expected, found);
    }

    [Theory]
    [InlineData("")]
    [InlineData("/")]
    [InlineData("a/")]
    [InlineData("a/.")]
    [InlineData("a/..")]
    [InlineData("..")]
    [InlineData("../a")]
    [InlineData("a/../../b")]
    [InlineData("a\0b")]
    public void A_path_that_leads_to_no_file_of_the_list_is_refused(string path)
    {
        using var tree = new TempTree();
        using SavedList list = new SavedVolumes(tree.Folder).CreateList();
        Assert.False(list.TryAdd(Encoding.UTF8.GetBytes(path), new SavedFile { Size = 1, Modified = default }));
    }

    [Fact]
    public void Files_of_a_list_are_not_written_as_those_of_a_disk()
    {
        using var writer = new SavedWriter(new MemoryStream(), s_description);
        writer.BeginFiles(writer.AddFolder("/a"u8));
        Assert.Throws<ArgumentException>(() => writer.AddFile(
            "b"u8, new SavedFile { Size = SavedFile.UnknownSize, Modified = default }));
    }
}
