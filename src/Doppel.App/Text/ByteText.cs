using System.Buffers;
using System.Text;

namespace Doppel.App;

/// <summary>
/// Represents arbitrary bytes as text without loss: each byte that is not part of valid UTF-8 becomes a character from
/// U+DC80 to U+DCFF.
/// </summary>
/// <remarks>
/// These characters are lone surrogates, which valid UTF-8 never produces, so the conversion is reversible. The parser
/// can therefore handle names that are not UTF-8 like any other text.
/// </remarks>
internal static class ByteText
{
    private const int EscapeBase = 0xDC00;

    /// <summary>Converts bytes to text.</summary>
    internal static string FromBytes(ReadOnlySpan<byte> bytes)
    {
        var text = new StringBuilder(bytes.Length);
        while (!bytes.IsEmpty)
        {
            if (Rune.DecodeFromUtf8(bytes, out Rune rune, out int length) == OperationStatus.Done)
            {
                text.Append(rune.ToString());
            }
            else
            {
                foreach (byte value in bytes[..length])
                {
                    text.Append((char)(EscapeBase + value));
                }
            }

            bytes = bytes[length..];
        }

        return text.ToString();
    }

    /// <summary>Converts text back to the original bytes.</summary>
    internal static byte[] ToBytes(string text)
    {
        if (!text.AsSpan().ContainsAnyInRange('\uDC80', '\uDCFF'))
        {
            return Encoding.UTF8.GetBytes(text);
        }

        var bytes = new ArrayBufferWriter<byte>(text.Length + 16);
        ReadOnlySpan<char> rest = text;
        while (!rest.IsEmpty)
        {
            if (Rune.DecodeFromUtf16(rest, out Rune rune, out int length) == OperationStatus.Done)
            {
                bytes.Advance(rune.EncodeToUtf8(bytes.GetSpan(4)));
            }
            else if (IsEscape(rest[0]))
            {
                bytes.Write([(byte)(rest[0] - EscapeBase)]);
            }
            else
            {
                bytes.Write("\uFFFD"u8);
            }

            rest = rest[length..];
        }

        return bytes.WrittenSpan.ToArray();
    }

    /// <summary>Returns whether the text can be encoded as UTF-8.</summary>
    internal static bool IsPlain(string text)
    {
        ReadOnlySpan<char> rest = text;
        while (!rest.IsEmpty)
        {
            if (Rune.DecodeFromUtf16(rest, out _, out int length) != OperationStatus.Done)
            {
                return false;
            }

            rest = rest[length..];
        }

        return true;
    }

    private static bool IsEscape(char value) => value is >= '\uDC80' and <= '\uDCFF';
}
