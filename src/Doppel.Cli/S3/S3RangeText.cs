using System.Globalization;

namespace Doppel.Cli;

/// <summary>
/// A byte range as typed: <c>0-99</c>, <c>100-</c> (from this offset to the end) or <c>-50</c> (the last bytes).
/// </summary>
/// <param name="First">The offset of the first byte; null for a number of bytes at the end.</param>
/// <param name="Last">
/// The offset of the last byte, inclusive, or the number of bytes at the end; null for everything to the end.
/// </param>
internal readonly record struct S3RangeText(long? First, long? Last)
{
    /// <summary>Parses a byte range.</summary>
    /// <exception cref="UsageException">The text is not a valid byte range.</exception>
    internal static S3RangeText Parse(string text)
    {
        int hyphen = text.IndexOf('-', StringComparison.Ordinal);
        long? first = null;
        long? last = null;
        bool isRange = hyphen >= 0 && text.Length > 1
            && TryRead(text.AsSpan(0, hyphen), out first) && TryRead(text.AsSpan(hyphen + 1), out last)
            && !(first > last) && !(first is null && last == 0);
        return isRange
            ? new S3RangeText(first, last)
            : throw new UsageException(
                $"'{text}' is not a byte range",
                "0-99 is the first hundred bytes, 100- everything from there, -50 the last 50 bytes");
    }

    private static bool TryRead(ReadOnlySpan<char> digits, out long? number)
    {
        bool isNumber = long.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out long value);
        number = isNumber ? value : null;
        return (isNumber && value < long.MaxValue) || digits.IsEmpty;
    }
}
