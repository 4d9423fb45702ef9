namespace Doppel.S3;

/// <summary>The source of an upload, which provides its parts in order.</summary>
internal abstract class UploadSource
{
    /// <summary>The total length in bytes, or null if it is unknown until the end is reached.</summary>
    internal abstract long? Length { get; }

    /// <summary>Whether parts can be read again, and in any order.</summary>
    internal abstract bool IsRepeatable { get; }

    /// <summary>Returns the whole source as the body of a single request.</summary>
    internal abstract RequestBody Whole();

    /// <summary>Returns the next part. The last part may be shorter; an empty part marks the end.</summary>
    /// <param name="partBytes">The part size in bytes.</param>
    /// <param name="cancellationToken">Cancels the wait for data or memory.</param>
    internal abstract ValueTask<UploadPart> NextAsync(long partBytes, CancellationToken cancellationToken);
}
