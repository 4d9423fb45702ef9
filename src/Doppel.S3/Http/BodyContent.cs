using System.Net;

namespace Doppel.S3.Http;

/// <summary>Hands the body of one attempt to the stack as it is.</summary>
internal sealed class BodyContent(RequestBody body, IdleTimer timer) : HttpContent
{
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    // Without this overload the stack would lose its token on the way.
    protected override Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        body.WriteAsync(stream, timer, cancellationToken).AsTask();

    protected override bool TryComputeLength(out long length)
    {
        length = body.Length;
        return true;
    }
}
