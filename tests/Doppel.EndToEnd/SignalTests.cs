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
        using TempTree tree = Endless();
        ProcessStart start = Start("find", "--json", "--unique", tree.Folder);
        using ChildProcess child = ChildProcess.Start(start with { TimeLimit = TimeSpan.FromMinutes(1) });
        WaitUntilItReads(child, tree["endless one"]);
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
        using TempTree tree = Endless();
        using var place = new TempTree();
        using ChildProcess child = ChildProcess.Start(
            Start("find", "--json", "-o", place["report"], tree.Folder));
        WaitUntilItReads(child, tree["endless one"]);
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
        SpinWait.SpinUntil(() => HandlesOf(child).Any(), TimeSpan.FromSeconds(20));
        child.Signal(Terminate);
        Assert.Equal(143, child.WaitForEnd().ExitCode);
    }

    // Through a volume that reads holes, unlike the usual one.
    private static ProcessStart Start(params ByteName[] arguments) =>
        DoppelProgram.Start(arguments).Through(VolumeKind.Portable);

    // Two files whose comparison takes longer than anyone waits, for they are holes, and a pair that is soon found.
    private static TempTree Endless()
    {
        var tree = new TempTree();
        tree.AddFile("one", "content");
        tree.AddFile("two", "content");
        tree.AddFile("alone", "something else");
        tree.AddSparseFile("endless one", 4L << 40, 1);
        tree.AddSparseFile("endless two", 4L << 40, 1);
        return tree;
    }

    private static void WaitUntilItReads(ChildProcess child, ByteName path)
    {
        bool reads = SpinWait.SpinUntil(() => HandlesOf(child).Contains($"{path}"), TimeSpan.FromMinutes(1));
        Assert.True(reads, child.Runs ? "It never opened the file." : child.WaitForEnd().ErrorText);
    }

    private static IEnumerable<string?> HandlesOf(ChildProcess child)
    {
        try
        {
            return [.. Directory.EnumerateFileSystemEntries($"/proc/{child.Id}/fd").Select(Target)];
        }
        catch (IOException)
        {
            return []; // it ended
        }
    }

    private static string? Target(string handle)
    {
        try
        {
            return new FileInfo(handle).LinkTarget;
        }
        catch (IOException)
        {
            return null; // it was closed meanwhile
        }
    }
}
