using System.Globalization;
using System.Text;
using System.Text.Unicode;

namespace Doppel.Media;

/// <summary>Text as tags hold it.</summary>
internal static class TagText
{
    /// <summary>UTF-8 where it can be, else Latin-1.</summary>
    internal static string Guess(ReadOnlySpan<byte> bytes) =>
        Utf8.IsValid(bytes) ? Encoding.UTF8.GetString(bytes) : Encoding.Latin1.GetString(bytes);

    /// <summary>What stands before the first NUL.</summary>
    internal static string UpToNul(string text)
    {
        int end = text.IndexOf('\0', StringComparison.Ordinal);
        return end < 0 ? text : text[..end];
    }

    /// <summary>UTF-16 whose first character may tell the order of bytes.</summary>
    internal static string Utf16(ReadOnlySpan<byte> bytes, bool isBigEndian)
    {
        if (bytes.Length >= 2 && bytes[0] + bytes[1] == 0xFE + 0xFF && Math.Abs(bytes[0] - bytes[1]) == 1)
        {
            isBigEndian = bytes[0] == 0xFE;
            bytes = bytes[2..];
        }

        return (isBigEndian ? Encoding.BigEndianUnicode : Encoding.Unicode).GetString(bytes);
    }

    /// <summary>A number of something of which there may be so many: <c>3/12</c>, or <c>3</c>.</summary>
    internal static string OfAll(string number, string all) =>
        number.Length == 0 || all.Length == 0 || all == "0" || number.Contains('/', StringComparison.Ordinal)
            ? number
            : $"{number}/{all}";

    /// <summary>The same of numbers; 0 is none.</summary>
    internal static string OfAll(long number, long all) => number <= 0 && all <= 0
        ? ""
        : OfAll(Number(number), all <= 0 ? "" : Number(all));

    /// <summary>A number in digits.</summary>
    internal static string Number(long number) => number.ToString(CultureInfo.InvariantCulture);

    /// <summary>A number in digits, without what a division leaves behind the sixth one.</summary>
    internal static string Number(double number) => number.ToString("0.######", CultureInfo.InvariantCulture);

    /// <summary>Whether people can read it: no characters but text, line ends and tabulators.</summary>
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
