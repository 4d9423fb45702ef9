namespace Doppel.S3;

/// <summary>Parses a page of the listing of pending uploads.</summary>
internal static class UploadPage
{
    /// <exception cref="S3XmlException">The document is not such a page, or its content is invalid.</exception>
    internal static ListedPage<S3PendingUpload> Read(ReadOnlySpan<byte> document, string prefix)
    {
        var uploads = new List<S3PendingUpload>();
        string? nextKey = null, nextUploadId = null;
        bool areMore = false, areEncoded = false;
        int seen = 0;
        var rows = new XmlRows(
            document, stackalloc Range[XmlTokenizer.DepthMax], stackalloc byte[XmlRows.TextBytes],
            "ListMultipartUploadsResult"u8);
        while (rows.NextRow())
        {
            if (rows.Name.SequenceEqual("Upload"u8))
            {
                uploads.Add(ReadUpload(ref rows));
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
            else if (rows.Name.SequenceEqual("NextUploadIdMarker"u8))
            {
                rows.Once(ref seen, 4);
                nextUploadId = rows.Text();
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

        Decode(uploads, areEncoded, prefix);
        if (!areMore)
        {
            return new ListedPage<S3PendingUpload>(uploads, Next: null);
        }

        return new ListedPage<S3PendingUpload>(
            uploads, areEncoded ? ListText.Decode(nextKey!) : nextKey, nextUploadId);
    }

    private static void Decode(List<S3PendingUpload> uploads, bool areEncoded, string prefix)
    {
        for (int i = 0; i < uploads.Count; i++)
        {
            if (areEncoded)
            {
                uploads[i] = uploads[i] with { Key = ListText.Decode(uploads[i].Key) };
            }

            if (!uploads[i].Key.StartsWith(prefix, StringComparison.Ordinal))
            {
                throw new S3XmlException(
                    $"'{uploads[i].Key}' does not begin with the prefix that was asked for.");
            }
        }
    }

    private static S3PendingUpload ReadUpload(ref XmlRows rows)
    {
        string key = string.Empty, uploadId = string.Empty;
        string? storageClass = null;
        DateTimeOffset? initiated = null;
        int seen = 0;
        while (rows.NextField())
        {
            if (rows.Name.SequenceEqual("Key"u8))
            {
                rows.Once(ref seen, 1);
                key = rows.Text();
            }
            else if (rows.Name.SequenceEqual("UploadId"u8))
            {
                rows.Once(ref seen, 2);
                uploadId = rows.Text();
            }
            else if (rows.Name.SequenceEqual("Initiated"u8))
            {
                rows.Once(ref seen, 4);
                initiated = rows.Time();
            }
            else if (rows.Name.SequenceEqual("StorageClass"u8))
            {
                rows.Once(ref seen, 8);
                storageClass = rows.Text() is { Length: > 0 } name ? name : null;
            }
        }

        return key.Length > 0 && uploadId.Length > 0
            ? new S3PendingUpload(key, uploadId, initiated, storageClass)
            : throw new S3XmlException("There is an upload without a key or an id.");
    }
}

/// <summary>A multipart upload that was started but neither completed nor aborted.</summary>
/// <param name="Key">The key of the object.</param>
/// <param name="UploadId">The ID of the upload.</param>
/// <param name="Initiated">When the upload was started, or null if the server does not say.</param>
/// <param name="StorageClass">The storage class of the object, or null if the server does not say.</param>
public readonly record struct S3PendingUpload(
    string Key, string UploadId, DateTimeOffset? Initiated, string? StorageClass);
