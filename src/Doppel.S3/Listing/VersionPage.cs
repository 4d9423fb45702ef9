namespace Doppel.S3;

/// <summary>Parses a page of the listing of versions.</summary>
internal static class VersionPage
{
    /// <exception cref="S3XmlException">The document is not such a page, or its content is invalid.</exception>
    internal static ListedPage<S3Version> Read(ReadOnlySpan<byte> document, string prefix)
    {
        var versions = new List<S3Version>();
        string? nextKey = null, nextVersion = null;
        bool areMore = false, areEncoded = false;
        int seen = 0;
        var rows = new XmlRows(
            document, stackalloc Range[XmlTokenizer.DepthMax], stackalloc byte[XmlRows.TextBytes],
            "ListVersionsResult"u8);
        while (rows.NextRow())
        {
            if (rows.Name.SequenceEqual("Version"u8))
            {
                versions.Add(ReadVersion(ref rows, isMarker: false));
            }
            else if (rows.Name.SequenceEqual("DeleteMarker"u8))
            {
                versions.Add(ReadVersion(ref rows, isMarker: true));
            }
            else if (rows.Name.SequenceEqual("IsTruncated"u8))
            {
                rows.Once(ref seen, 1);
                areMore = rows.Flag();
            }
            else if (rows.Name.SequenceEqual("NextKeyMarker"u8))
            {
                rows.Once(ref seen, 2);
                nextKey = rows.Text();
            }
            else if (rows.Name.SequenceEqual("NextVersionIdMarker"u8))
            {
                rows.Once(ref seen, 4);
                nextVersion = rows.Text();
            }
            else if (rows.Name.SequenceEqual("EncodingType"u8))
            {
                rows.Once(ref seen, 8);
                areEncoded = ListText.IsUrl(ref rows);
            }
        }

        rows.Dispose();
        if ((seen & 1) == 0 || (areMore && string.IsNullOrEmpty(nextKey)))
        {
            throw new S3XmlException("The list does not say whether it is all, or where to go on.");
        }

        Decode(versions, areEncoded, prefix);
        if (!areMore)
        {
            return new ListedPage<S3Version>(versions, Next: null);
        }

        return new ListedPage<S3Version>(versions, areEncoded ? ListText.Decode(nextKey!) : nextKey, nextVersion);
    }

    private static void Decode(List<S3Version> versions, bool areEncoded, string prefix)
    {
        for (int i = 0; i < versions.Count; i++)
        {
            if (areEncoded)
            {
                versions[i] = versions[i] with { Key = ListText.Decode(versions[i].Key) };
            }

            if (!versions[i].Key.StartsWith(prefix, StringComparison.Ordinal))
            {
                throw new S3XmlException(
                    $"'{versions[i].Key}' does not begin with the prefix that was asked for.");
            }
        }
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
