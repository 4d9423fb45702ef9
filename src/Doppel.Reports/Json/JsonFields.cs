using System.Text.Json;

namespace Doppel.Reports.Json;

/// <summary>Walks the fields of one object: each known one at most once, each required one at least once.</summary>
internal struct JsonFields(string what, long line)
{
    private uint _seen;

    /// <summary>Goes to the next field. False at the end of the object.</summary>
    public static bool Next(ref Utf8JsonReader reader) =>
        reader.Read() && reader.TokenType == JsonTokenType.PropertyName;

    /// <summary>Whether the field at hand has this name; then the reader goes to its value.</summary>
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

    /// <summary>Passes over a field of a later version; the type was read before and may stand only once.</summary>
    public void SkipOther(ref Utf8JsonReader reader)
    {
        if (!Is(ref reader, 31, "type"u8))
        {
            reader.Skip();
        }
    }

    /// <summary>Whether the field was there.</summary>
    public readonly bool Has(int field) => (_seen & (1u << field)) != 0;

    /// <summary>Throws where one of the first fields was not there.</summary>
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
