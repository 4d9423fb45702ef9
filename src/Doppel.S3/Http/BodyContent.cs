using System.Net;

namespace Doppel.S3;

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
