namespace Doppel.S3;

/// <summary>A multipart upload that was started but neither completed nor aborted.</summary>
/// <param name="Key">The key of the object.</param>
/// <param name="UploadId">The ID of the upload.</param>
/// <param name="Initiated">When the upload was started, or null if the server does not say.</param>
/// <param name="StorageClass">The storage class of the object, or null if the server does not say.</param>
public readonly record struct S3PendingUpload(
    string Key, string UploadId, DateTimeOffset? Initiated, string? StorageClass);
