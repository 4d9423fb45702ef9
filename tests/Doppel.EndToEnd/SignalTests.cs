namespace Doppel.EndToEnd;

/// <summary>A search that is stopped tells what it found so far and that it is a part.</summary>
public sealed class SignalTests
{
    private const int Interrupt = 2;
    private const int Terminate = 15;

    [Theory]
    [InlineData(Interrupt, 130)]
    [InlineData(Terminate, 143)]
    public void A_stopped_search_reports_what_it_has_as_a_part(int signal, int exitCode)
    {
        using var files = new EndlessFiles();
        ProcessStart start = DoppelProgram.Start("find", "--json", "--unique", files.Folder);
        using ChildProcess child = ChildProcess.Start(start with { TimeLimit = TimeSpan.FromMinutes(1) });
        files.WaitUntilRead(child);
        child.Signal(signal);
        ProcessEnd end = child.WaitForEnd();
        Assert.True(end.ExitCode == exitCode, $"exit code {end.ExitCode}: {end.ErrorText}");
        FindReport report = DoppelProgram.ReadOutput(end);
        Assert.False(report.IsComplete);
        Assert.DoesNotContain("unique", report.Types);
        Assert.All(report.Groups, group => Assert.Equal(7, group.Size));
    }

    [Fact]
    public void A_stopped_search_that_writes_a_file_leaves_no_half_one()
    {
        using var files = new EndlessFiles();
        using var place = new TempTree();
        using ChildProcess child = ChildProcess.Start(
            DoppelProgram.Start("find", "--json", "-o", place["report"], files.Folder));
        files.WaitUntilRead(child);
        child.Signal(Interrupt);
        Assert.Equal(130, child.WaitForEnd().ExitCode);
        string[] names = [.. Directory.GetFileSystemEntries(place.Folder).Select(name => Path.GetFileName(name)!)];
        Assert.True(names is [] or ["report"], string.Join(' ', names));
        if (names.Length == 1)
        {
            Assert.False(FindReport.Parse(File.ReadAllBytes($"{place["report"]}")).IsComplete);
        }
    }

    [Fact]
    public void A_search_that_waits_for_its_list_can_be_stopped()
    {
        using ChildProcess child = ChildProcess.Start(DoppelProgram.Start("find", "--files-from", "-") with
        {
            KeepInputOpen = true,
            TimeLimit = TimeSpan.FromMinutes(1),
        });
        SpinWait.SpinUntil(() => child.OpenFiles().Count > 0, TimeSpan.FromSeconds(20));
        child.Signal(Terminate);
        Assert.Equal(143, child.WaitForEnd().ExitCode);
    }
}
