using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>
/// A client of its own for each file, which is disposed: an exhibit of what that does to connections.
/// </summary>
internal sealed class OwnClientRelay : IRelay
{
    /// <inheritdoc/>
    public RentTally Tally => default;

    /// <inheritdoc/>
    public async Task RelayAsync(HttpRequest request, RelayTargets targets, CancellationToken cancellation)
    {
        FilePart part = await FilePart.ReadAsync(request, cancellation).ConfigureAwait(false);
        using var client = new HttpClient { BaseAddress = targets.Address };
        var target = new FormPostTarget(client);
        await target.StoreAsync(part.FileName, new StreamContent(part.Body), cancellation).ConfigureAwait(false);
    }
}
