using System.Buffers;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3.Xml;

/// <summary>Text of documents, and what stands for characters in it.</summary>
internal static class XmlText
{
    // Not even as references. What is left of surrogates when pairs are whole belongs to characters.
    private static readonly SearchValues<char> s_forbidden = SearchValues.Create(
        [.. Enumerable.Range(0, ' ').Select(value => (char)value).Except("\t\n\r"), '\uFFFE', '\uFFFF']);

    /// <summary>Looks whether every reference is one that a document without a DTD may have.</summary>
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

    /// <summary>Writes text with characters for references, and every line end as LF.</summary>
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

    /// <summary>Writes text with every line end as LF.</summary>
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

    /// <summary>Whether a document of XML 1.0 can hold a text at all.</summary>
    internal static bool CanCarry(scoped ReadOnlySpan<char> text) =>
        !text.ContainsAny(s_forbidden) && !HasHalfPair(text);

    /// <summary>Whether there is half of a surrogate pair, which is no text at all.</summary>
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
    /// Writes characters as text of an element; a carriage return as a reference, since readers turn it into a line
    /// end.
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

    // Reads what begins with '&' and gives its length with the semicolon.
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

    // Any number of zeros may stand before; too large a number stays so.
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
