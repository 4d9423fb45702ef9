namespace Doppel.S3;

/// <summary>An object to delete.</summary>
/// <param name="Key">The key of the object.</param>
/// <param name="ETag">
/// The ETag that the object must have. Default: any. Some servers do not support this condition and delete the object
/// regardless.
/// </param>
/// <param name="VersionId">The version to delete permanently, or null for the current version.</param>
public readonly record struct S3DeleteEntry(string Key, S3ETag ETag = default, string? VersionId = null);

/// <summary>The result of deleting one object.</summary>
/// <param name="Key">The key of the object.</param>
/// <param name="VersionId">The version, if one was specified.</param>
/// <param name="Code">
/// Null if the object no longer exists, even if it never did. Otherwise the server's error code, such as
/// <c>AccessDenied</c> or <c>PreconditionFailed</c>, or <see cref="S3ErrorCode.BadAnswer"/> if the response does not
/// say what happened.
/// </param>
/// <param name="Message">The server's error message.</param>
public readonly record struct S3DeleteResult(string Key, string? VersionId, string? Code, string? Message)
{
    /// <summary>Whether the server reports that the object no longer exists.</summary>
    public bool IsDeleted => Code is null;

    /// <summary>Whether the same deletion may succeed later.</summary>
    public bool IsRetryable => RetryRules.IsRetryable(default, Code);
}
