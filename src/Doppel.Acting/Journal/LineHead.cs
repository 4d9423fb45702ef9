using System.Text.Json;

namespace Doppel.Acting;

/// <summary>Contains the first fields of a journal line: its type and the range of numbers that it covers.</summary>
/// <param name="Type">The type of the line.</param>
/// <param name="First">The first number, or -1 if the line has none.</param>
/// <param name="Last">The last number, or -1 if the line has none.</param>
internal readonly record struct LineHead(LineType Type, long First, long Last)
{
    /// <summary>Parses only the first fields of a line.</summary>
    /// <exception cref="JsonException">The line is not a JSON object.</exception>
    internal static LineHead Of(ReadOnlySpan<byte> line)
    {
        // The rest of the line is parsed only on demand, so it need not be complete here.
        var json = new Utf8JsonReader(line, isFinalBlock: false, new JsonReaderState());
        var head = new LineHead(LineType.Other, -1, -1);
        if (!json.Read() || json.TokenType != JsonTokenType.StartObject)
        {
            throw new JsonException("the line is not an object");
        }

        while (json.Read() && json.TokenType == JsonTokenType.PropertyName)
        {
            if (json.ValueTextEquals("type"u8) && json.Read())
            {
                head = head with { Type = TypeOf(ref json) };
                if (head.Type is not (LineType.Batch or LineType.Outcomes or LineType.TagChange))
                {
                    return head;
                }
            }
            else if (json.ValueTextEquals("first"u8) && json.Read())
            {
                head = head with { First = json.GetInt64() };
            }
            else if (json.ValueTextEquals("number"u8) && json.Read())
            {
                return head with { First = json.GetInt64(), Last = json.GetInt64() };
            }
            else if (json.ValueTextEquals("last"u8) && json.Read())
            {
                return head with { Last = json.GetInt64() };
            }
            else
            {
                break;
            }
        }

        throw new JsonException("the line does not start with its type and its numbers");
    }

    private static LineType TypeOf(ref Utf8JsonReader json) => json.TokenType switch
    {
        _ when json.ValueTextEquals("batch"u8) => LineType.Batch,
        _ when json.ValueTextEquals("outcomes"u8) => LineType.Outcomes,
        _ when json.ValueTextEquals("made"u8) => LineType.Made,
        _ when json.ValueTextEquals("created"u8) => LineType.Created,
        _ when json.ValueTextEquals("devices"u8) => LineType.Devices,
        _ when json.ValueTextEquals("plan"u8) => LineType.Plan,
        _ when json.ValueTextEquals("sidecar"u8) || json.ValueTextEquals("merge"u8) => LineType.TagChange,
        _ when json.ValueTextEquals("resumed"u8) => LineType.Resumed,
        _ => LineType.Other,
    };
}
