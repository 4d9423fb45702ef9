using System.Buffers;
using System.Globalization;
using System.Text;

namespace Doppel.Reports;

/// <summary>
/// STFU-8, the encoding in which fclones stores names: UTF-8 with backslash escapes for everything that is not plain
/// text.
/// </summary>
internal static class Stfu8
{
    /// <summary>Writes a name as STFU-8 in a quoted JSON string.</summary>
    public static void Write(Utf8Output output, JsonText json, ReadOnlySpan<byte> name)
    {
        output.Write((byte)'"');
        int plain = 0;
        int at = 0;
        while (at < name.Length)
        {
            OperationStatus status = Rune.DecodeFromUtf8(name[at..], out Rune rune, out int length);
            if (status == OperationStatus.Done && rune.Value is >= 0x20 and not ('\\' or (>= 0x7F and < 0xA0)))
            {
                at += length;
                continue;
            }

            json.WriteInside(name[plain..at]);
            if (status == OperationStatus.Done && rune.Value == '\\')
            {
                // Two backslashes in STFU-8, each of which is two in JSON.
                output.Write("\\\\\\\\"u8);
            }
            else
            {
                foreach (byte value in name.Slice(at, length))
                {
                    output.Write("\\\\x"u8);
                    output.Write(value, "X2");
                }
            }

            at += length;
            plain = at;
        }

        json.WriteInside(name[plain..]);
        output.Write((byte)'"');
    }

    /// <summary>
    /// Decodes STFU-8 in place and returns the number of bytes that remain, or -1 if the text is malformed.
    /// </summary>
    public static int Decode(Span<byte> text)
    {
        int from = text.IndexOf((byte)'\\');
        if (from < 0)
        {
            return text.Length;
        }

        int to = from;
        while (from < text.Length)
        {
            if (text[from] != '\\')
            {
                text[to++] = text[from++];
                continue;
            }

            if (!TryDecodeEscape(text, ref from, ref to))
            {
                return -1;
            }
        }

        return to;
    }

    private static bool TryDecodeEscape(Span<byte> text, ref int from, ref int to)
    {
        byte kind = from + 1 < text.Length ? text[from + 1] : (byte)0;
        int digits = kind switch { (byte)'x' => 2, (byte)'u' => 6, _ => 0 };
        if (text.Length - from - 2 < digits)
        {
            return false;
        }

        uint value = 0;
        if (digits > 0 && !uint.TryParse(
            text.Slice(from + 2, digits), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out value))
        {
            return false;
        }

        from += 2 + digits;
        switch (kind)
        {
            case (byte)'\\':
                text[to++] = (byte)'\\';
                return true;
            case (byte)'n':
                text[to++] = (byte)'\n';
                return true;
            case (byte)'r':
                text[to++] = (byte)'\r';
                return true;
            case (byte)'t':
                text[to++] = (byte)'\t';
                return true;
            case (byte)'x':
                text[to++] = (byte)value;
                return true;
            case (byte)'u' when value <= 0x10FFFF:
                to += WriteCodePoint(value, text[to..]);
                return true;
            default:
                return false;
        }
    }

    /// <summary>
    /// Writes a code point as UTF-8. A lone surrogate, which Windows names can contain, is encoded as if UTF-8 allowed
    /// it.
    /// </summary>
    private static int WriteCodePoint(uint value, Span<byte> text)
    {
        if (Rune.TryCreate(value, out Rune rune))
        {
            return rune.EncodeToUtf8(text);
        }

        text[0] = (byte)(0xE0 | (value >> 12));
        text[1] = (byte)(0x80 | ((value >> 6) & 0x3F));
        text[2] = (byte)(0x80 | (value & 0x3F));
        return 3;
    }
}
