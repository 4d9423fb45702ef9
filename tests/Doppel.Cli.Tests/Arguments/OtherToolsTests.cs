using System.Text.RegularExpressions;
using Doppel.Testing;

namespace Doppel.Cli.Tests.Arguments;

/// <summary>Options and commands that users know from other duplicate finders.</summary>
public sealed partial class OtherToolsTests
{
    private static readonly CommandTable s_table = AllCommands.Table;

    public static TheoryData<string> Known => [.. OtherTools.Options];

    [Theory, MemberData(nameof(Known))]
    public void A_known_option_leads_to_what_exists(string option)
    {
        UsageException reason = Assert.Throws<UsageException>(() => ArgumentParser.Parse(s_table, ["find", option]));
        Assert.Equal($"unknown option: {option}", reason.Message);
        Assert.Equal(OtherTools.HintFor(option), reason.Hint);

        // Every command and option in the hint exists, and an option belongs to the command before it.
        string[] owner = ["find"];
        foreach (Match word in Words().Matches(reason.Hint!))
        {
            if (word.Value.StartsWith("doppel ", StringComparison.Ordinal))
            {
                owner = [word.Value[7..]];
                Assert.Contains(s_table.All, command => command.Name == owner[0]);
            }
            else
            {
                Assert.Contains(
                    s_table.All.Where(command => owner.Contains(command.Name) || command == s_table.Main),
                    command => command.AllOptions.Any(
                        one => word.Value == "--" + one.Name || word.Value == "-" + one.Short));
            }
        }
    }

    [Theory]
    [InlineData("from-other-tools")]
    [InlineData("faq")]
    [InlineData("cron")]
    [InlineData("safety")]
    public void Commands_in_the_documents_can_be_typed(string document)
    {
        string text = SourceTree.Read($"docs/{document}.md");
        string[] commands = [.. Commands().Matches(text).Select(static match => match.Groups[1].Value)];
        Assert.NotEmpty(commands);
        Assert.All(commands, static command =>
            ArgumentParser.Parse(s_table, command.Split('>')[0].Split(' ', StringSplitOptions.RemoveEmptyEntries)));
    }

    [Fact]
    public void No_option_of_a_finder_is_hidden_by_another_tools_option()
    {
        CommandDefinition[] finders =
            [.. s_table.All.Where(static command => command.Options.Any(static option => option.Name == "min-size"))];
        Assert.True(finders.Length >= 7);
        string[] own =
        [
            .. finders.SelectMany(static command => command.AllOptions).SelectMany(
                static option => (string[])["--" + option.Name, "--" + option.Negation, "-" + option.Short]),
        ];
        Assert.Empty(OtherTools.Options.Intersect(own));
        Assert.Equal(OtherTools.Options.Count(), OtherTools.Options.Distinct().Count());
    }

    [Fact]
    public void Every_command_that_another_word_leads_to_exists() => Assert.All(
        OtherTools.Commands,
        command => Assert.Contains(s_table.All, one => command == one.Name || command == $"{one.Name} --symbolic"));

    [Theory]
    [InlineData("find --delete x", "doppel delete deletes duplicates, doppel trash moves them to the trash")]
    [InlineData("find --hardlink x", "doppel link replaces duplicates with hard links")]
    [InlineData("find --link x", "doppel link replaces duplicates with hard links")]
    [InlineData("find -makehardlinks true x", "doppel link replaces duplicates with hard links")]
    [InlineData("find --summarize x", "doppel find --summary prints only the totals")]
    [InlineData("find --trash x", "that is a command: doppel trash")]
    [InlineData("find --keep x", "--keep is an option of doppel ui, doppel plan, doppel link and others")]
    [InlineData("find --symbolic x", "--symbolic is an option of doppel list-links, doppel link")]
    [InlineData("devices -r x", "-r is an option of doppel s3 ls, doppel s3 cp, doppel s3 rm")]
    [InlineData("plan --delete x", "doppel delete deletes duplicates, doppel trash moves them to the trash")]
    [InlineData("profile save x --json", "doppel profile save NAME -- OPTION...")]
    public void An_option_of_another_tool_or_command_says_where_to_find_it(string line, string hint) =>
        Assert.Equal(hint, Assert.Throws<UsageException>(() => ArgumentParser.Parse(s_table, line.Split(' '))).Hint);

    [Theory]
    [InlineData("rm", "did you mean doppel delete?")]
    [InlineData("group", "did you mean doppel find?")]
    [InlineData("dedupe", "did you mean doppel reflink?")]
    [InlineData("symlink", "did you mean doppel link --symbolic?")]
    [InlineData("completions", "did you mean doppel generate completions?")]
    public void A_command_of_another_tool_leads_to_ours(string word, string hint) =>
        Assert.Equal(hint, Assert.Throws<UsageException>(() => ArgumentParser.Parse(s_table, [word])).Hint);

    [Theory]
    [InlineData("jsn", "json")]
    [InlineData("JSON", "json")]
    [InlineData("fdups", "fdupes")]
    [InlineData("xml", null)]
    public void A_mistyped_value_leads_to_the_nearest(string value, string? near)
    {
        UsageException reason = Assert.Throws<UsageException>(
            () => TestHost.Read<FindSettings>("find", "--format", value));
        Assert.Equal(near is null ? null : $"did you mean {near}?", reason.Hint);
    }

    // "doppel word" and "doppel s3 word", then options. A list such as "doppel link, trash" names the first only.
    [GeneratedRegex("`doppel ([^`]*)`")]
    private static partial Regex Commands();

    [GeneratedRegex("doppel (profile save|list-links|[a-z]+)|(?<![\\w-])--?[a-z0-9][a-z-]*")]
    private static partial Regex Words();
}
