using System.Buffers;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Decodes encoded words (RFC 2047): <c>=?charset?encoding?text?=</c>.</summary>
internal static class EncodedWord
{
    /// <summary>Decodes a word and appends its text as UTF-8.</summary>
    /// <returns>
    /// False if this is not an encoded word, or if its character set or encoding is not supported; then nothing is
    /// written.
    /// </returns>
    internal static bool TryAppend(ReadOnlySpan<char> word, ref Utf8Builder destination)
    {
        if (word is not ['=', '?', .. ReadOnlySpan<char> inner, '?', '='])
        {
            return false;
        }

        int charsetEnd = inner.IndexOf('?');
        if (charsetEnd < 0 || inner.Length < charsetEnd + 3 || inner[charsetEnd + 2] != '?')
        {
            return false;
        }

        bool isUtf8 = IsOneOf(inner.Slice(0, charsetEnd), "UTF-8", "US-ASCII");
        if (!isUtf8 && !IsOneOf(inner.Slice(0, charsetEnd), "ISO-8859-1", "LATIN1"))
        {
            return false;
        }

        ReadOnlySpan<char> text = inner.Slice(charsetEnd + 3);
        int before = destination.Length;
        bool isDecoded = (inner[charsetEnd + 1] | 0x20) switch
        {
            'b' => TryAppendBase64(text, isUtf8, ref destination),
            'q' => TryAppendQuoted(text, isUtf8, ref destination),
            _ => false,
        };
        if (!isDecoded)
        {
            destination.Length = before;
        }

        return isDecoded;
    }

    private static bool IsOneOf(ReadOnlySpan<char> name, string one, string other) =>
        Ascii.EqualsIgnoreCase(name, one) || Ascii.EqualsIgnoreCase(name, other);

    private static bool TryAppendBase64(ReadOnlySpan<char> text, bool isUtf8, ref Utf8Builder destination)
    {
        byte[]? bytes = BufferPool<byte>.Shared.Rent(text.Length);
        bool isDecoded = Convert.TryFromBase64Chars(text, bytes, out int count);
        for (int i = 0; isDecoded && i < count; i++)
        {
            Append(bytes[i], isUtf8, ref destination);
        }

        BufferPool<byte>.Shared.Return(ref bytes);
        return isDecoded;
    }

    private static bool TryAppendQuoted(ReadOnlySpan<char> text, bool isUtf8, ref Utf8Builder destination)
    {
        Span<byte> value = stackalloc byte[1];
        for (int i = 0; i < text.Length; i++)
        {
            switch (text[i])
            {
                case '_':
                    destination.AppendByte((byte)' ');
                    break;
                case '=' when i + 2 < text.Length
                    && Convert.FromHexString(text.Slice(i + 1, 2), value, out _, out _) == OperationStatus.Done:
                    Append(value[0], isUtf8, ref destination);
                    i += 2;
                    break;
                case > ' ' and <= '~' and not ('=' or '?'):
                    destination.Append(text[i]);
                    break;
                default:
                    return false;
            }
        }

        return true;
    }

    private static void Append(byte value, bool isUtf8, ref Utf8Builder destination)
    {
        if (isUtf8)
        {
            destination.AppendByte(value);
        }
        else
        {
            destination.Append((char)value);
        }
    }
}
