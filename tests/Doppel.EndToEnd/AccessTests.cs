namespace Doppel.EndToEnd;

/// <summary>What an ordinary user may not read becomes a problem, and the run goes on.</summary>
public sealed class AccessTests
{
    [Theory, InlineData(VolumeKind.Native), InlineData(VolumeKind.Portable)]
    public void Unreadable_files_and_folders_are_problems_and_the_rest_is_found(VolumeKind volume)
    {
        using var tree = new TempTree();
        tree.AddFile("one", "content");
        tree.AddFile("two", "content");
        ByteName file = tree.AddFile("secret", "content");
        tree.AddFile("locked/three", "content");
        tree.ChangeMode("secret", 0);
        tree.ChangeMode("locked", 0);
        FindReport report = DoppelProgram.Read(AsNobody(tree, volume, "find", "--json", tree.Folder), exitCode: 1);
        Expect.Groups(tree, ["one | two"], report);
        Assert.Equal([tree["locked"], file], report.Problems.Select(problem => problem.Path));
        Assert.All(report.Problems, problem => Assert.Equal("access-denied", problem.Reason));
        Assert.All(report.Problems, problem => Assert.NotEmpty(problem.Message));
        Assert.Equal("open", report.Problems[1].Step);
    }

    [Fact]
    public void A_folder_that_may_be_listed_and_not_entered_gives_problems()
    {
        using var tree = new TempTree();
        tree.AddFile("one", "content");
        tree.AddFile("two", "content");
        tree.AddFile("listed/three", "content");
        tree.ChangeMode("listed", 0x124); // r--r--r--
        FindReport report = DoppelProgram.Read(
            AsNobody(tree, VolumeKind.Native, "find", "--json", tree.Folder), exitCode: 1);
        Expect.Groups(tree, ["one | two"], report);
        Assert.All(report.Problems, problem => Assert.Equal("access-denied", problem.Reason));
    }

    [Fact]
    public void A_file_of_unique_size_may_be_as_secret_as_it_likes()
    {
        using var tree = new TempTree();
        tree.AddFile("one", "content");
        tree.AddFile("two", "content");
        tree.AddFile("secret", "some other size");
        tree.ChangeMode("secret", 0);
        FindReport report = DoppelProgram.Read(
            AsNobody(tree, VolumeKind.Native, "find", "--json", tree.Folder), exitCode: 0);
        Expect.Groups(tree, ["one | two"], report);
    }

    [Fact]
    public void Files_of_others_are_read_although_their_access_time_may_not_be_spared()
    {
        using var tree = new TempTree(); // as root the files are root's, and nobody may not use O_NOATIME on them
        tree.AddFile("one", new byte[300_000]);
        tree.AddFile("two", new byte[300_000]);
        FindReport report = DoppelProgram.Read(
            AsNobody(tree, VolumeKind.Native, "find", "--json", tree.Folder), exitCode: 0);
        Expect.Groups(tree, ["one | two"], report);
    }

    [Fact]
    public void A_root_that_may_not_be_read_means_that_nothing_could_be_done()
    {
        using var tree = new TempTree();
        tree.AddFolder("locked");
        tree.ChangeMode("locked", 0);
        ProcessEnd end = Tool.Run(AsNobody(tree, VolumeKind.Native, "find", tree["locked"]));
        Assert.Equal(2, end.ExitCode);
        Assert.Contains("locked", end.ErrorText);
    }

    // Root is refused nothing. A copy of the executable lies where everybody may read it.
    private static ProcessStart AsNobody(TempTree tree, VolumeKind volume, params ByteName[] arguments)
    {
        if (LibC.UserId != 0)
        {
            return DoppelProgram.Start(arguments).Through(volume);
        }

        Needs.Program("setpriv", "util-linux");
        string program = Path.Combine(PublicFolder(tree), "doppel");
        Tool.Run("cp", DoppelProgram.Path, program).MustSucceed();
        ProcessStart start = DoppelProgram.Start().Through(volume);
        return start with
        {
            Program = "setpriv",
            Arguments = ["--reuid=65534", "--regid=65534", "--clear-groups", "--", program, .. arguments],
            Folder = "/",
        };
    }

    // Beside the tree, so that the executable is not found in it.
    private static string PublicFolder(TempTree tree)
    {
        Tool.Run("chmod", "755", tree.Folder).MustSucceed();
        return s_public.Folder;
    }

    private static readonly TempTree s_public = NewPublic();

    private static TempTree NewPublic()
    {
        var tree = new TempTree();
        Tool.Run("chmod", "755", tree.Folder).MustSucceed();
        AppDomain.CurrentDomain.ProcessExit += (_, _) => tree.Dispose();
        return tree;
    }
}
