namespace Doppel.Documents.Tests;

public sealed class DocumentNameTests
{
    [Theory]
    [InlineData("a"), InlineData("a.pdf"), InlineData("a b.pdf"), InlineData("a..b")]
    [InlineData("日本語.txt"), InlineData("हिन्दी.pdf")]
    [InlineData("😀.png"), InlineData("100%.txt"), InlineData("a&b=c#d.txt")]
    public void Usual_names_are_taken_as_they_are(string given)
    {
        Assert.Null(DocumentName.Read(given, out string name));
        Assert.Equal(given, name);
    }

    [Theory]
    [InlineData("e\u0301", "\u00E9"), InlineData("\u1112\u1161\u11AB", "\uD55C"), InlineData("\u212B", "\u00C5")]
    public void Names_are_brought_to_the_composed_form(string given, string expected)
    {
        Assert.Null(DocumentName.Read(given, out string name));
        Assert.Equal(expected, name);
    }

    [Theory]
    [InlineData(null), InlineData(""), InlineData("."), InlineData(".."), InlineData("..."), InlineData("../a")]
    [InlineData("a/.."), InlineData("a\\b"), InlineData("c:a"), InlineData("a*"), InlineData("a?"), InlineData("a\"b")]
    [InlineData("a<b"), InlineData("a>b"), InlineData("a|b"), InlineData("a\nb"), InlineData("a\0")]
    [InlineData("a\u2028b")]
    [InlineData("a\u200Eb"), InlineData("\uFEFFa"), InlineData("\uE000"), InlineData(" a"), InlineData("a ")]
    public void Names_that_lead_elsewhere_or_hide_something_are_refused(string? given) => IsRefused(given);

    // No attribute can carry half of a pair.
    [Fact]
    public void Half_of_a_surrogate_pair_is_refused() => IsRefused("a\uD83D.pdf");

    // What composes is shorter afterwards.
    [Fact]
    public void Length_counts_in_the_composed_form()
    {
        Assert.Null(DocumentName.Read(string.Concat(Enumerable.Repeat("e\u0301", 127)), out string name));
        Assert.Equal(127, name.Length);
        IsRefused(string.Concat(Enumerable.Repeat("e\u0301", 128)));
        IsRefused(new string('a', 100_000));
    }

    private static void IsRefused(string? given)
    {
        Refusal? refusal = DocumentName.Read(given, out string name);
        Assert.Equal(400, refusal?.Status);
        Assert.Equal("", name);
    }
}
