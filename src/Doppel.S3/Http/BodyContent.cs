using System.Net;

namespace Doppel.S3.Http;

/// <summary>Hands the body of one attempt to the stack as it is.</summary>
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
