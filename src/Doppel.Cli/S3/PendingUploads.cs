using Doppel.S3;

namespace Doppel.Cli;

/// <summary>Finds the upload of an object that an earlier run did not finish.</summary>
/// <remarks>
/// All uploads below the target are listed once, so that a folder of many files needs no request
/// for each. Thread-safe.
/// </remarks>
internal sealed class PendingUploads(S3Session session)
{
    private readonly Lock _lock = new();
    private Task<Dictionary<string, List<S3PendingUpload>>>? _listing;

    /// <summary>Returns the latest unfinished upload of an object, or null if there is none.</summary>
    internal async ValueTask<PendingUpload?> FindAsync(S3Location target)
    {
        Task<Dictionary<string, List<S3PendingUpload>>> listing;
        lock (_lock)
        {
            listing = _listing ??= ListAsync(target);
        }

        Dictionary<string, List<S3PendingUpload>> found = await listing.ConfigureAwait(false);
        List<S3PendingUpload>? uploads = found.GetValueOrDefault(target.Key);
        if (uploads is null)
        {
            return null;
        }

        S3PendingUpload latest = uploads.MaxBy(static upload => upload.Initiated ?? DateTimeOffset.MinValue);
        long bytes = await BytesOfAsync(session, target.Bucket, latest).ConfigureAwait(false);
        return new PendingUpload(latest.UploadId, bytes, uploads.Count - 1);
    }

    /// <summary>Returns the number of bytes in the parts of an upload.</summary>
    internal static async ValueTask<long> BytesOfAsync(S3Session session, string bucket, S3PendingUpload upload)
    {
        long bytes = 0;
        await foreach (S3Part part in session.Client
            .ListPartsAsync(bucket, upload.Key, upload.UploadId, session.Stop).ConfigureAwait(false))
        {
            bytes += part.Bytes;
        }

        return bytes;
    }

    private async Task<Dictionary<string, List<S3PendingUpload>>> ListAsync(S3Location target)
    {
        var found = new Dictionary<string, List<S3PendingUpload>>(StringComparer.Ordinal);
        bool isFolder = session.Settings.Recursive;
        string prefix = isFolder ? S3Location.Parse(session.Operands[1]).FolderKey : target.Key;
        await foreach (S3PendingUpload upload in session.Client
            .ListUploadsAsync(target.Bucket, prefix, session.Stop).ConfigureAwait(false))
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
