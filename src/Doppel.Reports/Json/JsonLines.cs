using System.Text.Json;
using System.Text.Unicode;
using Doppel.Reports.Shared;

namespace Doppel.Reports.Json;

/// <summary>Takes lines that are JSON objects with a type.</summary>
internal sealed class JsonLines(ByteSource source)
{
    private bool _whole;

    /// <summary>The number of the line taken last, from 1.</summary>
    public long Line => source.Line;

    /// <summary>Takes a line; valid until the next call.</summary>
    public bool TryTake(out ReadOnlySpan<byte> line)
    {
        if (!source.TryTakeLine((byte)'\n', out line, out _whole))
        {
            return false;
        }

        return Utf8.IsValid(line) ? true : throw new ReportFormatException(Line, "is not valid UTF-8");
    }

    /// <summary>Goes to the value of the type, wherever it stands among the fields.</summary>
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

    /// <summary>What is wrong with a line that is no JSON.</summary>
    public ReportFormatException Damaged(JsonException failure)
    {
        string where = _whole ? $"is not valid JSON at byte {failure.BytePositionInLine + 1}" : "is cut off";
        return new ReportFormatException(Line, where, failure);
    }
}
