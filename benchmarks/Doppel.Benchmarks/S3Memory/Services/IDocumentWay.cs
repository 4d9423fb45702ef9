using Microsoft.AspNetCore.Http;

namespace Doppel.Benchmarks.S3Memory.Services;

/// <summary>A way to carry documents between clients and S3. Thread-safe.</summary>
internal interface IDocumentWay : IDisposable
{
    /// <summary>Stores a document.</summary>
    /// <param name="name">Its key.</param>
    /// <param name="content">Its bytes as they arrive; it cannot seek.</param>
    /// <param name="bytesMax">How long it is at most: a few bytes more than it is.</param>
    /// <param name="left">Cancelled when the client leaves.</param>
    Task UploadAsync(string name, Stream content, long bytesMax, CancellationToken left);

    /// <summary>Sends a document.</summary>
    Task DownloadAsync(string name, HttpResponse response, CancellationToken left);
}
