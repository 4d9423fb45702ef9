using System.Globalization;

namespace Doppel.App;

/// <summary>Parses whole numbers within a range.</summary>
internal static class Number
{
    /// <summary>
    /// Parses a whole number from <paramref name="least"/> to <paramref name="greatest"/>, both inclusive.
    /// </summary>
    /// <exception cref="UsageException">The text is not a whole number, or the number is out of range.</exception>
    internal static int Parse(string text, int least, int greatest)
    {
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            && number >= least && number <= greatest)
        {
            return number;
        }

        string range = greatest == int.MaxValue ? $"of at least {least}" : $"from {least} to {greatest}";
        throw new UsageException($"'{text}' is not a number {range}");
    }
}

/// <summary>Formats counts for sentences.</summary>
internal static class Count
{
    /// <summary>Returns a number with its noun, such as <c>1 object</c> or <c>1,234 objects</c>.</summary>
    internal static string Of(long number, string noun) =>
        string.Create(CultureInfo.InvariantCulture, $"{number:N0} {noun}{(number == 1 ? "" : "s")}");
}
