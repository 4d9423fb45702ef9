using System.Buffers;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Decodes, encodes and validates XML text and character references.</summary>
internal static class XmlText
{
    // These characters are not allowed even as references. Surrogates are not listed: unpaired ones are checked
    // separately, and pairs belong to valid characters.
    private static readonly SearchValues<char> s_forbidden = SearchValues.Create(
        [.. Enumerable.Range(0, ' ').Select(value => (char)value).Except("\t\n\r"), '\uFFFE', '\uFFFF']);

    /// <summary>Verifies that every reference is allowed in a document without a DTD.</summary>
    internal static void Check(scoped ReadOnlySpan<byte> text, int offset)
    {
        int at = 0;
        while (true)
        {
            int ampersand = text.Slice(at).IndexOf((byte)'&');
            if (ampersand < 0)
            {
                return;
            }

            at += ampersand;
            at += Reference(text.Slice(at), offset + at, out _);
        }
    }

    /// <summary>Appends text with references decoded and every line end as LF.</summary>
    internal static void AppendText(scoped ReadOnlySpan<byte> text, int offset, ref Utf8Builder destination)
    {
        int at = 0;
        while (true)
        {
            int ampersand = text.Slice(at).IndexOf((byte)'&');
            AppendLines(ampersand < 0 ? text.Slice(at) : text.Slice(at, ampersand), ref destination);
            if (ampersand < 0)
            {
                return;
            }

            at += ampersand;
            at += Reference(text.Slice(at), offset + at, out Rune character);
            destination.Append(character);
        }
    }

    /// <summary>Appends text with every line end as LF.</summary>
    internal static void AppendLines(scoped ReadOnlySpan<byte> text, ref Utf8Builder destination)
    {
        while (true)
        {
            int end = text.IndexOf((byte)'\r');
            if (end < 0)
            {
                destination.Append(text);
                return;
            }

            destination.Append(text.Slice(0, end));
            destination.AppendByte((byte)'\n');
            text = text.Slice(end + 1);
            if (text is [(byte)'\n', ..])
            {
                text = text.Slice(1);
            }
        }
    }

    /// <summary>Returns whether an XML 1.0 document can represent a text.</summary>
    internal static bool CanCarry(scoped ReadOnlySpan<char> text) =>
        !text.ContainsAny(s_forbidden) && !HasHalfPair(text);

    /// <summary>Returns whether a text contains an unpaired surrogate.</summary>
    internal static bool HasHalfPair(scoped ReadOnlySpan<char> text)
    {
        int at;
        while ((at = text.IndexOfAnyInRange('\uD800', '\uDFFF')) >= 0)
        {
            text = text.Slice(at);
            if (Rune.DecodeFromUtf16(text, out _, out int consumed) != OperationStatus.Done)
            {
                return true;
            }

            text = text.Slice(consumed);
        }

        return false;
    }

    /// <summary>
    /// Appends characters as the text of an element. A carriage return is written as a reference, because readers would
    /// turn it into a line feed.
    /// </summary>
    internal static void AppendEscaped(scoped ReadOnlySpan<char> text, ref Utf8Builder destination)
    {
        while (true)
        {
            int special = text.IndexOfAny("&<>\"\r");
            destination.Append(special < 0 ? text : text.Slice(0, special));
            if (special < 0)
            {
                return;
            }

            destination.Append(text[special] switch
            {
                '&' => "&amp;"u8,
                '<' => "&lt;"u8,
                '>' => "&gt;"u8,
                '"' => "&quot;"u8,
                _ => "&#13;"u8,
            });
            text = text.Slice(special + 1);
        }
    }

    // Decodes a reference that starts with '&'. Returns its length including the semicolon.
    private static int Reference(scoped ReadOnlySpan<byte> text, int offset, out Rune character)
    {
        int end = text.IndexOf((byte)';');
        ReadOnlySpan<byte> name = end < 0 ? default : text.Slice(1, end - 1);
        uint value = name switch
        {
            [(byte)'#', (byte)'x', .. { Length: > 0 } digits] => Number(digits, 16),
            [(byte)'#', .. { Length: > 0 } digits] => Number(digits, 10),
            _ when name.SequenceEqual("amp"u8) => '&',
            _ when name.SequenceEqual("lt"u8) => '<',
            _ when name.SequenceEqual("gt"u8) => '>',
            _ when name.SequenceEqual("quot"u8) => '"',
            _ when name.SequenceEqual("apos"u8) => '\'',
            _ => 0,
        };
        bool isCharacter = Rune.TryCreate(value, out character)
            && (value >= ' ' ? value is not (0xFFFE or 0xFFFF) : value is '\t' or '\n' or '\r');
        if (!isCharacter)
        {
            XmlErrors.Malformed("A reference to a character is unknown, unfinished or not allowed.", offset);
        }

        return end + 1;
    }

    // Accepts any number of leading zeros. A number that is too large stays too large instead of overflowing.
    private static uint Number(ReadOnlySpan<byte> digits, uint radix)
    {
        uint value = 0;
        foreach (byte digit in digits)
        {
            uint one = (uint)HexValue(digit);
            if (one >= radix)
            {
                return 0;
            }

            value = Math.Min((value * radix) + one, 0x110000);
        }

        return value;
    }

    private static int HexValue(byte digit) => (char)digit switch
    {
        >= '0' and <= '9' => digit - '0',
        >= 'a' and <= 'f' => digit - 'a' + 10,
        >= 'A' and <= 'F' => digit - 'A' + 10,
        _ => int.MaxValue,
    };
}
