namespace Doppel.Cli.Tests.Arguments;

public sealed class ArgumentParserTests
{
    [Theory]
    [InlineData("find", "")]
    [InlineData("find a b", "a b")]
    [InlineData("find -q a -0 b", "quiet print0 | a b")]
    [InlineData("find -q0v a", "quiet print0 verbose | a")]
    [InlineData("find --format json a", "format=json | a")]
    [InlineData("find --format=json a", "format=json | a")]
    [InlineData("find -o x a", "output=x | a")]
    [InlineData("find -ox a", "output=x | a")]
    [InlineData("find -o=x a", "output=x | a")]
    [InlineData("find -q0ox a", "quiet print0 output=x | a")]
    [InlineData("find -o - a", "output=- | a")]
    [InlineData("find --exclude=-x a", "exclude=-x | a")]
    [InlineData("find --exclude=--json a", "exclude=--json | a")]
    [InlineData("find --exclude a=b --exclude=c=d", "exclude=a=b exclude=c=d")]
    [InlineData("find --stats --no-stats a --stats", "stats !stats stats | a")]
    [InlineData("find --hidden --no-hidden", "!no-hidden no-hidden")]
    [InlineData("find --no-exclude --no-color", "!exclude !color")]
    [InlineData("find --json a", "json | a")]
    [InlineData("find -- -q --json", "-q --json")]
    [InlineData("find -q -- -- a", "quiet | -- a")]
    [InlineData("find - a", "- a")]
    [InlineData("find find @x [y] /q", "find @x [y] /q")]
    [InlineData("profile list", "")]
    [InlineData("profile save save -- --json -o x", "save --json -o x")]
    [InlineData("generate completions bash", "bash")]
    public void Flags_and_operands_are_taken_apart(string line, string expected)
    {
        ParsedCommand parsed = Parse(line.Split(' '));
        string uses = string.Join(' ', parsed.Uses.Select(use => use.Value switch
        {
            null => "!" + use.Definition.Name,
            "" => use.Definition.Name,
            _ => use.Definition.Name + "=" + use.Value,
        }));
        string operands = string.Join(' ', parsed.Operands);
        Assert.Equal(expected, uses + (uses.Length > 0 && operands.Length > 0 ? " | " : "") + operands);
    }

    [Theory]
    [InlineData("find --mni-size 3", "unknown option: --mni-size", "did you mean --min-size?")]
    [InlineData("find --no-statz", "unknown option: --no-statz", "did you mean --no-stats?")]
    [InlineData("find --excl x", "unknown option: --excl", "did you mean --exclude?")]
    [InlineData("find --frobnicate", "unknown option: --frobnicate", "doppel find -h lists the options")]
    [InlineData("find -b", "unknown option: -b", "doppel find -h lists the options")]
    [InlineData("find -qb", "unknown option: -b", "doppel find -h lists the options")]
    [InlineData("find -json", "unknown option: -json", "did you mean --json?")]
    [InlineData("find --exlude x", "unknown option: --exlude", "did you mean --exclude?")]
    [InlineData("find --quiet=true", "--quiet takes no value: --quiet=true", "use --quiet without a value")]
    [InlineData(
        "find --no-exclude=x", "--no-exclude takes no value: --no-exclude=x", "use --no-exclude without a value")]
    [InlineData("find --exclude:x", "unknown option: --exclude:x", "did you mean --exclude?")]
    [InlineData("find --max-size", "--max-size needs a value", "--max-size SIZE: Skip larger files")]
    [InlineData("find --max-size=", "--max-size needs a value", "--max-size SIZE: Skip larger files")]
    [InlineData("find -o", "-o needs a value", "-o, --output FILE: Write the results to FILE")]
    [InlineData("find -qo", "-o needs a value", "-o, --output FILE: Write the results to FILE")]
    [InlineData("find -o -- a", "-o needs a value", "-o, --output FILE: Write the results to FILE")]
    [InlineData("find -o -q", "-o needs a value, not '-q'", "if '-q' is the value: -o-q")]
    [InlineData(
        "find --output --json", "--output needs a value, not '--json'", "if '--json' is the value: --output=--json")]
    [InlineData("fnid", "unknown command: fnid", "did you mean find?")]
    [InlineData("photos", "unknown command: photos", "to search a folder: doppel find photos")]
    [InlineData("-q find", "'-q' must come after the command", "doppel find [OPTION...] [ROOT...]")]
    [InlineData("delte x", "unknown command: delte", "did you mean delete?")]
    [InlineData("DELETE x", "unknown command: DELETE", "did you mean delete?")]
    [InlineData("s3 lss", "unknown command: s3 lss", "did you mean ls?")]
    [InlineData(
        "profile", "profile: missing command: one of list, show, save, delete", "doppel profile -h explains them")]
    [InlineData(
        "s3", "s3: missing command: one of ls, cp, sync, rm, mb, rb, head, presign, cat, uploads",
        "doppel s3 -h explains them")]
    [InlineData("profile sohw", "unknown command: profile sohw", "did you mean show?")]
    [InlineData("profile show", "profile show: missing argument", "doppel profile show [OPTION...] NAME")]
    [InlineData("profile show a b", "profile show: too many arguments", "doppel profile show [OPTION...] NAME")]
    [InlineData("profile save a --json", "unknown option: --json", "doppel profile save NAME -- OPTION...")]
    public void Errors_are_reported_in_one_line(string line, string message, string? hint)
    {
        UsageException reason = Assert.Throws<UsageException>(() => Parse(line.Split(' ')));
        Assert.Equal((message, hint), (reason.Message, reason.Hint));
    }

    [Theory]
    [InlineData("", "Short")]
    [InlineData("-h", "Short")]
    [InlineData("--help", "Long")]
    [InlineData("find -h", "Short")]
    [InlineData("find --bad --help", "Long")]
    [InlineData("find -qh", "Short")]
    [InlineData("profile -h", "Short")]
    [InlineData("s3 --help", "Long")]
    [InlineData("profile save --help", "Long")]
    [InlineData("find -- -h", "None")]
    public void Help_is_given_wherever_it_is_asked_for(string line, string expected) => Assert.Equal(
        expected, Parse(line.Length == 0 ? [] : line.Split(' ')).Help.ToString());

    [Fact]
    public void More_roots_than_a_hundred_thousand_are_taken()
    {
        string[] many = [.. Enumerable.Range(0, 120_000).Select(i => "r" + i)];
        Assert.Equal(many.Length, Parse(["find", .. many]).Operands.Count);
    }

    [Fact]
    public void Text_that_is_not_UTF8_passes_through()
    {
        ParsedCommand parsed = Parse(["find", "a\uDCFF", "--exclude", "\uDC80*", "-o\uDCFE"]);
        Assert.Equal(["a\uDCFF"], parsed.Operands);
        Assert.Equal(["\uDC80*", "\uDCFE"], parsed.Uses.Select(use => use.Value!));
    }

    private static ParsedCommand Parse(string[] arguments) => ArgumentParser.Parse(AllCommands.Table, arguments);
}
