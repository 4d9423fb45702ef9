using System.Net;

namespace Doppel.S3.Http;

/// <summary>Hands bytes in memory to the stack.</summary>
/// <remarks>It knows of no call: the stack may still hold it when that is used for another one.</remarks>
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
