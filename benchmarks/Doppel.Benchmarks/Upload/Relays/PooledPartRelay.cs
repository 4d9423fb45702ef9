using System.Net;
using Doppel.Pooling;
using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>
/// Ours: the part is passed on while it arrives, through one block of a <see cref="BufferPool{T}"/>.
/// </summary>
internal sealed class PooledPartRelay(BufferPool<byte> pool) : IRelay
{
    /// <inheritdoc/>
    public RentTally Tally => PoolTally.OfManaged(pool.GetStatistics());

    /// <inheritdoc/>
    public async Task RelayAsync(HttpRequest request, RelayTargets targets, CancellationToken cancellation)
    {
        FilePart part = await FilePart.ReadAsync(request, cancellation).ConfigureAwait(false);
        var content = new Content(part.Body, pool);
        await targets.Shared.StoreAsync(part.FileName, content, cancellation).ConfigureAwait(false);
    }

    private sealed class Content(Stream body, BufferPool<byte> pool) : BlockContent(body)
    {
        protected override async Task SerializeToStreamAsync(
            Stream stream, TransportContext? context, CancellationToken cancellationToken)
        {
            using BufferLease<byte> lease = pool.Lease(BlockBytes);
            await PassOnAsync(stream, lease.Memory, cancellationToken).ConfigureAwait(false);
        }
    }
}
