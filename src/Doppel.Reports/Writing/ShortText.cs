using System.Text;

namespace Doppel.Reports;

/// <summary>Shortens text to a number of columns, with an ellipsis for what is left out.</summary>
internal static class ShortText
{
    public const string Ellipsis = "…";

    /// <summary>Returns a text, or its beginning if it is too long.</summary>
    public static string Begin(string text, int columns) => TextColumns.Of(text) <= columns
        ? text
        : string.Concat(text.AsSpan(0, LengthOf(text, columns - 1)), Ellipsis);

    /// <summary>Returns a text, or its end if it is too long.</summary>
    public static string End(string text, int columns) => TextColumns.Of(text) <= columns
        ? text
        : string.Concat(Ellipsis, text.AsSpan(StartOf(text, columns - 1)));

    /// <summary>Returns a text, or its beginning and its end if it is too long.</summary>
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
