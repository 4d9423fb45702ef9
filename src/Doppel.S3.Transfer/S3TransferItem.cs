namespace Doppel.S3.Transfer;

/// <summary>What happened to a file or an object.</summary>
/// <param name="Step">What happened.</param>
/// <param name="Place">
/// What it happened to: the path of a file, or the address of an object, <c>s3://bucket/key</c>. The target of a
/// transfer, or the source if it could not be transferred.
/// </param>
public sealed record S3TransferItem(S3TransferStep Step, string Place)
{
    /// <summary>The path or key below the folder, with '/' between components.</summary>
    public string Name { get; init; } = "";

    /// <summary>The size in bytes; for <see cref="S3TransferStep.Resumed"/>, what was transferred before.</summary>
    public long Bytes { get; init; }

    /// <summary>
    /// Why it was not transferred, in words, or null. May contain names, which may contain control characters.
    /// </summary>
    public string? Reason { get; init; }

    /// <summary>The exception that prevented the transfer, or null if there was none.</summary>
    public Exception? Failure { get; init; }
}
