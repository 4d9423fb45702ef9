using System.Globalization;

namespace Doppel.Cli;

/// <summary>Formats counts for sentences.</summary>
internal static class Count
{
    /// <summary>Returns a number with its noun, such as <c>1 object</c> or <c>1,234 objects</c>.</summary>
    internal static string Of(long number, string noun) =>
        string.Create(CultureInfo.InvariantCulture, $"{number:N0} {noun}{(number == 1 ? "" : "s")}");
}
