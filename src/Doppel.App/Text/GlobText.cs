namespace Doppel.App;

/// <summary>Explains what is wrong with a pattern.</summary>
internal static class GlobText
{
    private const string Hint =
        @"a glob looks like '*.jpg', '[a-z]*' or '{a,b}.txt'; \ makes the next character literal";

    /// <summary>Returns the error for a text that is not a pattern.</summary>
    internal static UsageException Invalid(string value, FormatException reason) =>
        new($"{Quote.Text(value)}: {reason.Message}", Hint);
}
