namespace Doppel.Cli.Tests.Commands;

/// <summary>Every way to ask for help and for the version.</summary>
public sealed class HelpTests
{
    private static readonly CommandTable s_table = AllCommands.Table;

    public static TheoryData<string> Commands => [.. s_table.All.Select(static command => command.Name)];

    public static TheoryData<string> Families => [.. s_table.FamilySummaries.Keys];

    [Fact]
    public void Help_without_a_command_is_the_short_help_of_doppel()
    {
        string expected = Output("-h");
        Assert.Equal(expected, Output("help"));
        Assert.Equal(expected, Output());
    }

    [Theory, MemberData(nameof(Commands))]
    public void Help_with_a_command_is_its_long_help(string name)
    {
        string expected = Output([.. name.Split(' '), "--help"]);
        Assert.Equal(expected, Output(["help", .. name.Split(' ')]));
        Assert.Contains($"Usage: doppel {name}", expected, StringComparison.Ordinal);
    }

    [Theory, MemberData(nameof(Families))]
    public void Help_for_the_first_word_of_several_commands_lists_them_with_one_line_each(string family)
    {
        string[] lines = Output(family, "-h").Split('\n');
        Assert.Contains($"Usage: doppel {family} COMMAND [OPTION...]", lines);
        CommandDefinition[] members = [.. s_table.All.Where(command => command.Words[0] == family)];
        Assert.Equal(members.Length, lines.Count(static line => line.StartsWith("  ", StringComparison.Ordinal)));
        Assert.All(members, member => Assert.Single(lines, line =>
            line.StartsWith($"  {member.Words[1]} ", StringComparison.Ordinal)
            && line.EndsWith("  " + member.Summary, StringComparison.Ordinal)));
        string everything = Output(family, "--help");
        Assert.Equal(everything, Output("help", family));
        Assert.All(members, member => Assert.Contains(member.Usage, everything, StringComparison.Ordinal));
        Assert.DoesNotContain("doppel find [OPTION...]", everything, StringComparison.Ordinal);
    }

    [Theory, MemberData(nameof(Families))]
    public void Without_a_second_word_the_commands_are_named_in_an_error(string family)
    {
        using var host = new TestHost();
        Assert.Equal(2, host.Run(family));
        Assert.Equal("", host.Output);
        Assert.StartsWith($"doppel: {family}: missing command: one of ", host.Errors, StringComparison.Ordinal);
        Assert.Equal(3, host.Errors.Split('\n').Length);
        Assert.All(
            s_table.All.Where(command => command.Words[0] == family),
            command => Assert.Contains(command.Words[1], host.Errors, StringComparison.Ordinal));
    }

    [Fact]
    public void Commands_are_listed_under_headings_and_none_is_missing()
    {
        string[] lines = Output("-h").Split('\n');
        string[] headings = [.. lines.Where(static line => line.EndsWith(':') && line[0] != ' ')];
        Assert.Equal(
            [
                "Search:", "Act on duplicates:", "After acting:", "Catalog:", "Many machines:", "S3 storage:", "More:",
                "Help:",
            ],
            headings);
        Assert.Equal(
            ["journal", "resume", "undo"],
            lines.SkipWhile(static line => line != "After acting:").Skip(1).TakeWhile(static line => line.Length > 0)
                .Select(static line => line.Trim().Split(' ')[0]));
        Assert.All(s_table.All, command => Assert.Single(
            lines, line => line.StartsWith($"  {command.Name} ", StringComparison.Ordinal)));
        Assert.Equal(s_table.All.Count, s_table.All.Distinct().Count());
    }

    [Theory]
    [InlineData("--version")]
    [InlineData("-V")]
    [InlineData("version")]
    [InlineData("find -V")]
    [InlineData("find -qV")]
    [InlineData("s3 ls --version")]
    public void The_version_can_be_asked_for_anywhere(string line)
    {
        string output = Output(line.Split(' '));
        Assert.Equal($"doppel {ProgramVersion.Text}\n", output);
    }

    [Theory]
    [InlineData("help fnd", "unknown command: fnd", "did you mean find?")]
    [InlineData("help s3 lss x", "help: too many arguments", "doppel help [COMMAND]")]
    [InlineData("help --frob", "unknown option: --frob", "doppel help [COMMAND]")]
    [InlineData("version x", "version: too many arguments", "doppel version")]
    public void Help_for_what_does_not_exist_is_an_error(string line, string message, string hint)
    {
        using var host = new TestHost();
        Assert.Equal(2, host.Run(line.Split(' ')));
        Assert.Equal($"doppel: {message}\nhint: {hint}\n", host.Errors);
    }

    [Fact]
    public void Shells_complete_every_word_that_help_knows()
    {
        CommandDefinition help = s_table.All.Single(static command => command.Name == "help");
        Assert.Equal(
            s_table.Families.Select(static family => family.Key).Where(static word => word != "help").Order(),
            help.OperandChoices.Order());
    }

    [Theory]
    [InlineData(30)]
    [InlineData(40)]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(200)]
    public void Help_fits_the_terminal(int columns)
    {
        // A single word or a command line to copy may be longer.
        string[] lines = [.. AllHelp(columns).SelectMany(static text => text.Split('\n'))];
        HashSet<string> examples = [.. s_table.All.SelectMany(static c => c.Examples).Select(static e => e.Line)];
        Assert.All(lines, line => Assert.True(
            line.Length < Math.Min(columns, 80) || examples.Contains(line.Trim())
                || !line.Trim().Contains(' ', StringComparison.Ordinal)
                || line.Trim().StartsWith('-'),
            line));
    }

    [Fact]
    public void A_narrow_terminal_shows_every_option_with_its_whole_summary()
    {
        char[] blanks = [' ', '\n'];
        string text = string.Join(
            ' ', Output(40, "find", "-h").Split(blanks, StringSplitOptions.RemoveEmptyEntries));
        Assert.All(s_table.Main.AllOptions, option => Assert.Contains(
            $"{option.Syntax} {option.Summary}", text, StringComparison.Ordinal));
    }

    private static IEnumerable<string> AllHelp(int columns)
    {
        yield return Output(columns, "-h");
        yield return Output(columns, "--help");
        foreach (CommandDefinition command in s_table.All)
        {
            yield return Output(columns, [.. command.Words, "-h"]);
            yield return Output(columns, [.. command.Words, "--help"]);
        }

        foreach (string family in s_table.FamilySummaries.Keys)
        {
            yield return Output(columns, family, "-h");
            yield return Output(columns, family, "--help");
        }
    }

    private static string Output(params string[] line) => Output(80, line);

    private static string Output(int columns, params string[] line)
    {
        using var host = new TestHost { IsTerminal = true };
        host.Environment["COLUMNS"] = columns.ToString(System.Globalization.CultureInfo.InvariantCulture);
        Assert.Equal(0, host.Run(line));
        Assert.Equal("", host.Errors);
        return host.Output;
    }
}
