namespace Doppel.S3;

/// <summary>Parses a page of the listing of pending uploads.</summary>
internal static class UploadPage
{
    internal static MarkedPage<S3PendingUpload> Parser { get; } = new(
        "ListMultipartUploadsResult", "NextUploadIdMarker", TryRead, static upload => upload.Key,
        static (upload, key) => upload with { Key = key });

    private static bool TryRead(ref XmlRows rows, out S3PendingUpload upload)
    {
        bool isUpload = rows.Name.SequenceEqual("Upload"u8);
        upload = isUpload ? ReadUpload(ref rows) : default;
        return isUpload;
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
