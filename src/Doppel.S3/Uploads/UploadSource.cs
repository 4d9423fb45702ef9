using Doppel.S3.Http;

namespace Doppel.S3.Uploads;

/// <summary>Where an upload comes from, given out part by part from front to back.</summary>
internal abstract class UploadSource
{
    /// <summary>How many bytes there are in all; null if only reading will tell.</summary>
    internal abstract long? Length { get; }

    /// <summary>Whether parts can be read again, and at any place.</summary>
    internal abstract bool IsRepeatable { get; }

    /// <summary>The whole of it as the body of one request.</summary>
    internal abstract RequestBody Whole();

    /// <summary>The next part; the last one may be shorter, and one of no bytes is the end.</summary>
    /// <param name="partBytes">How long parts are.</param>
    /// <param name="cancellationToken">Ends the wait for bytes or for memory.</param>
    internal abstract ValueTask<UploadPart> NextAsync(long partBytes, CancellationToken cancellationToken);
}
