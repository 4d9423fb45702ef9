using System.Net;

namespace Doppel.S3;

/// <summary>Passes bytes in memory to the HTTP stack.</summary>
/// <remarks>
/// It holds no reference to the call, because the stack may still hold it when the call is reused for another request.
/// </remarks>
internal sealed class MemoryContent(ReadOnlyMemory<byte> content, IdleTimer timer) : CancellableContent
{
    protected override Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        RequestBody.WriteSlicesAsync(content, stream, timer, cancellationToken).AsTask();

    protected override bool TryComputeLength(out long length)
    {
        length = content.Length;
        return true;
    }
}
