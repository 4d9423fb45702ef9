using System.Globalization;
using Doppel.S3;

namespace Doppel.Cli;

/// <summary>
/// Renders the results of <c>doppel s3 ls</c>, one line each: in aligned columns on a terminal, otherwise separated by
/// tabs.
/// </summary>
/// <remarks>
/// Names are escaped in both formats, because they may contain line feeds. JSON output contains them unchanged. Cells
/// are never empty, so that programs can rely on column positions.
/// </remarks>
internal static class S3Rows
{
    private const string None = "-";
    private const int TimeWidth = 20;
    private const int SizeWidth = 10;

    /// <summary>Returns the row for a bucket: its creation time and name.</summary>
    internal static string Render(S3Bucket bucket, bool forPeople)
    {
        string time = TimeOf(bucket.Created);
        return forPeople
            ? $"{time.PadRight(TimeWidth)}  {Quote.Sentence(bucket.Name)}\n"
            : $"{time}\t{Quote.Sentence(bucket.Name)}\n";
    }

    /// <summary>Returns the row for an object: its modification time, size and key. A folder only has a key.</summary>
    internal static string Render(in S3ListEntry entry, bool forPeople)
    {
        string time = TimeOf(entry.LastModified);
        string size = forPeople ? SizeText.Show(entry.Size) : entry.Size.ToString(CultureInfo.InvariantCulture);
        size = entry.IsPrefix ? None : size;
        return forPeople
            ? $"{time.PadRight(TimeWidth)}  {size.PadLeft(SizeWidth)}  {Quote.Sentence(entry.Key)}\n"
            : $"{time}\t{size}\t{Quote.Sentence(entry.Key)}\n";
    }

    /// <summary>Formats a time as, for example, <c>2026-01-31T12:00:00Z</c>.</summary>
    internal static string TimeOf(DateTimeOffset? time) =>
        time?.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture) ?? None;
}
