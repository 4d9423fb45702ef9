using System.Text;

namespace Doppel.EndToEnd;

/// <summary>Where a report goes: whole or not at all.</summary>
public sealed class OutputTests
{
    [Fact]
    public void A_report_in_a_file_is_that_of_standard_output()
    {
        using TempTree tree = Pair();
        FindReport report = DoppelProgram.Find(tree["roots"]);
        ProcessEnd end = DoppelProgram.Run("find", "--json", "-o", tree["report"], tree["roots"]).MustSucceed();
        Assert.Empty(end.Output);
        Expect.Groups(report.Groups, FindReport.Parse(File.ReadAllBytes($"{tree["report"]}")));
        Assert.Equal(["report", "roots"], Names(tree));
    }

    [Fact]
    public void A_file_that_was_there_is_replaced_whole()
    {
        using TempTree tree = Pair();
        tree.AddFile("report", new byte[1 << 20]);
        tree.AddHardLink("old", "report");
        DoppelProgram.Run("find", "--json", "-o", tree["report"], tree["roots"]).MustSucceed();
        Assert.Single(FindReport.Parse(File.ReadAllBytes($"{tree["report"]}")).Groups);
        Assert.Equal(1 << 20, new FileInfo($"{tree["old"]}").Length);
    }

    [Fact]
    public void A_search_that_could_not_be_done_leaves_the_old_report()
    {
        using TempTree tree = Pair();
        tree.AddFile("report", "old");
        Assert.Equal(2, DoppelProgram.Run("find", "-o", tree["report"], tree["nowhere"]).ExitCode);
        Assert.Equal("old", File.ReadAllText($"{tree["report"]}"));
        Assert.Equal(["report", "roots"], Names(tree));
    }

    [Fact]
    public void A_pipe_is_written_in_place()
    {
        using TempTree tree = Pair();
        ByteName fifo = tree.AddFifo("fifo");
        using ChildProcess reader = ChildProcess.Start(new ProcessStart("cat", [fifo]));
        DoppelProgram.Run("find", "--json", "-o", fifo, tree["roots"]).MustSucceed();
        Assert.Single(FindReport.Parse(reader.WaitForEnd().Output).Groups);
        Assert.Equal(["fifo", "roots"], Names(tree));
    }

    [Fact]
    public void A_device_is_written_in_place_and_stays_one()
    {
        using TempTree tree = Pair();
        DoppelProgram.Run("find", "-o", "/dev/null", tree["roots"]).MustSucceed();
        Assert.True(Tool.Run("test", "-c", "/dev/null").ExitCode == 0, "/dev/null is a device");
    }

    [Theory]
    [InlineData("find --catalog none --json -o PLACE/report ROOTS")]
    [InlineData("find --catalog none --format html -o PLACE/report ROOTS")]
    [InlineData("plan --catalog none -o PLACE/plan ROOTS")]
    [InlineData("catalog add drawer ROOTS")]
    [InlineData("delete --catalog none --yes ROOTS")]
    public void A_file_that_may_not_grow_is_one_error_and_nothing_is_left(string command)
    {
        using var tree = new TempTree();
        using var place = new TempTree();
        using var state = new TempTree();
        for (int i = 0; i < 300; i++)
        {
            tree.AddFile($"a rather long name, so that what is written is long as well {i}", "same");
        }

        ByteName[] words = [.. command.Split(' ').Select(word => (ByteName)word
            .Replace("PLACE", place.Folder.ToString(), StringComparison.Ordinal)
            .Replace("ROOTS", tree.Folder.ToString(), StringComparison.Ordinal))];
        ProcessStart start = DoppelProgram.Start(words).WithState(state.Folder);
        ProcessEnd end = Tool.Run(start with
        {
            Program = "sh",
            Arguments = ["-c", "ulimit -f 1; exec \"$0\" \"$@\"", DoppelProgram.Path, .. start.Arguments],
        });
        Assert.True(end.ExitCode == 2, $"exit code {end.ExitCode}: {end.ErrorText}");
        Assert.Contains("File too large", end.ErrorText);
        Assert.DoesNotContain("internal error", end.ErrorText);
        Assert.Equal(300, Directory.GetFileSystemEntries(tree.Folder).Length);
        Assert.Empty(Directory.GetFileSystemEntries(place.Folder));
        Assert.Empty(Directory.GetFiles(state.Folder, "*.tmp*", SearchOption.AllDirectories));
    }

    [Fact]
    public void A_full_device_is_reported_in_one_line_with_exit_code_2()
    {
        using TempTree tree = Pair();
        ProcessEnd byFlag = DoppelProgram.Run("find", "-o", "/dev/full", tree["roots"]);
        ProcessEnd byShell = Tool.Run(DoppelProgram.Start("find", tree["roots"]) with { OutputTo = "/dev/full" });
        foreach (ProcessEnd end in (ProcessEnd[])[byFlag, byShell])
        {
            Assert.Equal(2, end.ExitCode);
            Assert.Single(end.ErrorText.TrimEnd('\n').Split('\n'));
            Assert.Contains("No space left on device", end.ErrorText);
        }
    }

    [Fact]
    public void A_folder_is_no_place_for_a_report()
    {
        using TempTree tree = Pair();
        ProcessEnd end = DoppelProgram.Run("find", "-o", tree["roots"], tree["roots"]);
        Assert.Equal(2, end.ExitCode);
        Assert.Equal(["one", "two"], Directory.GetFiles($"{tree["roots"]}").Select(Path.GetFileName).Order());
    }

