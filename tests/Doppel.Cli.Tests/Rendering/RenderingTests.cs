using Doppel.Testing;

namespace Doppel.Cli.Tests.Rendering;

public sealed class RenderingTests
{
    private static readonly CommandTable s_table = AllCommands.Table;

    private static readonly Dictionary<string, Func<string>> s_scripts = new()
    {
        ["bash"] = () => BashCompletion.Render(s_table),
        ["zsh"] = () => ZshCompletion.Render(s_table),
        ["fish"] = () => FishCompletion.Render(s_table),
        ["pwsh"] = () => PowerShellCompletion.Render(s_table),
    };

    public static TheoryData<string> Commands => [.. s_table.All.Select(command => command.Name), ""];

    [Theory, MemberData(nameof(Commands))]
    public void Help_fits_a_terminal_of_79_columns(string name)
    {
        CommandDefinition? command = s_table.All.FirstOrDefault(command => command.Name == name);
        string[] lines =
            [.. ShortHelp.Render(s_table, command).Split('\n'), .. LongHelp.Render(s_table, command).Split('\n')];
        Assert.All(lines, line => Assert.True(line.Length <= Wrapped.ColumnsMax, line));
    }

    [Theory, MemberData(nameof(Commands))]
    public void Short_help_has_one_line_for_each_flag(string name)
    {
        CommandDefinition? command = s_table.All.FirstOrDefault(command => command.Name == name);
        string[] lines = ShortHelp.Render(s_table, command).Split('\n');
        Assert.All(command?.AllOptions ?? HelpOptions.All, option => Assert.Single(
            lines, line => line.Contains($"--{option.Name} ", StringComparison.Ordinal)
                && line.Contains(option.Summary, StringComparison.Ordinal)));
    }

    [Fact]
    public void Every_flag_appears_in_every_output()
    {
        Dictionary<string, string> outputs = s_scripts.ToDictionary(script => script.Key, script => script.Value());
        outputs["--help"] = LongHelp.Render(s_table, s_table.Main);
        outputs["man"] = WholeManual();
        outputs["docs"] = OptionMarkdown.Render(s_table);
        foreach ((string output, string text) in outputs)
        {
            string dashes = output == "fish" ? "-l " : "--";
            foreach (OptionDefinition option in s_table.Main.AllOptions)
            {
                Assert.True(Mentions(text, dashes + option.Name), $"{output}: {option.Name}");
                string? undo = option.Negation;
                Assert.True(undo is null || Mentions(text, dashes + undo), $"{output}: {undo}");
                string letter = output == "fish" ? $"-s {option.Short} " : "-" + option.Short;
                Assert.True(
                    option.Short == '\0' || text.Contains(letter, StringComparison.Ordinal), $"{output}: {letter}");
            }
        }
    }

    [Fact]
    public void Every_command_appears_in_every_output()
    {
        string[] outputs =
        [
            .. s_scripts.Values.Select(render => render()),
            LongHelp.Render(s_table, null), ShortHelp.Render(s_table, null),
            WholeManual(),
        ];
        string[] words = [.. s_table.All.SelectMany(command => command.Words)];
        Assert.All(outputs, text => Assert.All(words, word => Assert.Contains(word, text, StringComparison.Ordinal)));
    }

    [Fact]
    public void Every_exit_code_is_documented()
    {
        Assert.Equal(Enum.GetValues<ExitCode>(), ExitCodeText.All.Select(item => item.Code));
        Assert.Equal([0, 1, 2, 3, 129, 130, 143], ExitCodeText.All.Select(item => (int)item.Code));
    }

    [Fact]
    public void No_name_is_shared_by_two_flags()
    {
        string[] names =
        [
            .. s_table.Main.AllOptions.Select(option => option.Name),
            .. s_table.Main.AllOptions.Select(option => option.Negation).OfType<string>(),
            .. s_table.Main.AllOptions.Select(option => option.Short).Where(letter => letter != '\0')
                .Select(letter => letter.ToString()),
        ];
        Assert.Equal(names.Length, names.Distinct().Count());
    }

    [Fact]
    public void The_documented_flags_are_those_of_the_program()
    {
        const string Begin = "<!-- flags: begin -->\n";
        const string End = "<!-- flags: end -->";
        string path = Path.Combine(SourceTree.Root, "docs", "command-line.md");
        string page = File.ReadAllText(path);
        int begin = page.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
        int end = page.IndexOf(End, StringComparison.Ordinal);
        string current = page[..begin] + "\n" + OptionMarkdown.Render(s_table) + "\n" + page[end..];
        if (Environment.GetEnvironmentVariable("DOPPEL_WRITE_DOCS") == "1")
        {
            File.WriteAllText(path, current);
            return;
        }

        Assert.True(page == current, $"{path} is stale: run this test with DOPPEL_WRITE_DOCS=1");
    }

    private static string WholeManual() =>
        string.Concat(Manual.Pages(s_table)).Replace("\\-", "-", StringComparison.Ordinal);

    private static bool Mentions(string text, string name)
    {
        int at = -1;
        while ((at = text.IndexOf(name, at + 1, StringComparison.Ordinal)) >= 0)
        {
            char after = at + name.Length < text.Length ? text[at + name.Length] : ' ';
            if (!char.IsAsciiLetterOrDigit(after) && after != '-')
            {
                return true;
            }
        }

        return false;
    }
}
