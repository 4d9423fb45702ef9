using System.Net;

namespace Doppel.S3;

/// <summary>HTTP content whose transmission can be canceled.</summary>
internal abstract class CancellableContent : HttpContent
{
    protected sealed override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    // Without this overload, the HTTP stack would not pass on its cancellation token.
    protected abstract override Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken);
}

/// <summary>Passes the body of one attempt to the HTTP stack unchanged.</summary>
internal sealed class BodyContent(RequestBody body, IdleTimer timer) : CancellableContent
{
    protected override Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        body.WriteAsync(stream, timer, cancellationToken).AsTask();

    protected override bool TryComputeLength(out long length)
    {
        length = body.Length;
        return true;
    }
}

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
