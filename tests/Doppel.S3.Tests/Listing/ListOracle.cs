using System.Globalization;
using System.Xml.Linq;

namespace Doppel.S3.Tests.Listing;

/// <summary>What the framework's document says that a page lists.</summary>
internal static class ListOracle
{
    /// <summary>Entries as texts, so that they are compared whole.</summary>
    public static List<string> Entries(byte[] page)
    {
        XDocument document = XDocument.Load(new MemoryStream(page), LoadOptions.PreserveWhitespace);
        bool isEncoded = Value(document.Root!, "EncodingType") == "url";
        var entries = new List<string>();
        foreach (XElement row in document.Root!.Elements())
        {
            if (row.Name.LocalName == "CommonPrefixes")
            {
                entries.AddRange(row.Elements().Where(field => field.Name.LocalName == "Prefix")
                    .Select(prefix => Text(Decode(prefix.Value, isEncoded), true, 0, null, "", null, "")));
            }
            else if (row.Name.LocalName == "Contents")
            {
                entries.Add(Text(
                    Decode(Value(row, "Key")!, isEncoded),
                    false,
                    long.Parse(Value(row, "Size")!, CultureInfo.InvariantCulture),
                    Value(row, "LastModified") is { } time
                        ? DateTimeOffset.Parse(time, CultureInfo.InvariantCulture).ToUniversalTime() : null,
                    Value(row, "ETag") is { Length: > 0 } etag ? $"\"{etag.Trim('"')}\"" : "",
                    Value(row, "StorageClass"),
                    string.Join('+', row.Elements().Where(field => field.Name.LocalName == "ChecksumAlgorithm")
                        .Select(field => field.Value).Order())));
            }
        }

        return entries;
    }

    public static string Text(S3ListEntry entry) => Text(
        entry.Key, entry.IsPrefix, entry.Size, entry.LastModified, entry.ETag.ToString(), entry.StorageClass,
        string.Join('+', Names(entry.Checksums).Order()));

    private static IEnumerable<string> Names(S3ListedChecksums checksums)
    {
        foreach (S3ListedChecksums one in (S3ListedChecksums[])
            [S3ListedChecksums.Crc32, S3ListedChecksums.Crc32C, S3ListedChecksums.Crc64Nvme, S3ListedChecksums.Sha1,
                S3ListedChecksums.Sha256])
        {
            if (checksums.HasFlag(one))
            {
                yield return one.ToString().ToUpperInvariant();
            }
        }
    }

    private static string Text(
        string key, bool isPrefix, long size, DateTimeOffset? time, string etag, string? storageClass,
        string checksums) => string.Create(
            CultureInfo.InvariantCulture, $"{key}|{isPrefix}|{size}|{time:O}|{etag}|{storageClass}|{checksums}");

    private static string Decode(string text, bool isEncoded) =>
        isEncoded ? Uri.UnescapeDataString(text.Replace("+", "%20", StringComparison.Ordinal)) : text;

    private static string? Value(XElement row, string name) =>
        row.Elements().SingleOrDefault(field => field.Name.LocalName == name)?.Value;
}
