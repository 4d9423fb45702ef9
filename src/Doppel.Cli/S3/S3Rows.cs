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
    internal static string Render(in S3ListEntry entry, bool forPeople) =>
        Row(entry.LastModified, entry.IsPrefix ? null : entry.Size, entry.Key, forPeople);

    /// <summary>Returns the row for an unfinished upload: when it began, the size of its parts, and its key.</summary>
    internal static string Render(in S3PendingUpload upload, long bytes, bool forPeople) =>
        Row(upload.Initiated, bytes, upload.Key, forPeople);

    private static string Row(DateTimeOffset? at, long? bytes, string key, bool forPeople)
    {
        string time = TimeOf(at);
        string size = bytes switch
        {
            null => None,
            { } known when forPeople => SizeText.Show(known),
            { } known => known.ToString(CultureInfo.InvariantCulture),
        };
        return forPeople
            ? $"{time.PadRight(TimeWidth)}  {size.PadLeft(SizeWidth)}  {Quote.Sentence(key)}\n"
            : $"{time}\t{size}\t{Quote.Sentence(key)}\n";
    }

    /// <summary>Formats a time as, for example, <c>2026-01-31T12:00:00Z</c>.</summary>
    internal static string TimeOf(DateTimeOffset? time) =>
        time?.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture) ?? None;
}
