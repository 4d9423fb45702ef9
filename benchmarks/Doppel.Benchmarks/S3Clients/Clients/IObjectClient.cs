using Doppel.Benchmarks.S3Clients.Work;

namespace Doppel.Benchmarks.S3Clients.Clients;

/// <summary>What the suite asks of every client; each does it as its documentation shows.</summary>
/// <remarks>
/// A task is awaited once, before the next is asked for: the tasks themselves come from a pool, so that what is counted
/// is what the client allocates.
/// </remarks>
internal interface IObjectClient : IDisposable
{
    /// <summary>Whether the bucket is there.</summary>
    ValueTask<bool> BucketExistsAsync(string bucket);

    /// <summary>Whether the object is there.</summary>
    ValueTask<bool> ObjectExistsAsync(string bucket, string key);

    /// <summary>Stores something large.</summary>
    ValueTask UploadAsync(string bucket, string key, ScenarioContent content);

    /// <summary>Reads something large into memory that is there already.</summary>
    ValueTask DownloadAsync(string bucket, string key, MemoryStream destination);

    /// <summary>Stores something small by one request.</summary>
    ValueTask PutAsync(string bucket, string key, byte[] content);

    /// <summary>Reads something small.</summary>
    /// <returns>How many bytes it has.</returns>
    ValueTask<int> GetAsync(string bucket, string key, Memory<byte> destination);

    /// <summary>Deletes an object.</summary>
    ValueTask DeleteAsync(string bucket, string key);

    /// <summary>Lists all keys with a prefix.</summary>
    ValueTask<ListedKeys> ListAsync(string bucket, string prefix);

    /// <summary>Stores a file, in parts side by side.</summary>
    ValueTask UploadFileAsync(string bucket, string key, string path);

    /// <summary>Reads an object into a file, in parts side by side.</summary>
    ValueTask DownloadFileAsync(string bucket, string key, string path);
}
