namespace Doppel.S3;

/// <summary>An upload in parts that was begun, and neither completed nor aborted.</summary>
/// <param name="Key">Of which object.</param>
/// <param name="UploadId">Which upload.</param>
/// <param name="Initiated">When it was begun; null if the server does not tell.</param>
/// <param name="StorageClass">Where the object will be stored; null if the server does not tell.</param>
public readonly record struct S3PendingUpload(
    string Key, string UploadId, DateTimeOffset? Initiated, string? StorageClass);
