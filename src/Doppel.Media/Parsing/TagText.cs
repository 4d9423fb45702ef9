using System.Globalization;
using System.Text;
using System.Text.Unicode;

namespace Doppel.Media;

/// <summary>Decodes and formats the text in tags.</summary>
internal static class TagText
{
    /// <summary>Decodes text as UTF-8 if it is valid, otherwise as Latin-1.</summary>
    internal static string Guess(ReadOnlySpan<byte> bytes) =>
        Utf8.IsValid(bytes) ? Encoding.UTF8.GetString(bytes) : Encoding.Latin1.GetString(bytes);

    /// <summary>Returns the text before the first NUL.</summary>
    internal static string UpToNul(string text)
    {
        int end = text.IndexOf('\0', StringComparison.Ordinal);
        return end < 0 ? text : text[..end];
    }

    /// <summary>Decodes UTF-16 text that may start with a byte order mark.</summary>
    internal static string Utf16(ReadOnlySpan<byte> bytes, bool isBigEndian)
    {
        if (bytes.Length >= 2 && bytes[0] + bytes[1] == 0xFE + 0xFF && Math.Abs(bytes[0] - bytes[1]) == 1)
        {
            isBigEndian = bytes[0] == 0xFE;
            bytes = bytes[2..];
        }

        return (isBigEndian ? Encoding.BigEndianUnicode : Encoding.Unicode).GetString(bytes);
    }

    /// <summary>Formats a number with the total: <c>3/12</c>, or <c>3</c> if the total is unknown.</summary>
    internal static string OfAll(string number, string all) =>
        number.Length == 0 || all.Length == 0 || all == "0" || number.Contains('/', StringComparison.Ordinal)
            ? number
            : $"{number}/{all}";

    /// <summary>Formats a number with the total. 0 means unknown.</summary>
    internal static string OfAll(long number, long all)
    {
        string total = all <= 0 ? "" : Number(all);
        return number <= 0 && all <= 0 ? "" : OfAll(Number(number), total);
    }

    /// <summary>Formats an integer.</summary>
    internal static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);

    /// <summary>Formats a number with at most six decimal places.</summary>
    internal static string Number(double number) => number.ToString("0.######", CultureInfo.InvariantCulture);

    /// <summary>
    /// Returns whether text is readable: it contains no control characters other than line breaks and tabs.
    /// </summary>
    internal static bool IsReadable(ReadOnlySpan<char> text)
    {
        foreach (char one in text)
        {
            if (one is '\uFFFD' or '\x7F' or < ' ' and not ('\r' or '\n' or '\t'))
            {
                return false;
            }
        }

        return true;
    }
}
