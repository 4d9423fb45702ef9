using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>The part is streamed on while it arrives, with the means of the framework alone.</summary>
internal sealed class PartStreamRelay : IRelay
{
    /// <inheritdoc/>
    public RentTally Tally => default;

    /// <inheritdoc/>
    public async Task RelayAsync(HttpRequest request, RelayTargets targets, CancellationToken cancellation)
    {
        FilePart part = await FilePart.ReadAsync(request, cancellation).ConfigureAwait(false);
        var content = new StreamContent(part.Body);
        await targets.Shared.StoreAsync(part.FileName, content, cancellation).ConfigureAwait(false);
    }
}
