using System.Text.RegularExpressions;

namespace Doppel.Benchmarks.Frame;

/// <summary>Names that may stand in a file name or a link.</summary>
internal static partial class Slug
{
    /// <summary>Lower-case letters and digits with single dashes between.</summary>
#pragma warning disable CA1308 // a name in lower case is what is wanted, not a comparison
    public static string Of(string text) => Unwanted().Replace(text.ToLowerInvariant(), "-").Trim('-');
#pragma warning restore CA1308

    [GeneratedRegex("[^a-z0-9]+")]
    private static partial Regex Unwanted();
}
