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
