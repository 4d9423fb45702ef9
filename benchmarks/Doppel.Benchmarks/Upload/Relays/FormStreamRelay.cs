using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>The framework reads the form to its end, then its file is streamed on.</summary>
internal sealed class FormStreamRelay : IRelay
{
    /// <inheritdoc/>
    public RentTally Tally => default;

    /// <inheritdoc/>
    public async Task RelayAsync(HttpRequest request, RelayTargets targets, CancellationToken cancellation)
    {
        IFormFile file = await FormFiles.ReadAsync(request, cancellation).ConfigureAwait(false);
        var content = new StreamContent(file.OpenReadStream());
        await targets.Shared.StoreAsync(file.FileName, content, cancellation).ConfigureAwait(false);
    }
}
