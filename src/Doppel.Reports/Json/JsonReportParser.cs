using System.Text.Json;
using System.Text.Unicode;
using Doppel.Reports.Shared;

namespace Doppel.Reports.Json;

/// <summary>Reads JSON Lines back.</summary>
internal sealed class JsonReportParser : ReportParser
{
    private readonly ByteSource _source;
    private readonly JsonItemReader _items = new();

    public JsonReportParser(ByteSource source)
    {
        _source = source;
        if (!TryTakeObject(out LineType type))
        {
            throw new ReportFormatException(1, "the report has no line");
        }

        if (type != LineType.Begin)
        {
            throw new ReportFormatException(_source.Line, "the report does not begin with an object of type begin");
        }

        Begin = _items.Begin;
    }

    public override ReportItemKind Read()
    {
        while (TryTakeObject(out LineType type))
        {
            if (Summary is not null)
            {
                throw new ReportFormatException(_source.Line, "stands behind the summary, which is the last line");
            }

            switch (type)
            {
                case LineType.Begin:
                    throw new ReportFormatException(_source.Line, "is a second object of type begin");
                case LineType.Group:
                    Group = _items.Group;
                    return ReportItemKind.Group;
                case LineType.Unique:
                    Unique = _items.Unique;
                    return ReportItemKind.Unique;
                case LineType.Problem:
                    Problem = _items.Problem;
                    return ReportItemKind.Problem;
                case LineType.Summary:
                    Summary = _items.Summary;
                    break;
                default:
                    break;
            }
        }

        return ReportItemKind.End;
    }

    private bool TryTakeObject(out LineType type)
    {
        type = LineType.Unknown;
        if (!_source.TryTakeLine((byte)'\n', out ReadOnlySpan<byte> line, out bool whole))
        {
            return false;
        }

        if (!Utf8.IsValid(line))
        {
            throw new ReportFormatException(_source.Line, "is not valid UTF-8");
        }

        try
        {
            type = ReadType(line);
            _items.Line = _source.Line;
            var reader = new Utf8JsonReader(line);
            _items.Read(ref reader, type);
            return true;
        }
        catch (JsonException failure)
        {
            string where = whole ? $"is not valid JSON at byte {failure.BytePositionInLine + 1}" : "is cut off";
            throw new ReportFormatException(_source.Line, where, failure);
        }
    }

    /// <summary>Finds the type, wherever it stands among the fields.</summary>
    private LineType ReadType(ReadOnlySpan<byte> line)
    {
        var reader = new Utf8JsonReader(line);
        reader.Read();
        if (reader.TokenType != JsonTokenType.StartObject)
        {
            throw new ReportFormatException(_source.Line, "is no JSON object");
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

            return reader.ValueTextEquals("group"u8) ? LineType.Group
                : reader.ValueTextEquals("unique"u8) ? LineType.Unique
                : reader.ValueTextEquals("problem"u8) ? LineType.Problem
                : reader.ValueTextEquals("begin"u8) ? LineType.Begin
                : reader.ValueTextEquals("summary"u8) ? LineType.Summary
                : LineType.Unknown;
        }

        throw new ReportFormatException(_source.Line, "has no type");
    }
}
