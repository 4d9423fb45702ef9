using System.Globalization;

namespace Doppel.Cli.Values;

/// <summary>Whole numbers within a range.</summary>
internal static class Number
{
    /// <summary>Reads one.</summary>
    /// <exception cref="UsageException">It is none, or out of the range.</exception>
    internal static int Parse(string text, int least, int greatest) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            && number >= least && number <= greatest
            ? number
            : throw new UsageException(greatest == int.MaxValue
                ? $"'{text}' is not a number of at least {least}"
                : $"'{text}' is not a number from {least} to {greatest}");
}
