using System.Text.Json;

namespace Doppel.Reports;

/// <summary>Detects the format of a report from its first bytes.</summary>
internal static class FormatDetection
{
    private const int HeadBytes = 64 * 1024;

    public static ReportFormat Detect(ByteSource source)
    {
        ReadOnlySpan<byte> head = source.Peek(HeadBytes);
        if (head.IsEmpty)
        {
            throw new ReportFormatException(0, "the input is empty");
        }

        if (head[0] == '{')
        {
            return DetectObject(head);
        }

        if (head.StartsWith(HtmlLines.FirstLine))
        {
            return ReportFormat.Html;
        }

        if (head.StartsWith(FclonesTextParser.FirstWords))
        {
            return ReportFormat.FclonesText;
        }

        if (IsArrayOfObjects(head))
        {
            return ReportFormat.Rmlint;
        }

        if (head.StartsWith(CsvColumns.EarlierHeadLine))
        {
            return ReportFormat.Csv;
        }

        int end = head.IndexOf((byte)'\n');
        bool text = !head.Contains((byte)0) && end >= 0 && TextLines.IsFirstLine(head[..end]);
        return text ? ReportFormat.Text : ReportFormat.Fdupes;
    }

    /// <summary>Returns whether the first 64 KiB contain a NUL.</summary>
    public static bool HasNul(ByteSource source) => source.Peek(HeadBytes).Contains((byte)0);

    /// <summary>Detects the format from the first key.</summary>
    private static ReportFormat DetectObject(ReadOnlySpan<byte> head)
    {
        try
        {
            var reader = new Utf8JsonReader(head, isFinalBlock: false, state: default);
            if (!reader.Read() || !reader.Read() || reader.TokenType != JsonTokenType.PropertyName)
            {
                return ReportFormat.Json;
            }

            if (reader.ValueTextEquals("jdupesVersion"u8))
            {
                return ReportFormat.Jdupes;
            }

            return reader.ValueTextEquals("header"u8) || reader.ValueTextEquals("groups"u8)
                ? ReportFormat.Fclones
                : ReportFormat.Json;
        }
        catch (JsonException)
        {
            return ReportFormat.Json;
        }
    }

    /// <summary>
    /// Returns whether this is an array that starts with an object. A list of names may start with a bracket too.
    /// </summary>
    private static bool IsArrayOfObjects(ReadOnlySpan<byte> head)
    {
        if (head[0] != '[')
        {
            return false;
        }

        head = head[1..].TrimStart(" \t\r\n"u8);
        ReadOnlySpan<byte> inside = head.StartsWith("{"u8) ? head[1..].TrimStart(" \t\r\n"u8) : [];
        return inside.StartsWith("\""u8) || inside.StartsWith("}"u8);
    }
}
