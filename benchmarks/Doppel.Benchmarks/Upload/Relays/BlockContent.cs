using System.Net;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>
/// Content that is passed on through one block while it arrives; its length is known when it has ended.
/// </summary>
internal abstract class BlockContent(Stream body) : HttpContent
{
    /// <summary>Bytes of a block: few calls for large files, little memory for many at once.</summary>
    protected const int BlockBytes = 64 * 1024;

    /// <inheritdoc/>
    protected sealed override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    /// <inheritdoc/>
    protected sealed override bool TryComputeLength(out long length)
    {
        length = 0;
        return false;
    }

    /// <summary>
    /// Passes everything on. An error of either side ends it, and the receiver sees no end of the content.
    /// </summary>
    protected async Task PassOnAsync(Stream destination, Memory<byte> block, CancellationToken cancellation)
    {
        var source = new BlockSource(body, block);
        ReadOnlyMemory<byte> next;
        while ((next = await source.NextAsync(cancellation).ConfigureAwait(false)).Length != 0)
        {
            await destination.WriteAsync(next, cancellation).ConfigureAwait(false);
        }
    }
}
