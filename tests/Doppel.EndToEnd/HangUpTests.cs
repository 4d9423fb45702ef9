using System.Globalization;

namespace Doppel.EndToEnd;

/// <summary>A closed terminal ends a run in the same way as SIGTERM.</summary>
public sealed class HangUpTests
{
    private const int HangUp = 1;

    [Theory]
    [InlineData("link")]
    [InlineData("link --symbolic")]
    [InlineData("delete")]
    public void An_action_ends_between_two_files_and_leaves_nothing_of_its_own(string action)
    {
        using var tree = new TempTree();
        int files = TestRun.Count(2_000, 40_000);
        for (int i = 0; i < files; i++)
        {
            tree.AddFile($"{i % 10}/{i.ToString(CultureInfo.InvariantCulture)}", "the same content in all of them");
        }

        using var state = new TempTree();
        ProcessStart start = DoppelProgram
            .Start([.. action.Split(' ').Select(static word => (ByteName)word), "--yes", tree.Folder])
            .WithState(state.Folder);
        using ChildProcess child = ChildProcess.Start(start);
        SpinWait.SpinUntil(() => !child.Runs || CountUntouched(tree) < files);

        // The system and the shell each send one.
        child.Signal(HangUp);
        child.Signal(HangUp);
        ProcessEnd end = child.WaitForEnd();
        Assert.True(end.ExitCode == 128 + HangUp, $"exit code {end.ExitCode}: {end.ErrorText}");
        Assert.Matches($@"\n[\d,]+ files {(action == "delete" ? "deleted" : "linked")}", end.ErrorText);
        Assert.Empty(Directory.EnumerateFiles(tree.Folder, ".doppel-*", SearchOption.AllDirectories));
        StateFolder.Run(state.Folder, "undo", "--yes").MustSucceed();
        Assert.Equal(files, Directory.EnumerateFiles(tree.Folder, "*", SearchOption.AllDirectories).Count());
        Assert.Equal(files, CountUntouched(tree));
    }

    [Fact]
    public void A_search_that_hangs_up_reports_what_it_has_as_a_part()
    {
        using var files = new EndlessFiles();
        using ChildProcess child = ChildProcess.Start(
            DoppelProgram.Start("find", "--json", files.Folder));
        files.WaitUntilRead(child);
        child.Signal(HangUp);
        ProcessEnd end = child.WaitForEnd();
        Assert.True(end.ExitCode == 128 + HangUp, $"exit code {end.ExitCode}: {end.ErrorText}");
        Assert.False(DoppelProgram.ReadOutput(end).IsComplete);
        Assert.Contains("hung up: the results", end.ErrorText);
    }

    [Fact]
    public void Under_nohup_a_hang_up_changes_nothing()
    {
        using var files = new EndlessFiles();
        ProcessStart start = DoppelProgram.Start("find", "--json", files.Folder);
        using ChildProcess child = ChildProcess.Start(start with
        {
            Program = "nohup",
            Arguments = [DoppelProgram.Path, .. start.Arguments],
        });
        files.WaitUntilRead(child);
        child.Signal(HangUp);
        child.Signal(15);
        Assert.Equal(143, child.WaitForEnd().ExitCode);
    }

    private static int CountUntouched(TempTree tree) => int.Parse(
        Tool.Run("sh", "-c", $"find '{tree.Folder}' -type f -links 1 | wc -l").OutputText,
        CultureInfo.InvariantCulture);
}
