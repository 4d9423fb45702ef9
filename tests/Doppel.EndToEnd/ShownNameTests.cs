using System.Text;

namespace Doppel.EndToEnd;

/// <summary>Names with control characters: exact for programs, harmless on a terminal, and never lost.</summary>
public sealed class ShownNameTests
{
    private const string Evil = "e\e[31m\nrm -rf x";

    [Fact]
    public void Text_in_a_pipe_quotes_a_name_with_a_line_break_and_counts_it()
    {
        using var tree = new TempTree();
        tree.AddFile("a\nb", "same");
        tree.AddFile("c", "same");
        ProcessEnd found = Tool.Run(DoppelProgram.Start("find", "--exit-code", ".") with { Folder = tree.Folder });
        Assert.Equal(3, found.ExitCode);
        Assert.Contains(
            "    $'./a\\nb'\n    ./c\n\nTotal: 1 group, 1 redundant file, 4 B redundant\n", found.OutputText);
        Assert.DoesNotContain("problem", found.ErrorText);

        using var state = new TempTree();
        ProcessEnd acted = Tool.Run(DoppelProgram.Start("delete", "--yes", "-").WithState(state.Folder) with
        {
            Folder = tree.Folder,
            Input = found.Output,
        });
        Assert.True(acted.ExitCode == 0, acted.ErrorText);
        Assert.Single(Directory.GetFiles(tree.Folder));
    }

    [Fact]
    public void The_fdupes_form_counts_a_group_that_it_cannot_write()
    {
        using var tree = new TempTree();
        tree.AddFile("a\nb", "same");
        tree.AddFile("c", "same");
        ProcessEnd found = DoppelProgram.Run("find", "--format", "fdupes", tree.Folder);
        Assert.Equal((1, ""), (found.ExitCode, found.OutputText));
        Assert.Contains("1 group, 1 redundant file", found.ErrorText);
        Assert.DoesNotContain("no duplicates", found.ErrorText);
    }

    [Theory]
    [InlineData("delete")]
    [InlineData("link")]
    [InlineData("link --symbolic")]
    [InlineData("move --to .")]
    public void A_script_shows_names_escaped_on_a_terminal_and_exact_in_a_pipe(string action)
    {
        Needs.Program("script", "bsdutils");
        using var tree = new TempTree();
        using var state = new TempTree();
        tree.AddFile("a", "same");
        tree.AddFile(Evil, "same");
        ProcessStart start = DoppelProgram.Start().WithState(state.Folder);
        ProcessEnd shown = Tool.Run(start with
        {
            Program = "script",
            Arguments = ["-qec", $"'{DoppelProgram.Path}' {action} --keep a --script '{tree.Folder}'", "/dev/null"],
            Folder = state.Folder,
        });
        Assert.True(shown.ExitCode == 0, shown.OutputText);
        Assert.DoesNotContain("\e[31m", shown.OutputText);
        Assert.Contains(@"e\x1B[31m\nrm -rf x'", shown.OutputText);
        Assert.Contains("Write the script to a file to run it", shown.OutputText);

        ProcessEnd piped = Tool.Run(start with
        {
            Arguments =
            [
                .. action.Split(' ').Select(static word => (ByteName)word), "--keep", "a", "--script", tree.Folder,
            ],
            Folder = state.Folder,
        });
        Assert.Contains($"{Evil}'", Encoding.UTF8.GetString(piped.Output));
        Assert.DoesNotContain("to a file to run it", piped.OutputText);
    }

    [Fact]
    public void A_profile_is_shown_escaped_on_a_terminal()
    {
        Needs.Program("script", "bsdutils");
        using var home = new TempTree();
        home.AddFile("doppel/config.json", """{"profiles": {"x": ["--include", "\u001b[31m"]}}""");
        ProcessStart start = DoppelProgram.Start();
        ProcessEnd shown = Tool.Run(start with
        {
            Program = "script",
            Arguments = ["-qec", $"'{DoppelProgram.Path}' profile show x", "/dev/null"],
            Environment = new Dictionary<string, string?>(start.Environment) { ["XDG_CONFIG_HOME"] = home.Folder },
        });
        Assert.DoesNotContain("\e[31m", shown.OutputText);
        Assert.Contains(@"\x1B[31m", shown.OutputText);
    }
}
