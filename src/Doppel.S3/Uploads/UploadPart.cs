using Doppel.S3.Http;

namespace Doppel.S3.Uploads;

/// <summary>A part that waits to be sent, and the memory that it holds until then.</summary>
internal readonly record struct UploadPart(RequestBody Body, BufferedPart? Buffer)
{
    internal long Length => Body.Length;

    /// <summary>Gives the memory back.</summary>
    internal void Release() => Buffer?.Release();
}
