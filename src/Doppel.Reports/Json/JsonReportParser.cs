using System.Text.Json;

namespace Doppel.Reports;

/// <summary>Parses the JSON Lines format.</summary>
internal sealed class JsonReportParser : ReportParser
{
    private readonly JsonLines _lines;
    private readonly JsonItemReader _items = new();

    public JsonReportParser(ByteSource source)
    {
        _lines = new JsonLines(source);
        if (!TryTakeObject(out LineType type))
        {
            throw new ReportFormatException(1, "the report has no line");
        }

        if (type != LineType.Begin)
        {
            throw new ReportFormatException(_lines.Line, "the report does not begin with an object of type begin");
        }

        Begin = _items.Begin;
    }

    public override bool EndedEarly => Summary is null;

    public override ReportItemKind Read()
    {
        while (TryTakeObject(out LineType type))
        {
            if (Summary is not null)
            {
                throw new ReportFormatException(_lines.Line, "stands behind the summary, which is the last line");
            }

            switch (type)
            {
                case LineType.Begin:
                    throw new ReportFormatException(_lines.Line, "is a second object of type begin");
                case LineType.Group:
                    Group = _items.Group;
                    return ReportItemKind.Group;
                case LineType.Folders:
                    FolderGroup = _items.Folders.Group;
                    return ReportItemKind.FolderGroup;
                case LineType.Contained:
                    ContainedFolder = _items.Folders.Contained;
                    return ReportItemKind.ContainedFolder;
                case LineType.Empty:
                    EmptyFolder = _items.Folders.Empty;
                    return ReportItemKind.EmptyFolder;
                case LineType.MediaGroup:
                    MediaGroup = _items.Media.Group;
                    return ReportItemKind.MediaGroup;
                case LineType.NotComparable:
                    NotComparable = _items.Media.NotComparable;
                    return ReportItemKind.NotComparable;
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
        if (!_lines.TryTake(out ReadOnlySpan<byte> line))
        {
            return false;
        }

        try
        {
            type = ReadType(line);
            _items.Line = _lines.Line;
            var reader = new Utf8JsonReader(line);
            _items.Read(ref reader, type);
            return true;
        }
        catch (JsonException failure)
        {
            throw _lines.Damaged(failure);
        }
    }

    private LineType ReadType(ReadOnlySpan<byte> line)
    {
        var reader = new Utf8JsonReader(line);
        _lines.FindType(ref reader);
        return reader.TokenType switch
        {
            _ when reader.ValueTextEquals("group"u8) => LineType.Group,
            _ when reader.ValueTextEquals("unique"u8) => LineType.Unique,
            _ when reader.ValueTextEquals("folders"u8) => LineType.Folders,
            _ when reader.ValueTextEquals("contained"u8) => LineType.Contained,
            _ when reader.ValueTextEquals("empty"u8) => LineType.Empty,
            _ when reader.ValueTextEquals("media-group"u8) => LineType.MediaGroup,
            _ when reader.ValueTextEquals("not-comparable"u8) => LineType.NotComparable,
            _ when reader.ValueTextEquals("problem"u8) => LineType.Problem,
            _ when reader.ValueTextEquals("begin"u8) => LineType.Begin,
            _ when reader.ValueTextEquals("summary"u8) => LineType.Summary,
            _ => LineType.Unknown,
        };
    }
}

/// <summary>The type of a line in a JSON report.</summary>
internal enum LineType : byte
{
    /// <summary>A type of a later version, which is skipped.</summary>
    Unknown,
    Begin,
    Group,
    Folders,
    Contained,
    Empty,
    MediaGroup,
    NotComparable,
    Unique,
    Problem,
    Summary,
}
