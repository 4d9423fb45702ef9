using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>
/// The article's way made right: the whole file in one array, read until it is full, and given back.
/// </summary>
internal sealed class WholeFileRelay(IWholeFileArrays arrays) : IRelay
{
    /// <inheritdoc/>
    public RentTally Tally => arrays.Tally;

    /// <inheritdoc/>
    public async Task RelayAsync(HttpRequest request, RelayTargets targets, CancellationToken cancellation)
    {
        IFormFile file = await FormFiles.ReadAsync(request, cancellation).ConfigureAwait(false);
        int length = checked((int)file.Length);
        byte[] array = arrays.Rent(length);
        try
        {
            using Stream stream = file.OpenReadStream();
            await stream.ReadExactlyAsync(array.AsMemory(0, length), cancellation).ConfigureAwait(false);
            var content = new ByteArrayContent(array, 0, length);
            await targets.Shared.StoreAsync(file.FileName, content, cancellation).ConfigureAwait(false);
        }
        finally
        {
            arrays.Return(array);
        }
    }
}
