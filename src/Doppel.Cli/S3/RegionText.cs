namespace Doppel.Cli;

/// <summary>Checks region names.</summary>
internal static class RegionText
{
    private const int LettersMax = 63;

    /// <summary>Returns a region if its name is valid.</summary>
    /// <param name="value">The name.</param>
    /// <param name="source">Where the region was set, such as <c>$AWS_REGION</c>; empty if the caller names it.</param>
    /// <exception cref="UsageException">The name is not a valid region name.</exception>
    internal static string Require(string value, string source) =>
        value.Length is > 0 and <= LettersMax && value.All(static c => char.IsAsciiLetterOrDigit(c) || c == '-')
            ? value
            : throw new UsageException(
                $"{source}{(source.Length > 0 ? ": " : "")}{Quote.Text(value)} is not a region",
                "a region has up to 63 letters, digits and '-', such as eu-central-1");
}
