using System.Text.Json;

namespace Doppel.Reports;

/// <summary>Reads the fields of one object. Each known field may occur once, and each required one must.</summary>
internal struct JsonFields(string what, long line)
{
    private uint _seen;

    /// <summary>Advances to the next field. Returns false at the end of the object.</summary>
    public static bool Next(ref Utf8JsonReader reader) =>
        reader.Read() && reader.TokenType == JsonTokenType.PropertyName;

    /// <summary>
    /// Returns whether the current field has the given name. If so, the reader advances to its value.
    /// </summary>
    public bool Is(ref Utf8JsonReader reader, int field, ReadOnlySpan<byte> name)
    {
        if (!reader.ValueTextEquals(name))
        {
            return false;
        }

        if ((_seen & (1u << field)) != 0)
        {
            throw Wrong($"has the field {JsonValues.Show(name)} twice");
        }

        _seen |= 1u << field;
        reader.Read();
        return true;
    }

    /// <summary>Skips a field of a later version. The type was read earlier and may occur only once.</summary>
    public void SkipOther(ref Utf8JsonReader reader)
    {
        if (!Is(ref reader, 31, "type"u8))
        {
            reader.Skip();
        }
    }

    /// <summary>Returns whether a field occurred.</summary>
    public readonly bool Has(int field) => (_seen & (1u << field)) != 0;

    /// <summary>Throws if one of the first fields is missing.</summary>
    public readonly void Require(params ReadOnlySpan<string> names)
    {
        for (int i = 0; i < names.Length; i++)
        {
            if (!Has(i))
            {
                throw Wrong($"lacks the field {names[i]}");
            }
        }
    }

    private readonly ReportFormatException Wrong(string problem) => new(line, $"holds a {what} that {problem}");
}
