using Doppel.S3.Http;

namespace Doppel.S3;

/// <summary>What became of one object that was to be deleted.</summary>
/// <param name="Key">Which object.</param>
/// <param name="VersionId">Which version, if one was named.</param>
/// <param name="Code">
/// Null if it is gone, also if it never was; else the server's code, such as <c>AccessDenied</c> or
/// <c>PreconditionFailed</c>, or <see cref="S3ErrorCode.BadAnswer"/> where its answer leaves that open.
/// </param>
/// <param name="Message">What the server says of it.</param>
public readonly record struct S3DeleteResult(string Key, string? VersionId, string? Code, string? Message)
{
    /// <summary>Whether the server says that it is gone.</summary>
    public bool IsDeleted => Code is null;

    /// <summary>Whether the same may well succeed later.</summary>
    public bool IsRetryable => RetryRules.IsRetryable(default, Code);
}