    [Fact]
    public void A_closed_output_pipe_is_no_failure()
    {
        using var tree = new TempTree();
        CorpusGenerator.Small(tree, 2_000, TestRun.SeedOffset);
        foreach (string format in (string[])["text", "json", "csv"])
        {
            ProcessStart start = DoppelProgram.Start("find", "--format", format, tree.Folder);
            ProcessEnd end = Tool.Run(start with { OutputBroken = true });
            Assert.Equal(0, end.ExitCode);
            Assert.Equal("", end.ErrorText);
        }
    }

    [Fact]
    public void Quiet_silences_warnings_and_never_results()
    {
        using TempTree tree = Pair();
        tree.AddSymbolicLink("roots/loop", "loop");
        ProcessEnd end = DoppelProgram.Run("find", "-q", "--follow", tree["roots"]);
        Assert.Equal("", end.ErrorText);
        Assert.Contains("one", end.OutputText);
    }

    [Fact]
    public void Duplicates_give_exit_code_3_where_that_is_asked_for()
    {
        using TempTree tree = Pair();
        Assert.Equal(3, DoppelProgram.Run("find", "--exit-code", tree["roots"]).ExitCode);
        Assert.Equal(0, DoppelProgram.Run("find", "--exit-code", tree["roots/one"]).ExitCode);
    }

    [Fact]
    public void Nothing_is_drawn_or_colored_when_piped()
    {
        using TempTree tree = Pair();
        ProcessEnd end = DoppelProgram.Run("find", tree["roots"]).MustSucceed();
        Assert.DoesNotContain('\x1b', end.OutputText + end.ErrorText);
        Assert.DoesNotContain('\r', end.OutputText + end.ErrorText);
    }

    [Fact]
    public void On_a_terminal_names_are_escaped_and_progress_is_drawn_and_taken_away()
    {
        Needs.Program("script", "bsdutils");
        using TempTree tree = Pair();
        tree.AddFile("roots/red\x1b[31m\u202e", "content");
        ProcessStart start = DoppelProgram.Start() with
        {
            Program = "script",
            Arguments = ["-qec", $"'{DoppelProgram.Path}' find --progress=always '{tree["roots"]}'", "/dev/null"],
        };
        ProcessEnd end = Tool.Run(start).MustSucceed();
        Assert.DoesNotContain("red\x1b[31m", end.OutputText);
        Assert.DoesNotContain("\u202e", end.OutputText);
        Assert.Contains("red", end.OutputText);
    }

    [Theory]
    [InlineData("TERM", "xterm", true)]
    [InlineData("TERM", "dumb", false)]
    [InlineData("TERM", null, false)]
    [InlineData("NO_COLOR", "1", false)]
    public void Colors_on_a_terminal_depend_on_what_it_is_and_what_is_asked_for(
        string variable, string? value, bool expected)
    {
        using TempTree tree = Pair();
        string output = OnTerminal($"find --no-progress '{tree["roots"]}'", columns: 80, variable, value);
        Assert.Contains("2 × 7 B", output, StringComparison.Ordinal);
        Assert.Equal(expected, output.Contains('\x1b', StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(40)]
    [InlineData(60)]
    [InlineData(80)]
    public void Help_fits_a_terminal_of_that_width(int columns)
    {
        foreach (string command in (string[])["-h", "find -h", "s3 -h", "link -h", "help s3"])
        {
            string[] lines = OnTerminal(command, columns, "TERM", "xterm").Split("\n");
            Assert.True(lines.Length > 10, command);
            Assert.All(lines, line => Assert.True(
                line.Length < columns || line.StartsWith("  doppel", StringComparison.Ordinal)
                    || line.StartsWith("  tar ", StringComparison.Ordinal)
                    || line.StartsWith("  curl ", StringComparison.Ordinal),
                line));
        }
    }

    [Fact]
    public void Every_format_reports_the_same_groups()
    {
        using TempTree tree = Pair();
        string names = $"{tree["roots/one"]}\n{tree["roots/two"]}\n";
        Assert.Equal(names + "\n", Run(tree, "fdupes"));
        Assert.All(names.TrimEnd().Split('\n'), name => Assert.Contains(name, Run(tree, "csv")));
        Assert.Contains("\"files\"", Run(tree, "fclones"));
        Assert.Contains("roots/one", Run(tree, "text"));
    }

    // What a terminal of this width shows, without carriage returns.
    private static string OnTerminal(string line, int columns, string variable, string? value)
    {
        Needs.Program("script", "bsdutils");
        ProcessStart start = DoppelProgram.Start();
        var environment = new Dictionary<string, string?>(start.Environment) { [variable] = value };
        return Tool.Run(start with
        {
            Program = "script",
            Arguments = ["-qec", $"stty cols {columns}; '{DoppelProgram.Path}' {line}", "/dev/null"],
            Environment = environment,
        }).MustSucceed().OutputText.Replace("\r", "", StringComparison.Ordinal);
    }

    private static string Run(TempTree tree, string format) => Encoding.UTF8.GetString(
        DoppelProgram.Run("find", "-q", "--format", format, tree["roots"]).MustSucceed().Output);

    private static TempTree Pair()
    {
        var tree = new TempTree();
        tree.AddFile("roots/one", "content");
        tree.AddFile("roots/two", "content");
        return tree;
    }

    private static IEnumerable<string?> Names(TempTree tree) =>
        Directory.GetFileSystemEntries(tree.Folder).Select(Path.GetFileName).Order(StringComparer.Ordinal);
}
