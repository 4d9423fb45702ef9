namespace Doppel.S3;

/// <summary>Parses a page of the listing of versions.</summary>
internal static class VersionPage
{
    internal static MarkedPage<S3Version> Parser { get; } = new(
        "ListVersionsResult", "NextVersionIdMarker", TryRead, static version => version.Key,
        static (version, key) => version with { Key = key });

    private static bool TryRead(ref XmlRows rows, out S3Version version)
    {
        bool isMarker = rows.Name.SequenceEqual("DeleteMarker"u8);
        bool isEntry = isMarker || rows.Name.SequenceEqual("Version"u8);
        version = isEntry ? ReadVersion(ref rows, isMarker) : default;
        return isEntry;
    }

    private static S3Version ReadVersion(ref XmlRows rows, bool isMarker)
    {
        string key = string.Empty, versionId = string.Empty;
        var etag = default(S3ETag);
        string? storageClass = null;
        DateTimeOffset? modified = null;
        long size = 0;
        bool isLatest = false;
        int seen = 0;
        while (rows.NextField())
        {
            if (rows.Name.SequenceEqual("Key"u8))
            {
                rows.Once(ref seen, 1);
                key = rows.Text();
            }
            else if (rows.Name.SequenceEqual("VersionId"u8))
            {
                rows.Once(ref seen, 2);
                versionId = rows.Text();
            }
            else if (rows.Name.SequenceEqual("IsLatest"u8))
            {
                rows.Once(ref seen, 4);
                isLatest = rows.Flag();
            }
            else if (rows.Name.SequenceEqual("LastModified"u8))
            {
                rows.Once(ref seen, 8);
                modified = rows.Time();
            }
            else if (rows.Name.SequenceEqual("ETag"u8))
            {
                rows.Once(ref seen, 16);
                etag = S3ETag.Parse(rows.Text());
            }
            else if (rows.Name.SequenceEqual("Size"u8))
            {
                rows.Once(ref seen, 32);
                size = rows.Number();
            }
            else if (rows.Name.SequenceEqual("StorageClass"u8))
            {
                rows.Once(ref seen, 64);
                storageClass = rows.Text() is { Length: > 0 } name ? name : null;
            }
        }

        return key.Length > 0 && versionId.Length > 0
            ? new S3Version(key, versionId, isLatest, isMarker, size, etag, modified, storageClass)
            : throw new S3XmlException("There is a version without a key or an id.");
    }
}

/// <summary>A version of an object, or a delete marker.</summary>
/// <param name="Key">The key of the object.</param>
/// <param name="VersionId">
/// The ID of the version; <c>null</c> as text for one that was stored while versioning was not enabled.
/// </param>
/// <param name="IsLatest">Whether requests without a version ID see this one.</param>
/// <param name="IsDeleteMarker">Whether this is not a content, but says that the object is deleted.</param>
/// <param name="Size">The size in bytes; 0 for a delete marker.</param>
/// <param name="ETag">The ETag; none for a delete marker.</param>
/// <param name="LastModified">When the version was stored, or null if the server does not say.</param>
/// <param name="StorageClass">The storage class, or null if the server does not say.</param>
public readonly record struct S3Version(
    string Key, string VersionId, bool IsLatest, bool IsDeleteMarker, long Size, S3ETag ETag,
    DateTimeOffset? LastModified, string? StorageClass);
