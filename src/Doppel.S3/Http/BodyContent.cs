using System.Net;
using System.Runtime.CompilerServices;
using Doppel.S3.Chunked;
using Doppel.S3.Signing;

namespace Doppel.S3.Http;

/// <summary>Hands the body of one attempt to the stack, as it is or in chunks.</summary>
internal sealed class BodyContent(RequestBody body, IdleTimer timer, ChunkedOptions? chunks) : HttpContent
{
    private StrongBox<ChunkSigner>? _signer;

    /// <summary>Gives what signs the chunks.</summary>
    internal void SignBy(in ChunkSigner signer) => _signer = new StrongBox<ChunkSigner>(signer);

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    // Without this overload the stack would lose its token on the way.
    protected override Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken) =>
        chunks is null
            ? body.WriteAsync(stream, timer, cancellationToken).AsTask()
            : WriteChunksAsync(stream, chunks, cancellationToken);

    protected override bool TryComputeLength(out long length)
    {
        length = chunks is null ? body.Length : chunks.GetEncodedLength(body.Length);
        return true;
    }

    private async Task WriteChunksAsync(Stream stream, ChunkedOptions how, CancellationToken cancellationToken)
    {
        using var writer = new AwsChunkedWriter(stream, body.Length, how, _signer?.Value ?? default);
        await body.WriteAsync(new ChunkStream(writer), timer, cancellationToken).ConfigureAwait(false);
        await writer.CompleteAsync(cancellationToken).ConfigureAwait(false);
        body.Checksum = writer.Checksum;
    }
}
