using System.Net;

namespace Doppel.S3.Http;

/// <summary>A content whose sending can be cancelled.</summary>
internal abstract class CancellableContent : HttpContent
{
    protected sealed override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    // Without this overload the stack would lose its token on the way.
    protected abstract override Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken);
}
