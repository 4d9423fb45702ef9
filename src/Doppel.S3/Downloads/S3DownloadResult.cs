namespace Doppel.S3;

/// <summary>How a download ended.</summary>
/// <param name="Status"><see cref="S3Status.Ok"/>: the file is there, whole. Else nothing was written.</param>
/// <param name="ETag">What it is, with quotes.</param>
/// <param name="Length">Bytes of the object.</param>
/// <param name="ResumedBytes">Bytes of it that an earlier download had brought.</param>
public readonly record struct S3DownloadResult(S3Status Status, string? ETag, long Length, long ResumedBytes);
