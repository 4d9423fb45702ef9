namespace Doppel.S3;

/// <summary>The result of a download.</summary>
/// <param name="Status">
/// <see cref="S3Status.Ok"/> if the complete file exists. For any other status, nothing was written.
/// </param>
/// <param name="ETag">The ETag of the object, with quotes.</param>
/// <param name="Length">The size of the object in bytes.</param>
/// <param name="ResumedBytes">The number of bytes that came from an earlier, interrupted download.</param>
public readonly record struct S3DownloadResult(S3Status Status, string? ETag, long Length, long ResumedBytes);
