namespace Doppel.EndToEnd;

public sealed class RootTests
{
    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void The_same_root_twice_is_one_root(VolumeKind volume)
    {
        using TempTree tree = Pair();
        tree.AddFile("sub/alone", "something else");
        Expect.Groups(tree, ["sub/one | sub/two"], DoppelProgram.Find(volume, tree.Folder, tree.Folder));
        FindReport report = DoppelProgram.Find(volume, tree.Folder, tree["sub/../sub/."], tree["sub/"]);
        Expect.Groups(tree, ["sub/one | sub/two"], report);
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void A_root_inside_another_adds_nothing(VolumeKind volume)
    {
        using TempTree tree = Pair();
        Expect.Groups(tree, ["sub/one | sub/two"], DoppelProgram.Find(volume, tree.Folder, tree["sub"]));
        Expect.Groups(tree, ["sub/one | sub/two"], DoppelProgram.Find(volume, tree["sub"], tree.Folder));
    }

    [Fact]
    public void The_first_root_that_holds_a_name_is_reported()
    {
        using TempTree tree = Pair();
        tree.AddFile("three", "content");
        FindReport report = DoppelProgram.Find(tree["sub"], tree.Folder);
        Assert.Equal(
            [0, 0, 1], report.GroupElements[0].GetProperty("copies").EnumerateArray()
                .SelectMany(copy => copy.GetProperty("roots").EnumerateArray()).Select(r => r.GetInt32()).Order());
    }

    [Fact]
    public void Without_a_root_the_working_directory_is_searched()
    {
        using TempTree tree = Pair();
        ProcessStart start = DoppelProgram.Start("find", "--json") with { Folder = tree.Folder };
        Expect.Groups(tree, ["sub/one | sub/two"], DoppelProgram.Read(start, exitCode: 0));
    }

    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Files_may_be_roots(VolumeKind volume)
    {
        using TempTree tree = Pair();
        tree.AddFile("three", "content");
        FindReport report = DoppelProgram.Find(volume, tree["sub/one"], tree["three"], tree["three"]);
        Expect.Groups(tree, ["sub/one | three"], report);
    }

    [Theory]
    [InlineData("--files-from", "\n")]
    [InlineData("--files0-from", "\0")]
    public void Roots_may_come_from_standard_input(string flag, string end)
    {
        using TempTree tree = Pair();
        tree.AddFile("-three", "content");
        byte[] list = [.. (tree["sub/two"] + end + tree["-three"] + end).Bytes];
        FindReport report = DoppelProgram.Read(
            DoppelProgram.Start("find", "--json", flag, "-") with { Input = list }, exitCode: 0);
        Expect.Groups(tree, ["sub/two | -three"], report);
        tree.AddFile("list", list);
        Expect.Groups(report.Groups, DoppelProgram.Find(flag, tree["list"]));
    }

    [Fact]
    public void Groups_that_lie_in_one_root_are_left_out_of_isolate()
    {
        using TempTree tree = Pair();
        tree.AddFile("a/three", "other content");
        tree.AddFile("b/four", "other content");
        Expect.Groups(tree, ["a/three | b/four"], DoppelProgram.Find("--isolate", tree["a"], tree["b"], tree["sub"]));
    }

    [Fact]
    public void A_missing_root_is_a_problem_of_a_search_and_an_error_of_a_plan()
    {
        using TempTree tree = Pair();
        ProcessEnd end = DoppelProgram.Run("find", tree["sub"], tree["no such folder"]);
        Assert.Equal(1, end.ExitCode);
        Assert.Contains("sub/two", end.OutputText);
        Assert.Contains("no such folder", end.ErrorText);

        end = DoppelProgram.Run("plan", tree["sub"], tree["no such folder"]);
        Assert.Equal(2, end.ExitCode);
        Assert.Empty(end.Output);
        Assert.Contains("no such folder", end.ErrorText);
    }

    [Fact]
    public void Absolute_roots_are_searched_from_a_working_directory_that_is_gone()
    {
        using TempTree tree = Pair();
        tree.AddFolder("gone");
        const string Script = "cd \"$1\" && rmdir \"$1\" && exec \"$2\" find --catalog none --format fdupes $3";
        ProcessEnd end = Tool.Run("sh", "-c", Script, "sh", tree["gone"], DoppelProgram.Path, tree["sub"]);
        Assert.Equal(0, end.ExitCode);
        Assert.Contains("sub/two", end.OutputText);

        tree.AddFolder("gone");
        end = Tool.Run("sh", "-c", Script, "sh", tree["gone"], DoppelProgram.Path, "sub");
        Assert.Equal(2, end.ExitCode);
        Assert.Equal("doppel: the working directory no longer exists\nhint: use absolute paths\n", end.ErrorText);
    }

    private static TempTree Pair()
    {
        var tree = new TempTree();
        tree.AddFile("sub/one", "content");
        tree.AddFile("sub/two", "content");
        return tree;
    }
}
