using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Doppel.Reports;

/// <summary>Writes JSON strings.</summary>
/// <remarks>
/// Used instead of Utf8JsonWriter, which, whatever its encoder, escapes every character above U+FFFF and leaves
/// direction marks unescaped, whereas names here must be readable and harmless on a terminal.
/// </remarks>
internal sealed class JsonText(Utf8Output output, JsonEscapes escapes)
{
    private static readonly SearchValues<byte> s_required = SearchValues.Create(
        [.. Enumerable.Range(0, 32).Select(static code => (byte)code), (byte)'"', (byte)'\\']);

    /// <summary>Gets where the strings are written.</summary>
    public Utf8Output Output => output;

    /// <summary>Writes a name: as a string, or as an object with base64 if the bytes are not UTF-8.</summary>
    public void WriteName(ReadOnlySpan<byte> name)
    {
        if (Utf8.IsValid(name))
        {
            WriteString(name);
            return;
        }

        output.Write("{\"base64\":\""u8);
        output.WriteBase64(name);
        output.Write("\"}"u8);
    }

    public void WriteString(string text) => WriteString(Encoding.UTF8.GetBytes(text));

    /// <summary>Writes a quoted string.</summary>
    public void WriteString(ReadOnlySpan<byte> text)
    {
        output.Write((byte)'"');
        WriteInside(text);
        output.Write((byte)'"');
    }

    /// <summary>Writes part of a string without quotes. The bytes must be UTF-8.</summary>
    public void WriteInside(ReadOnlySpan<byte> text)
    {
        if (escapes == JsonEscapes.Required && text.IndexOfAny(s_required) < 0)
        {
            output.Write(text);
            return;
        }

        int at;
        while ((at = NameHazards.IndexOfLead(text)) >= 0)
        {
            output.Write(text[..at]);
            text = text[at..];
            Rune.DecodeFromUtf8(text, out Rune rune, out int length);
            if (rune.Value is '"' or '\\')
            {
                output.Write((byte)'\\');
                output.Write((byte)rune.Value);
            }
            else if (IsEscaped(rune))
            {
                WriteEscape(rune);
            }
            else
            {
                output.Write(text[..length]);
            }

            text = text[length..];
        }

        output.Write(text);
    }

    private bool IsEscaped(Rune rune) => escapes switch
    {
        JsonEscapes.Required => rune.Value < 32,
        JsonEscapes.Controls => NameHazards.IsControl(rune),
        _ => NameHazards.IsControl(rune) || NameHazards.IsDeceptive(rune),
    };

    private void WriteEscape(Rune rune)
    {
        switch (escapes == JsonEscapes.Required ? 0 : rune.Value)
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
            default:
                Span<char> units = stackalloc char[2];
                foreach (char unit in units[..rune.EncodeToUtf16(units)])
                {
                    output.Write("\\u"u8);
                    output.Write((ushort)unit, "x4");
                }

                break;
        }
    }
}

/// <summary>Specifies which characters are escaped. Either way they read back the same.</summary>
internal enum JsonEscapes : byte
{
    /// <summary>What JSON requires, by number only; for files that nobody reads at a terminal.</summary>
    Required,

    /// <summary>Also other control characters and line separators; the common ones by letter.</summary>
    Controls,

    /// <summary>Also characters that can deceive a reader at a terminal.</summary>
    Deceptive,
}
