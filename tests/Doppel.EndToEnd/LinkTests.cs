namespace Doppel.EndToEnd;

public sealed class LinkTests
{
    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Hard_links_of_one_inode_are_one_copy(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("a", "content");
        tree.AddHardLink("c", "a");
        tree.AddFile("b", "content");
        FindReport report = DoppelProgram.Find(volume, tree.Folder);
        Expect.Groups(tree, ["a = c | b"], report);
        Assert.Equal(7, report.Summary.GetProperty("redundant_bytes").GetInt64());
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Hard_links_alone_are_no_duplicates(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("a", "content");
        tree.AddHardLink("b", "a");
        FindReport report = DoppelProgram.Find(volume, tree.Folder);
        Assert.Empty(report.Groups);
        Assert.Equal(0, report.Opened);
    }

    [Fact]
    public void Links_outside_the_roots_are_counted()
    {
        using var tree = new TempTree();
        tree.AddFile("in/a", "content");
        tree.AddFile("in/b", "content");
        tree.AddHardLink("out/c", "in/a");
        FindReport report = DoppelProgram.Find(tree["in"]);
        Assert.Equal([2, 1], report.GroupElements[0].GetProperty("copies").EnumerateArray()
            .Select(copy => copy.GetProperty("links").GetInt32()));
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void A_symbolic_link_is_never_a_copy(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("a/one", "content");
        tree.AddSymbolicLink("a/two", "one");
        tree.AddSymbolicLink("b", "a");
        Assert.Empty(DoppelProgram.Find(volume, tree.Folder).Groups);
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Searches_with_symbolic_link_cycles_terminate(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("a/one", "content");
        tree.AddFile("a/two", "content");
        tree.AddSymbolicLink("a/self", ".");
        tree.AddSymbolicLink("a/up", "..");
        tree.AddSymbolicLink("a/abs", tree.Folder);
        tree.AddSymbolicLink("a/loop1", "loop2");
        tree.AddSymbolicLink("a/loop2", "loop1");
        Expect.Groups(tree, ["a/one | a/two"], DoppelProgram.Find(volume, tree.Folder));

        // Followed, a circle of links leads nowhere and is a problem; the folders are seen once.
        ProcessEnd end = Tool.Run(DoppelProgram.Start("find", "--json", "--follow", tree.Folder).Through(volume));
        Expect.Groups(tree, ["a/one | a/two"], DoppelProgram.ReadOutput(end));
    }

    [Fact]
    public void Files_reached_by_follow_are_found_and_marked()
    {
        using var tree = new TempTree();
        tree.AddFile("in/one", "content");
        tree.AddFile("out/two", "content");
        tree.AddSymbolicLink("in/door", "../out");
        Assert.Empty(DoppelProgram.Find(tree["in"]).Groups);
        FindReport report = DoppelProgram.Find("--follow", tree["in"]);
        Expect.Groups(tree, ["in/door/two | in/one"], report);
        Assert.Contains("\"followed\":[true]", System.Text.Encoding.UTF8.GetString(report.Bytes).Replace(" ", ""));
    }

    [Fact]
    public void A_root_that_is_a_link_to_a_folder_is_searched()
    {
        using var tree = new TempTree();
        tree.AddFile("real/one", "content");
        tree.AddFile("real/two", "content");
        tree.AddSymbolicLink("door", "real");
        Expect.Groups(tree, ["real/one | real/two"], DoppelProgram.Find(tree["door"]));
    }
}
