using System.Net;

namespace Doppel.S3.Transfer;

/// <summary>Deletes files and objects permanently, each only if it is still as it was listed.</summary>
internal sealed class ListedRemover : IS3Remover
{
    private const string Changed = "it has changed since it was listed";
    private const string Vanished = "it no longer exists";

    public async ValueTask RemoveAsync(S3Removal removal, CancellationToken cancellationToken)
    {
        if (removal.Bucket is null)
        {
            foreach (S3TransferEntry entry in removal.Entries)
            {
                cancellationToken.ThrowIfCancellationRequested();
                Report(removal, entry, removal.Local!.Remove(entry.Name, entry.Facts));
            }

            return;
        }

        var parallel = new ParallelOptions
        {
            MaxDegreeOfParallelism = removal.Parallelism,
            CancellationToken = cancellationToken,
        };
        await Parallel.ForEachAsync(removal.Entries, parallel, async (entry, stop) =>
        {
            string? reason;
            try
            {
                reason = await RemoveAsync(removal, entry, stop).ConfigureAwait(false);
            }
            catch (S3Exception failure) when (!failure.AffectsAllRequests && !stop.IsCancellationRequested)
            {
                reason = failure.Message;
            }

            Report(removal, entry, reason);
        }).ConfigureAwait(false);
    }

    private static void Report(S3Removal removal, S3TransferEntry entry, string? reason)
    {
        if (reason is null)
        {
            removal.ReportDeleted(entry);
        }
        else
        {
            removal.ReportProblem(entry, reason);
        }
    }

    // Servers that do not know the condition delete whatever is there, so the last look comes before each deletion.
    private static async ValueTask<string?> RemoveAsync(
        S3Removal removal, S3TransferEntry entry, CancellationToken stop)
    {
        (S3Client client, string bucket, string key) = (removal.Client, removal.Bucket!, removal.Prefix + entry.Name);
        S3ObjectInfo now = await client.HeadObjectAsync(bucket, key, cancellationToken: stop).ConfigureAwait(false);
        if (!now.IsFound)
        {
            return Vanished;
        }

        // Lists have times with fractions of a second, headers have not.
        bool isSame = entry.ETag.IsNone
            ? (now.LastModified?.UtcDateTime - entry.Modified)?.Duration() <= TimeSpan.FromSeconds(1)
            : S3ETag.Parse(now.ETag) == entry.ETag;
        if (!isSame || now.ObjectLength != entry.Bytes)
        {
            return Changed;
        }

        var conditions = new S3Conditions { IfMatch = string.IsNullOrEmpty(now.ETag) ? null : now.ETag };
        try
        {
            return WhyNot(await client.DeleteObjectAsync(bucket, key, conditions, stop).ConfigureAwait(false));
        }
        catch (S3Exception unknown) when (unknown.StatusCode == HttpStatusCode.NotImplemented)
        {
            return WhyNot(await client.DeleteObjectAsync(bucket, key, cancellationToken: stop).ConfigureAwait(false));
        }
        catch (S3Exception lost) when (lost.Code == S3ErrorCode.Ambiguous)
        {
            // The request may have been carried out although its answer was lost.
            now = await client.HeadObjectAsync(bucket, key, cancellationToken: stop).ConfigureAwait(false);
            return now.IsFound ? lost.Message : null;
        }
    }

    private static string? WhyNot(S3Status status) => status switch
    {
        S3Status.Ok => null,
        S3Status.NotFound => Vanished,
        S3Status.PreconditionFailed => Changed,
        _ => "another program is changing it",
    };
}
