namespace Doppel.Repository.Tests;

public sealed class TidyTests
{
    private static readonly Dictionary<string, Rule> s_rules =
        CodeRules.All.Concat(FileRules.All).ToDictionary(rule => rule.Law);

    public static TheoryData<string> Laws => [.. s_rules.Keys];

    [Theory, MemberData(nameof(Laws))]
    public void The_repository_keeps(string law) => Expect.NoFaults(s_rules[law].FaultsIn(Repository.Files));

    [Theory, MemberData(nameof(Laws))]
    public void A_breach_is_seen_of(string law)
    {
        Rule rule = s_rules[law];
        Assert.NotEmpty(rule.FaultsIn([rule.Bad]));
        Assert.Empty(rule.FaultsIn([rule.Good]));
    }

    [Theory]
    [InlineData("a // b", "a     ")]
    [InlineData("a /* b\nc */ d", "a     \n     d")]
    [InlineData("f(\"a\\\"b\", 'c', '\\'')", "f(      ,    ,     )")]
    [InlineData("@\"a\"\"b\" + 1", "        + 1")]
    [InlineData("$\"a{b + \"c\"}d\" + e", "    b +        + e")]
    [InlineData("$\"{{a}}{b}\" c", "        b   c")]
    [InlineData("\"\" + \"\"\"a \"b\" c\"\"\" + d", "   +               + d")]
    [InlineData("$$\"\"\"{a} {{b}} c\"\"\" + d", "           b        + d")]
    [InlineData("@class = 1", "@class = 1")]
    [InlineData("x = default; y = 1", "x = default; y = 1")]
    [InlineData("$\"{a:d2}\" + b", "   a      + b")]
    [InlineData("#pragma warning disable A // b\n", "#pragma warning disable A     \n")]
    public void Comments_and_literals_are_no_code(string text, string code) =>
        Assert.Equal(code, new SourceFile("A.cs", text).Code);
}
