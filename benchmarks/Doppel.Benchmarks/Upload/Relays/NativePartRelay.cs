using System.Net;
using Doppel.Pooling;
using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>
/// Ours: as <see cref="PooledPartRelay"/>, but the block is memory that the collector does not know.
/// </summary>
internal sealed class NativePartRelay(NativeBufferPool pool) : IRelay
{
    /// <inheritdoc/>
    public RentTally Tally => PoolTally.OfNative(pool.GetStatistics());

    /// <inheritdoc/>
    public async Task RelayAsync(HttpRequest request, RelayTargets targets, CancellationToken cancellation)
    {
        FilePart part = await FilePart.ReadAsync(request, cancellation).ConfigureAwait(false);
        var content = new Content(part.Body, pool);
        await targets.Shared.StoreAsync(part.FileName, content, cancellation).ConfigureAwait(false);
    }

    private sealed class Content(Stream body, NativeBufferPool pool) : BlockContent(body)
    {
        protected override async Task SerializeToStreamAsync(
            Stream stream, TransportContext? context, CancellationToken cancellationToken)
        {
            using Lease<NativeBuffer<byte>> lease = pool.Lease(BlockBytes);
            using var block = new NativeMemoryView(lease.Value, BlockBytes);
            await PassOnAsync(stream, block.Memory, cancellationToken).ConfigureAwait(false);
        }
    }
}
