namespace Doppel.EndToEnd;

public sealed class DepthTests
{
    // 22 folders of 200 bytes: longer than PATH_MAX, which is 4,096.
    private static readonly ByteName s_deep = Enumerable.Range(0, 22)
        .Select(i => (ByteName)(new string('d', 197) + $"{i:000}")).Aggregate((path, name) => path / name);

    [Fact]
    public void Files_deeper_than_a_path_may_be_long_are_found()
    {
        using var tree = new TempTree();
        tree.AddFile(s_deep / "small one", "content");
        tree.AddFile(s_deep / "small two", "content");
        tree.AddFile(s_deep / "large one", new byte[200_000]);
        tree.AddFile("large two", new byte[200_000]);
        FindReport report = DoppelProgram.Find(tree.Folder);
        Expect.Groups(Oracle.Find(tree.Folder), report);
        Assert.Equal(2, report.Groups.Count);
    }

    [Fact]
    public void The_portable_volume_finds_deep_files_or_reports_a_problem()
    {
        using var tree = new TempTree();
        tree.AddFile(s_deep / "small one", "content");
        tree.AddFile("small two", "content");
        tree.AddFile("small three", "content");
        ProcessEnd end = Tool.Run(DoppelProgram.Start("find", "--json", tree.Folder).Through(VolumeKind.Portable));
        FindReport report = DoppelProgram.ReadOutput(end);
        int copies = report.Groups.Single().Copies.Count;
        bool told = report.Problems.Count > 0;
        Assert.True(copies == 3 || (copies == 2 && told), $"{copies} copies, and no word of the third");
    }

    [Fact]
    public void A_thousand_folders_in_each_other_are_walked()
    {
        using var tree = new TempTree();
        ByteName path = Enumerable.Repeat((ByteName)"f", 1_000).Aggregate((all, name) => all / name);
        tree.AddFile(path / "one", "content");
        tree.AddFile("two", "content");
        Assert.Single(DoppelProgram.Find(tree.Folder).Groups);
    }

    [Fact]
    public void The_depth_that_is_asked_for_is_kept()
    {
        using var tree = new TempTree();
        tree.AddFile("1", "content");
        tree.AddFile("a/2", "content");
        tree.AddFile("a/b/3", "content");
        Expect.Groups(tree, [], DoppelProgram.Find("--max-depth", "1", tree.Folder));
        Expect.Groups(tree, ["1 | a/2"], DoppelProgram.Find("--max-depth", "2", tree.Folder));
        Expect.Groups(tree, ["1 | a/2 | a/b/3"], DoppelProgram.Find("--max-depth", "3", tree.Folder));
    }
}
