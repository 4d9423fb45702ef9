using System.Text.Json;
using System.Text.Unicode;

namespace Doppel.Reports;

/// <summary>Reads lines, each of which is a JSON object with a type.</summary>
internal sealed class JsonLines(ByteSource source)
{
    private bool _whole;

    /// <summary>Gets the number of the last line read, starting at 1.</summary>
    public long Line => source.Line;

    /// <summary>Reads a line. Valid until the next call.</summary>
    public bool TryTake(out ReadOnlySpan<byte> line)
    {
        if (!source.TryTakeLine((byte)'\n', out line, out _whole))
        {
            return false;
        }

        return Utf8.IsValid(line) ? true : throw new ReportFormatException(Line, "is not valid UTF-8");
    }

    /// <summary>Advances to the value of the type field, wherever it is in the object.</summary>
    /// <param name="reader">A reader at the start of the line.</param>
    public void FindType(ref Utf8JsonReader reader)
    {
        reader.Read();
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            throw new ReportFormatException(Line, "is no JSON object");
        }

        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            if (!reader.ValueTextEquals("type"u8))
            {
                reader.Skip();
                continue;
            }

            reader.Read();
            if (reader.TokenType != JsonTokenType.String)
            {
                break;
            }

            return;
        }

        throw new ReportFormatException(Line, "has no type");
    }

    /// <summary>Returns the error for a line that is not valid JSON.</summary>
    public ReportFormatException Damaged(JsonException failure)
    {
        string where = _whole ? $"is not valid JSON at byte {failure.BytePositionInLine + 1}" : "is cut off";
        return new ReportFormatException(Line, where, failure);
    }
}
