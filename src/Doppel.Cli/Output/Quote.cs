using System.Buffers;
using System.Globalization;
using System.Text;
using Doppel.Cli.Arguments;

namespace Doppel.Cli.Output;

/// <summary>Names in messages: quoted, and with escapes for whatever could fool a person or a terminal.</summary>
internal static class Quote
{
    /// <summary>A name of bytes.</summary>
    internal static string Name(ReadOnlySpan<byte> name)
    {
        var shown = new StringBuilder("'");
        while (!name.IsEmpty)
        {
            OperationStatus status = Rune.DecodeFromUtf8(name, out Rune rune, out int length);
            foreach (byte value in status == OperationStatus.Done ? [] : name[..length])
            {
                shown.Append(CultureInfo.InvariantCulture, $"\\x{value:X2}");
            }

            if (status == OperationStatus.Done)
            {
                shown.Append(Escape(rune));
            }

            name = name[length..];
        }

        return shown.Append('\'').ToString();
    }

    /// <summary>A text of the command line.</summary>
    internal static string Text(string text) => Name(ByteText.ToBytes(text));

    /// <summary>A sentence that may hold names: with the same escapes, without quotes around it.</summary>
    internal static string Sentence(string text) => Text(text)[1..^1];

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
