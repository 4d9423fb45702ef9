namespace Doppel.S3;

/// <summary>
/// A part to be sent, and the memory that it occupies until then. The default value is an empty part.
/// </summary>
internal readonly record struct UploadPart(RequestBody Body, BufferedPart? Buffer = null)
{
    internal long Length => Body is null ? 0 : Body.Length;

    /// <summary>
    /// Whether sending this part reads from the source, so that the next part cannot be taken before.
    /// </summary>
    internal bool ReadsSource { get; init; }

    /// <summary>Returns the memory to its pool.</summary>
    internal void Release() => Buffer?.Release();
}
