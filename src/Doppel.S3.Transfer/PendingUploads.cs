namespace Doppel.S3.Transfer;

/// <summary>Finds the upload of an object that an earlier run did not finish.</summary>
/// <remarks>
/// All uploads below the prefix are listed once, so that a folder of many files needs no request for each. Thread-safe.
/// </remarks>
/// <param name="client">The client.</param>
/// <param name="bucket">The bucket.</param>
/// <param name="prefix">The prefix of the keys, or the whole key of a single object.</param>
internal sealed class PendingUploads(S3Client client, string bucket, string prefix)
{
    private readonly Lock _lock = new();
    private Task<Dictionary<string, List<S3PendingUpload>>>? _listing;

    /// <summary>Returns the latest unfinished upload of an object, or null if there is none.</summary>
    internal async ValueTask<PendingUpload?> FindAsync(string key, CancellationToken stop)
    {
        Task<Dictionary<string, List<S3PendingUpload>>> listing;
        lock (_lock)
        {
            listing = _listing ??= ListAsync(stop);
        }

        Dictionary<string, List<S3PendingUpload>> found = await listing.ConfigureAwait(false);
        if (!found.TryGetValue(key, out List<S3PendingUpload>? uploads))
        {
            return null;
        }

        S3PendingUpload latest = uploads.MaxBy(static upload => upload.Initiated ?? DateTimeOffset.MinValue);
        long bytes = 0;
        await foreach (S3Part part in client.ListPartsAsync(bucket, key, latest.UploadId, stop).ConfigureAwait(false))
        {
            bytes += part.Bytes;
        }

        return new PendingUpload(latest.UploadId, bytes, uploads.Count - 1);
    }

    private async Task<Dictionary<string, List<S3PendingUpload>>> ListAsync(CancellationToken stop)
    {
        var found = new Dictionary<string, List<S3PendingUpload>>(StringComparer.Ordinal);
        await foreach (S3PendingUpload upload in client.ListUploadsAsync(bucket, prefix, stop).ConfigureAwait(false))
        {
            if (!found.TryGetValue(upload.Key, out List<S3PendingUpload>? uploads))
            {
                found[upload.Key] = uploads = [];
            }

            uploads.Add(upload);
        }

        return found;
    }
}

/// <summary>An unfinished upload of an object.</summary>
/// <param name="UploadId">The ID of the upload.</param>
/// <param name="Bytes">The number of bytes in its parts.</param>
/// <param name="Others">The number of older unfinished uploads of the same object.</param>
internal sealed record PendingUpload(string UploadId, long Bytes, int Others);
