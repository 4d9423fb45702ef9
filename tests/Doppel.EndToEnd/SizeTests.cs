namespace Doppel.EndToEnd;

public sealed class SizeTests
{
    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Huge_files_that_differ_in_the_last_byte_are_distinguished_by_their_ends(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddSparseFile("one", 5L << 30, 1);
        tree.AddSparseFile("two", 5L << 30, 2);
        FindReport report = DoppelProgram.Find(volume, tree.Folder);
        Assert.Empty(report.Groups);
        Assert.InRange(report.BytesRead, 2, 1 << 20);
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Huge_files_that_are_equal_are_read_once_and_their_holes_are_not_read(VolumeKind volume)
    {
        using var tree = new TempTree();
        long length = TestRun.Count(64 << 20, 1 << 30);
        tree.AddSparseFile("one", length, 1);
        tree.AddSparseFile("two", length, 1);
        FindReport report = DoppelProgram.Find(volume, tree.Folder);
        Expect.Groups(tree, ["one | two"], report);
        Assert.InRange(report.BytesRead, 2, 1 << 20);
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Forty_thousand_files_of_one_size_are_no_trouble(VolumeKind volume)
    {
        int files = TestRun.Count(4_000, 40_000);
        using var tree = new TempTree();
        for (int i = 0; i < files; i++)
        {
            // Each content twice.
            tree.AddFile($"{i % 97}/{i}", BitConverter.GetBytes(i % (files / 2)));
        }

        FindReport report = DoppelProgram.Find(volume, tree.Folder);
        Assert.Equal(files / 2, report.Groups.Count);
        Expect.Groups(Oracle.Find(tree.Folder), report);
        Assert.Equal(files, report.Opened);
    }

    [Fact]
    public void Many_names_of_one_inode_are_one_copy()
    {
        using var tree = new TempTree();
        tree.AddFile("a", "content");
        tree.AddFile("b", "content");
        for (int i = 0; i < 2_000; i++)
        {
            tree.AddHardLink($"links/{i}", "a");
        }

        FindReport report = DoppelProgram.Find(tree.Folder);
        Assert.Equal([2_001, 1], report.Groups.Single().Copies.Select(copy => copy.Names.Count));
        Assert.Equal(7, report.Summary.GetProperty("redundant_bytes").GetInt64());
    }

    [Theory, InlineData(1), InlineData(127), InlineData(4096), InlineData(65536), InlineData(200_000)]
    public void One_bit_anywhere_makes_two_contents(int size)
    {
        using var tree = new TempTree();
        byte[] content = new byte[size];
        int[] places = [.. Enumerable.Range(0, Math.Min(size, 64)).SelectMany(i => new[] { i, size - 1 - i })
            .Append(size / 2).Distinct()];
        tree.AddFile("original", content);
        foreach (int place in places)
        {
            content[place] ^= 1;
            tree.AddFile($"changed{place}", content);
            content[place] ^= 1;
        }

        Assert.Empty(DoppelProgram.Find(tree.Folder).Groups);
        tree.AddFile("copy", content);
        Expect.Groups(tree, ["copy | original"], DoppelProgram.Find(tree.Folder));
    }

    [Fact]
    public void Empty_files_are_found_where_they_are_asked_for()
    {
        using var tree = new TempTree();
        tree.AddFile("a", "");
        tree.AddFile("b", "");
        Assert.Empty(DoppelProgram.Find(tree.Folder).Groups);
        FindReport report = DoppelProgram.Find("--min-size", "0", tree.Folder);
        Expect.Groups(tree, ["a | b"], report);
        Assert.Equal(0, report.BytesRead);
    }
}
