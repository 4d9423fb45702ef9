using System.Globalization;
using System.Text.Json;

namespace Doppel.App;

/// <summary>The manifest of an inventory that Amazon S3 has written about a bucket.</summary>
/// <remarks>Source: Amazon S3 User Guide, "Amazon S3 Inventory", manifest.json.</remarks>
/// <param name="Bucket">The bucket that is listed.</param>
/// <param name="Made">When the inventory was made.</param>
/// <param name="Columns">The names of the columns of all files.</param>
/// <param name="Files">The names of the files, without folders, with the MD5 of each as hex digits.</param>
internal sealed record InventoryManifest(
    string Bucket,
    DateTimeOffset Made,
    IReadOnlyList<string> Columns,
    IReadOnlyList<(string Name, string Md5)> Files)
{
    /// <summary>The name that such files have.</summary>
    internal const string FileName = "manifest.json";

    /// <summary>Parses a manifest.</summary>
    /// <exception cref="UsageException">It is not the manifest of an inventory in CSV.</exception>
    internal static InventoryManifest Parse(string shown, Stream input)
    {
        try
        {
            using var json = JsonDocument.Parse(input);
            JsonElement all = json.RootElement;
            string format = all.GetProperty("fileFormat").GetString() ?? "";
            if (format != "CSV")
            {
                throw new UsageException(
                    $"cannot import {shown}: the inventory is in the format {Quote.Sentence(format)}",
                    "let Amazon S3 write inventories as CSV");
            }

            long milliseconds = long.Parse(
                all.GetProperty("creationTimestamp").GetString() ?? "", CultureInfo.InvariantCulture);
            return new InventoryManifest(
                all.GetProperty("sourceBucket").GetString() ?? "",
                DateTimeOffset.FromUnixTimeMilliseconds(milliseconds),
                (all.GetProperty("fileSchema").GetString() ?? "").Split(',', StringSplitOptions.TrimEntries),
                [.. all.GetProperty("files").EnumerateArray().Select(static file => (
                    file.GetProperty("key").GetString()!.Split('/')[^1],
                    file.GetProperty("MD5checksum").GetString() ?? ""))]);
        }
        catch (Exception wrong) when (wrong is JsonException or KeyNotFoundException or InvalidOperationException
            or FormatException or OverflowException or ArgumentOutOfRangeException or NullReferenceException)
        {
            throw new UsageException(
                $"cannot import {shown}: it is not the manifest of an S3 inventory",
                $"a list of digests must not be named {FileName}");
        }
    }
}
