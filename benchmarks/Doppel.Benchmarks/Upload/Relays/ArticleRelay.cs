using System.Buffers;
using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>As the article prints it: an exhibit, with its faults.</summary>
/// <remarks>
/// The count that Read returns is ignored, each file has a client of its own, a thread waits for the post, the target's
/// answer is not looked at, and the array does not come back after an error.
/// </remarks>
internal sealed class ArticleRelay : IRelay
{
    private readonly RentCounter _counter = new();

    /// <inheritdoc/>
    public RentTally Tally => _counter.Tally;

    /// <inheritdoc/>
    public async Task RelayAsync(HttpRequest request, RelayTargets targets, CancellationToken cancellation)
    {
        IFormFile file = await FormFiles.ReadAsync(request, cancellation).ConfigureAwait(false);
        Post(file, targets.Address);
    }

    private void Post(IFormFile file, Uri address)
    {
        // A client of its own for each file is the article's, and what is shown here.
        HttpClient client = new() { BaseAddress = address };
        int length = (int)file.Length;
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        _counter.Rented();
        using Stream stream = file.OpenReadStream();

        // The article ignores how much was read (CA2022); that is the exhibit.
#pragma warning disable CA2022
        stream.Read(array, 0, length);
#pragma warning restore CA2022
        MultipartFormDataContent content = [];
        content.Add(new ByteArrayContent(array, 0, length), "id_" + Guid.NewGuid(), file.FileName);
        client.PostAsync(new Uri("myfile/" + file.FileName, UriKind.Relative), content).Wait();
        ArrayPool<byte>.Shared.Return(array, clearArray: true);
        _counter.Returned();
    }
}
