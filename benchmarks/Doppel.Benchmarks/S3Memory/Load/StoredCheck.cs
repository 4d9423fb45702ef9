using Doppel.Hashing;
using Doppel.S3;

namespace Doppel.Benchmarks.S3Memory.Load;

/// <summary>What stands on the S3 server after a run.</summary>
/// <param name="Intact">Documents that are there as they were sent, by digest.</param>
/// <param name="Damaged">Documents that are there otherwise.</param>
/// <param name="Unfinished">Uploads in parts that nobody completed or aborted.</param>
internal sealed record StoredCheck(int Intact, int Damaged, int Unfinished)
{
    /// <summary>Looks, and takes everything away.</summary>
    public static async Task<StoredCheck> RunAsync(S3Client s3, string bucket, MemoryCell cell, DocumentFiles files)
    {
        int intact = 0;
        int damaged = 0;
        for (int number = 0; number < cell.Uploads; number++)
        {
            string key = DocumentFiles.NameOf(number);
            using S3Object found = await s3.GetObjectAsync(bucket, key).ConfigureAwait(false);
            if (found.IsFound)
            {
                using Stream body = found.OpenBody();
                (_, Digest128 digest) =
                    await ServiceLoad.HashAsync(body, CancellationToken.None).ConfigureAwait(false);
                bool isIntact = digest == files.DigestOf(number);
                intact += isIntact ? 1 : 0;
                damaged += isIntact ? 0 : 1;
            }
        }

        return new StoredCheck(intact, damaged, await RemoveAsync(s3, bucket).ConfigureAwait(false));
    }

    private static async Task<int> RemoveAsync(S3Client s3, string bucket)
    {
        List<S3PendingUpload> pending = await s3.ListUploadsAsync(bucket, "").ToListAsync().ConfigureAwait(false);
        foreach (S3PendingUpload upload in pending)
        {
            await s3.AbortUploadAsync(bucket, upload.Key, upload.UploadId).ConfigureAwait(false);
        }

        List<S3ListEntry> entries = await s3.ListObjectsAsync(bucket).ToListAsync().ConfigureAwait(false);
        foreach (S3ListEntry entry in entries)
        {
            await s3.DeleteObjectAsync(bucket, entry.Key).ConfigureAwait(false);
        }

        await s3.DeleteBucketAsync(bucket).ConfigureAwait(false);
        return pending.Count;
    }
}
