namespace Doppel.S3;

/// <summary>What is to be deleted.</summary>
/// <param name="Key">Which object.</param>
/// <param name="ETag">
/// Only if the object has this ETag. Default: whatever it has. Some servers do not know this and delete in spite of it;
/// look at docs/s3-servers.md.
/// </param>
/// <param name="VersionId">Which version, for good; null: the current one.</param>
public readonly record struct S3DeleteEntry(string Key, S3ETag ETag = default, string? VersionId = null);
