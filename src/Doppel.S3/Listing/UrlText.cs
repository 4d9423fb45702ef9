using System.Text.Unicode;

namespace Doppel.S3;

/// <summary>Decodes keys in listings that were requested with <c>encoding-type=url</c>.</summary>
internal static class UrlText
{
    /// <summary>
    /// Decodes a text in place: <c>%XX</c> becomes a byte and <c>+</c> a blank; all other characters are unchanged.
    /// </summary>
    /// <returns>The length of the decoded text in bytes.</returns>
    /// <exception cref="S3XmlException">
    /// A percent sign is not followed by two hexadecimal digits, or the result is not UTF-8.
    /// </exception>
    internal static int Decode(Span<byte> text)
    {
        int special = text.IndexOfAny((byte)'%', (byte)'+');
        if (special < 0)
        {
            return text.Length;
        }

        int written = special;
        for (int at = special; at < text.Length; at++)
        {
            byte value = text[at];
            if (value == '%')
            {
                bool isByte = at + 2 < text.Length
                    && char.IsAsciiHexDigit((char)text[at + 1]) && char.IsAsciiHexDigit((char)text[at + 2]);
                if (!isByte)
                {
                    throw new S3XmlException("A percent sign stands in a key that should be encoded.");
                }

                value = (byte)((Digit(text[at + 1]) << 4) | Digit(text[at + 2]));
                at += 2;
            }
            else if (value == '+')
            {
                value = (byte)' ';
            }

            text[written++] = value;
        }

        return Utf8.IsValid(text.Slice(0, written))
            ? written
            : throw new S3XmlException("A key is not UTF-8.");
    }

    private static int Digit(byte c) => c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
}
