using System.Text.Json;
using Doppel.Reports.Csv;
using Doppel.Reports.Text;

namespace Doppel.Reports.Shared;

/// <summary>Finds out from its first bytes what form a report has.</summary>
internal static class FormatDetection
{
    private const int HeadBytes = 64 * 1024;

    public static ReportFormat Detect(ByteSource source)
    {
        ReadOnlySpan<byte> head = source.Peek(HeadBytes);
        if (head.IsEmpty)
        {
            throw new ReportFormatException(0, "the input is empty; name its format if that is meant");
        }

        if (head[0] == '{')
        {
            return IsFclones(head) ? ReportFormat.Fclones : ReportFormat.Json;
        }

        if (head.StartsWith(CsvColumns.HeadLine))
        {
            return ReportFormat.Csv;
        }

        int end = head.IndexOf((byte)'\n');
        bool text = !head.Contains((byte)0) && end >= 0 && TextLines.IsFirstLine(head[..end]);
        return text ? ReportFormat.Text : ReportFormat.Fdupes;
    }

    /// <summary>Whether NUL stands in the first 64 KiB.</summary>
    public static bool HasNul(ByteSource source) => source.Peek(HeadBytes).Contains((byte)0);

    private static bool IsFclones(ReadOnlySpan<byte> head)
    {
        try
        {
            var reader = new Utf8JsonReader(head, isFinalBlock: false, state: default);
            return reader.Read() && reader.Read() && reader.TokenType == JsonTokenType.PropertyName
                && (reader.ValueTextEquals("header"u8) || reader.ValueTextEquals("groups"u8));
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
