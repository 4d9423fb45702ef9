using System.Globalization;
using Doppel.Cli.Output;
using Doppel.Cli.Values;
using Doppel.S3;

namespace Doppel.Cli.S3;

/// <summary>What <c>doppel s3 ls</c> lists, a line each: on a terminal in columns for people, else with tabs.</summary>
/// <remarks>
/// Names are escaped in both, since a name may hold a line feed; JSON has them as they are. A cell is never empty, so
/// that columns can be counted.
/// </remarks>
internal static class S3Rows
{
    private const string None = "-";
    private const int TimeWidth = 20;
    private const int SizeWidth = 10;

    /// <summary>A bucket: when it was made, and its name.</summary>
    internal static string Render(S3Bucket bucket, bool forPeople)
    {
        string time = TimeOf(bucket.Created);
        return forPeople
            ? $"{time.PadRight(TimeWidth)}  {Quote.Sentence(bucket.Name)}\n"
            : $"{time}\t{Quote.Sentence(bucket.Name)}\n";
    }

    /// <summary>An object: when it was stored, how long it is, and its key; a folder has a key alone.</summary>
    internal static string Render(in S3ListEntry entry, bool forPeople)
    {
        string time = TimeOf(entry.LastModified);
        string size = entry.IsPrefix ? None
            : forPeople ? SizeText.Show(entry.Size)
            : entry.Size.ToString(CultureInfo.InvariantCulture);
        return forPeople
            ? $"{time.PadRight(TimeWidth)}  {size.PadLeft(SizeWidth)}  {Quote.Sentence(entry.Key)}\n"
            : $"{time}\t{size}\t{Quote.Sentence(entry.Key)}\n";
    }

    /// <summary>Such as <c>2026-01-31T12:00:00Z</c>.</summary>
    internal static string TimeOf(DateTimeOffset? time) =>
        time?.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ssZ", CultureInfo.InvariantCulture) ?? None;
}
