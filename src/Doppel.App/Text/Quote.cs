using System.Buffers;
using System.Globalization;
using System.Text;

namespace Doppel.App;

/// <summary>Quotes names in messages, and escapes characters that could mislead people or terminals.</summary>
internal static class Quote
{
    /// <summary>Quotes a name given as bytes.</summary>
    internal static string Name(ReadOnlySpan<byte> name)
    {
        var shown = new StringBuilder("'");
        while (!name.IsEmpty)
        {
            if (Rune.DecodeFromUtf8(name, out Rune rune, out int length) == OperationStatus.Done)
            {
                shown.Append(Escape(rune));
            }
            else
            {
                AppendBytes(shown, name[..length]);
            }

            name = name[length..];
        }

        return shown.Append('\'').ToString();
    }

    /// <summary>Quotes text from the command line.</summary>
    internal static string Text(string text) => Name(ByteText.ToBytes(text));

    /// <summary>Escapes a sentence that may contain names, without adding quotes.</summary>
    internal static string Sentence(string text) => Text(text)[1..^1];

    /// <summary>
    /// Returns a message with everything escaped that could mislead people or terminals, and without passwords. What
    /// is quoted already stays as it is, and so do line breaks.
    /// </summary>
    internal static string Message(string text)
    {
        text = UrlSecrets.Hide(text);
        if (ByteText.IsPlain(text) && text.EnumerateRunes().All(IsShown))
        {
            return text;
        }

        var shown = new StringBuilder(text.Length + 16);
        ReadOnlySpan<byte> bytes = ByteText.ToBytes(text);
        while (!bytes.IsEmpty)
        {
            if (Rune.DecodeFromUtf8(bytes, out Rune rune, out int length) == OperationStatus.Done)
            {
                shown.Append(IsShown(rune) ? rune.ToString() : Escape(rune));
            }
            else
            {
                AppendBytes(shown, bytes[..length]);
            }

            bytes = bytes[length..];
        }

        return shown.ToString();
    }

    private static void AppendBytes(StringBuilder shown, ReadOnlySpan<byte> bytes)
    {
        foreach (byte value in bytes)
        {
            shown.Append(CultureInfo.InvariantCulture, $"\\x{value:X2}");
        }
    }

    private static bool IsShown(Rune rune) => rune.Value is '\n' or '\t' || IsSafe(rune);

    private static string Escape(Rune rune) => rune.Value switch
    {
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        '\\' when !OperatingSystem.IsWindows() => "\\\\",
        _ when IsSafe(rune) => rune.ToString(),
        < 0x80 => string.Create(CultureInfo.InvariantCulture, $"\\x{rune.Value:X2}"),
        _ => string.Create(CultureInfo.InvariantCulture, $"\\u{{{rune.Value:X}}}"),
    };

    private static bool IsSafe(Rune rune) => Rune.GetUnicodeCategory(rune) is not (
        UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator
        or UnicodeCategory.ParagraphSeparator or UnicodeCategory.PrivateUse or UnicodeCategory.OtherNotAssigned);
}
