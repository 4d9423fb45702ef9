namespace Doppel.S3;

/// <summary>An object to delete.</summary>
/// <param name="Key">The key of the object.</param>
/// <param name="ETag">
/// The ETag that the object must have. Default: any. Some servers do not support this condition and delete the object
/// regardless; see docs/s3-servers.md.
/// </param>
/// <param name="VersionId">The version to delete permanently, or null for the current version.</param>
public readonly record struct S3DeleteEntry(string Key, S3ETag ETag = default, string? VersionId = null);
