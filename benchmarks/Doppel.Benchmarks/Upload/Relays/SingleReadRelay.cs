using System.Buffers;
using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>
/// The article's single read on a stream whose bytes are still on their way: an exhibit of what it does.
/// </summary>
internal sealed class SingleReadRelay : IRelay
{
    /// <summary>The header that tells the length of the file, which a part does not.</summary>
    public const string LengthHeader = "x-file-bytes";

    private readonly RentCounter _counter = new();

    /// <inheritdoc/>
    public RentTally Tally => _counter.Tally;

    /// <inheritdoc/>
    public async Task RelayAsync(HttpRequest request, RelayTargets targets, CancellationToken cancellation)
    {
        FilePart part = await FilePart.ReadAsync(request, cancellation).ConfigureAwait(false);
        int length = int.Parse(request.Headers[LengthHeader].ToString(), null);
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        _counter.Rented();
        try
        {
            // That the count is ignored (CA2022) is what is shown here.
#pragma warning disable CA2022
            await part.Body.ReadAsync(array.AsMemory(0, length), cancellation).ConfigureAwait(false);
#pragma warning restore CA2022
            var content = new ByteArrayContent(array, 0, length);
            await targets.Shared.StoreAsync(part.FileName, content, cancellation).ConfigureAwait(false);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(array);
            _counter.Returned();
        }
    }
}
