using System.Buffers;
using System.Text;

namespace Doppel.Reports;

/// <summary>Writes names for display. Everything that is not plainly visible is escaped.</summary>
internal static class ShownName
{
    // On Windows, a backslash separates folders and names cannot contain control characters, so it need not be doubled.
    private static readonly bool s_doubleBackslash = Path.DirectorySeparatorChar != '\\';

    public static void Write(Utf8Output output, ReadOnlySpan<byte> name)
    {
        while (!name.IsEmpty)
        {
            int plain = name.IndexOfAnyExceptInRange((byte)' ', (byte)'~');
            plain = plain < 0 ? name.Length : plain;
            WritePrintable(output, name[..plain]);
            name = name[plain..];
            if (name.IsEmpty)
            {
                return;
            }

            OperationStatus status = Rune.DecodeFromUtf8(name, out Rune rune, out int length);
            if (status != OperationStatus.Done)
            {
                WriteInvalid(output, name[..length]);
            }
            else if (NameHazards.IsControl(rune) || NameHazards.IsDeceptive(rune))
            {
                WriteEscape(output, rune);
            }
            else
            {
                output.Write(name[..length]);
            }

            name = name[length..];
        }
    }

    private static void WritePrintable(Utf8Output output, ReadOnlySpan<byte> text)
    {
        int at;
        while (s_doubleBackslash && (at = text.IndexOf((byte)'\\')) >= 0)
        {
            output.Write(text[..at]);
            output.Write("\\\\"u8);
            text = text[(at + 1)..];
        }

        output.Write(text);
    }

    private static void WriteInvalid(Utf8Output output, ReadOnlySpan<byte> bytes)
    {
        foreach (byte value in bytes)
        {
            output.Write("\\x"u8);
            output.Write(value, "X2");
        }
    }

    private static void WriteEscape(Utf8Output output, Rune rune)
    {
        switch (rune.Value)
        {
            case '\n':
                output.Write("\\n"u8);
                break;
            case '\r':
                output.Write("\\r"u8);
                break;
            case '\t':
                output.Write("\\t"u8);
                break;
            case < 0x80:
                output.Write("\\x"u8);
                output.Write(rune.Value, "X2");
                break;
            default:
                output.Write("\\u{"u8);
                output.Write(rune.Value, "X");
                output.Write((byte)'}');
                break;
        }
    }
}
