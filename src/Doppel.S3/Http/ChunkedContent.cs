using System.Net;

namespace Doppel.S3;

/// <summary>Passes the body of one attempt to the HTTP stack in chunks.</summary>
internal sealed class ChunkedContent(RequestBody body, IdleTimer timer, ChunkedOptions how) : CancellableContent
{
    private ChunkSigner _signer;

    /// <summary>Sets the signer of the chunks, if they are signed.</summary>
    internal void SignBy(in ChunkSigner signer) => _signer = signer;

    protected override async Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        using var writer = new AwsChunkedWriter(stream, body.Length, how, _signer);
        await body.WriteAsync(new ChunkStream(writer), timer, cancellationToken).ConfigureAwait(false);
        await writer.CompleteAsync(cancellationToken).ConfigureAwait(false);
        body.Checksum = writer.Checksum;
    }

    protected override bool TryComputeLength(out long length)
    {
        length = how.GetEncodedLength(body.Length);
        return true;
    }
}
