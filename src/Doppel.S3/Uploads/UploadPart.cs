using Doppel.S3.Http;

namespace Doppel.S3.Uploads;

/// <summary>A part that waits to be sent, and the memory that it holds until then; by default of no bytes.</summary>
internal readonly record struct UploadPart(RequestBody Body, BufferedPart? Buffer = null)
{
    internal long Length => Body is null ? 0 : Body.Length;

    /// <summary>
    /// Whether it moves the source on while it is sent, so that the next part cannot be taken before.
    /// </summary>
    internal bool ReadsSource { get; init; }

    /// <summary>Gives the memory back.</summary>
    internal void Release() => Buffer?.Release();
}
