namespace Doppel.Reports;

/// <summary>Parses the JSON Lines format, and HTML, which holds the same objects.</summary>
internal sealed class JsonReportParser : ReportParser
{
    private readonly JsonLines _lines;

    public JsonReportParser(ByteSource source, bool isHtml)
    {
        _lines = new JsonLines(source, isHtml);
        if (!_lines.TryRead(JsonItems.Any, out object? first))
        {
            throw new ReportFormatException(
                1, isHtml ? "the page contains no report by Doppel" : "the report has no line");
        }

        Begin = first as ReportBegin ?? throw new ReportFormatException(
            _lines.Line, "the report does not begin with an object of type begin");
    }

    public override bool EndedEarly => Summary is null;

    public override ReportItemKind Read()
    {
        while (_lines.TryRead(JsonItems.Any, out object? item))
        {
            if (Summary is not null)
            {
                throw new ReportFormatException(_lines.Line, "stands behind the summary, which is the last line");
            }

            switch (item)
            {
                case ReportBegin:
                    throw new ReportFormatException(_lines.Line, "is a second object of type begin");
                case ReportGroup group:
                    Group = group;
                    return ReportItemKind.Group;
                case ReportFolderGroup group:
                    FolderGroup = group;
                    return ReportItemKind.FolderGroup;
                case ReportContainedFolder folder:
                    ContainedFolder = folder;
                    return ReportItemKind.ContainedFolder;
                case ReportFolder folder:
                    EmptyFolder = folder;
                    return ReportItemKind.EmptyFolder;
                case ReportMediaGroup group:
                    MediaGroup = group;
                    return ReportItemKind.MediaGroup;
                case ReportNotComparable file:
                    NotComparable = file;
                    return ReportItemKind.NotComparable;
                case ReportUnique unique:
                    Unique = unique;
                    return ReportItemKind.Unique;
                case ReportProblem problem:
                    Problem = problem;
                    return ReportItemKind.Problem;
                case ReportSummary summary:
                    Summary = summary;
                    break;
                default:
                    break;
            }
        }

        return ReportItemKind.End;
    }
}
