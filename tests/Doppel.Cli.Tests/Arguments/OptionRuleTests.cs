namespace Doppel.Cli.Tests.Arguments;

/// <summary>Options that exclude or require each other.</summary>
public sealed class OptionRuleTests
{
    [Theory]
    [InlineData("tune --quick --full", "--quick cannot be used with --full")]
    [InlineData("tune --full --quick", "--quick cannot be used with --full")]
    [InlineData("tune --forget --repeats 3", "--forget cannot be used with --repeats")]
    [InlineData("tune --forget --json x", "--forget cannot be used with --json")]
    [InlineData("find -q -v", "--quiet cannot be used with --verbose")]
    [InlineData("link -qv x", "--quiet cannot be used with --verbose")]
    [InlineData("find --quiet --progress always", "--quiet cannot be used with --progress always")]
    [InlineData("find --summary --long", "--summary cannot be used with --long")]
    [InlineData("find -ml", "--summary cannot be used with --long")]
    [InlineData("find -m --json", "--summary cannot be used with --format json")]
    [InlineData("find -l --format fdupes", "--long cannot be used with --format fdupes")]
    [InlineData("find -l0", "--long cannot be used with -0")]
    [InlineData("find --folders-by content", "--folders-by requires --folders")]
    [InlineData("find --media-policy loose", "--media-policy requires --media")]
    [InlineData("trash --media-policy loose x", "--media-policy requires --media")]
    [InlineData("s3 ls --no-sign --aws-profile x", "--no-sign cannot be used with --aws-profile")]
    [InlineData("s3 ls --no-sign --requester-pays", "--no-sign cannot be used with --requester-pays")]
    [InlineData("s3 cp --json s3://b/k -", "--json cannot be used if the object is written to standard output")]
    [InlineData("find --files-from - --files0-from -", "standard input can be read only once")]
    public void Contradictions_are_errors(string line, string expected)
    {
        using var host = new TestHost();
        Assert.Equal(2, host.Run(line.Split(' ')));
        Assert.Equal("", host.Output);
        string[] lines = host.Errors.TrimEnd('\n').Split('\n');
        Assert.Equal("doppel: " + expected, lines[0]);
        Assert.StartsWith("hint: ", lines[1], StringComparison.Ordinal);
        Assert.Equal(2, lines.Length);
    }

    [Theory]
    [InlineData("find", "--quiet", "--verbose", "--no-verbose")]
    [InlineData("find", "--quiet", "--no-quiet", "--verbose")]
    [InlineData("find", "--quiet", "--progress=always", "--progress=never")]
    [InlineData("find", "--summary", "--no-summary", "--long")]
    [InlineData("find", "--summary", "--json", "--no-json")]
    [InlineData("find", "--folders", "--folders-by=content", "--no-folders")]
    [InlineData("find", "--quiet", "--stats", "--progress=auto")]
    public void Options_cancelled_by_a_later_one_cause_no_contradiction(params string[] line) =>
        TestHost.Read<FindSettings>(line).Validate();

    [Fact]
    public void Forgetting_measurements_excludes_every_option_for_measuring() => Assert.All(
        TuneOptions.All.Select(static option => option.Name).Where(static name => name != "forget"),
        static name => Assert.Contains(
            AllCommands.Table.Rules,
            rule => rule is { Option: "forget", Relation: OptionRelation.Excludes } && rule.Other == name));

    [Fact]
    public void Every_rule_concerns_options_that_some_command_has_together() => Assert.All(
        AllCommands.Table.Rules,
        rule => Assert.Contains(AllCommands.Table.All, command =>
            command.Options.Any(option => option.Name == rule.Option)
            && command.Options.Any(option => option.Name == rule.Other
                && (rule.OtherValue is null || option.Choices.Contains(rule.OtherValue)))));
}
