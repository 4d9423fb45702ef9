using System.Globalization;
using System.Text;

namespace Doppel.Reports;

/// <summary>
/// Shortens text for people: to a number of columns of a terminal, with an ellipsis for what is left out, and sizes to
/// a few digits.
/// </summary>
/// <remarks>Thread-safe.</remarks>
public static class ShortText
{
    internal const string Ellipsis = "…";

    private const string Prefixes = "KMGTPE";

    /// <summary>
    /// Returns a size in the largest suitable binary unit, rounded to a tenth, such as <c>1.2 MiB</c>, or from 100 on
    /// to a whole number, such as <c>166 MiB</c>.
    /// </summary>
    /// <param name="bytes">The number of bytes, 0 or more.</param>
    public static string OfBytes(long bytes)
    {
        if (bytes < 1024)
        {
            return string.Create(CultureInfo.InvariantCulture, $"{bytes} B");
        }

        int power = (63 - (int)long.LeadingZeroCount(bytes)) / 10;
        double value = bytes / Math.Pow(1024, power);
        if (value >= 1023.5 && power < Prefixes.Length)
        {
            (value, power) = (1, power + 1);
        }

        return value >= 99.95
            ? string.Create(CultureInfo.InvariantCulture, $"{value:0} {Prefixes[power - 1]}iB")
            : string.Create(CultureInfo.InvariantCulture, $"{value:0.0} {Prefixes[power - 1]}iB");
    }

    /// <summary>Returns a text, or its beginning if it is too long.</summary>
    /// <param name="text">A text without control characters.</param>
    /// <param name="columns">The number of columns, 1 or more.</param>
    public static string Begin(string text, int columns) => TextColumns.Of(text) <= columns
        ? text
        : string.Concat(text.AsSpan(0, LengthOf(text, columns - 1)), Ellipsis);

    /// <summary>Returns a text, or its end if it is too long.</summary>
    /// <param name="text">A text without control characters.</param>
    /// <param name="columns">The number of columns, 1 or more.</param>
    public static string End(string text, int columns) => TextColumns.Of(text) <= columns
        ? text
        : string.Concat(Ellipsis, text.AsSpan(StartOf(text, columns - 1)));

    /// <summary>Returns a text, or its beginning and its end if it is too long.</summary>
    /// <param name="text">A text without control characters.</param>
    /// <param name="columns">The number of columns, 1 or more.</param>
    public static string Ends(string text, int columns)
    {
        if (TextColumns.Of(text) <= columns)
        {
            return text;
        }

        int begin = LengthOf(text, (columns - 1) / 2);
        int end = StartOf(text, columns - 1 - TextColumns.Of(text.AsSpan(0, begin)));
        return string.Concat(text.AsSpan(0, begin), Ellipsis, text.AsSpan(end));
    }

    // The number of characters at the start that fit.
    private static int LengthOf(string text, int columns)
    {
        int length = 0;
        foreach (Rune rune in text.EnumerateRunes())
        {
            columns -= TextColumns.Of(rune);
            if (columns < 0)
            {
                break;
            }

            length += rune.Utf16SequenceLength;
        }

        return length;
    }

    // Where the part starts that fits at the end, which is no mark that belongs to the character before it.
    private static int StartOf(string text, int columns)
    {
        int at = 0;
        int left = TextColumns.Of(text);
        foreach (Rune rune in text.EnumerateRunes())
        {
            int width = TextColumns.Of(rune);
            if (left <= columns && width > 0)
            {
                break;
            }

            left -= width;
            at += rune.Utf16SequenceLength;
        }

        return at;
    }
}
