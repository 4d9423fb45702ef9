using System.Net;
using Microsoft.Win32.SafeHandles;

namespace Doppel.S3.Transfer;

/// <summary>Transfers a single file or object. All transfers go through this class.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class ObjectTransfer(S3Client client, S3TransferOptions options, TransferCounters counters)
{
    private readonly bool _keeps = options.Existing == S3Existing.Keep;

    /// <summary>Uploads a file.</summary>
    /// <param name="file">The file.</param>
    /// <param name="target">The folder in the bucket. The name of the file is added to it.</param>
    /// <param name="isAbsent">Whether a list of the target has shown that it is not there.</param>
    /// <param name="pending">Finds what an earlier upload left.</param>
    /// <param name="stop">Cancels the transfer.</param>
    internal async ValueTask<S3TransferItem> UploadAsync(
        S3TransferEntry file, BucketFolder target, bool isAbsent, PendingUploads pending, CancellationToken stop)
    {
        string key = target.Prefix + file.Name;
        if (!isAbsent && await IsKeptAsync(target.Bucket, key, stop).ConfigureAwait(false))
        {
            return Kept(target.Address(file.Name));
        }

        using SafeFileHandle content = file.Open();
        string? upload = await PendingAsync(target.Address(file.Name), key, pending, stop).ConfigureAwait(false);
        DateTime modified = File.GetLastWriteTimeUtc(content);
        return await CountAsync(async one =>
        {
            S3UploadOptions how = UploadOptions(one, key, modified) with { UploadId = upload };
            S3PutResult stored = await client.UploadAsync(target.Bucket, key, content, how, stop).ConfigureAwait(false);
            return Stored(stored, S3TransferStep.Uploaded, target.Address(file.Name));
        }).ConfigureAwait(false);
    }

    /// <summary>Uploads a stream to its end.</summary>
    internal async ValueTask<S3TransferItem> UploadAsync(
        Stream content, string bucket, string key, CancellationToken stop)
    {
        string address = new BucketFolder(bucket, "").Address(key);
        if (await IsKeptAsync(bucket, key, stop).ConfigureAwait(false))
        {
            return Kept(address);
        }

        return await CountAsync(async one =>
        {
            S3PutResult stored = await client
                .UploadAsync(bucket, key, content, UploadOptions(one, key, modified: null), stop).ConfigureAwait(false);
            return Stored(stored, S3TransferStep.Uploaded, address);
        }).ConfigureAwait(false);
    }

    /// <summary>Copies an object on the server.</summary>
    internal async ValueTask<S3TransferItem> CopyAsync(
        BucketFolder source,
        string name,
        BucketFolder target,
        string newName,
        bool isAbsent,
        CancellationToken stop)
    {
        string key = target.Prefix + newName;
        if (!isAbsent && await IsKeptAsync(target.Bucket, key, stop).ConfigureAwait(false))
        {
            return Kept(target.Address(newName));
        }

        // Few servers support conditions for copies, and some reject them, so the check above must suffice.
        var how = new S3CopyOptions { Parallelism = options.Upload.Parallelism };
        S3PutResult stored = await client
            .CopyAsync(source.Bucket, source.Prefix + name, target.Bucket, key, how, stop).ConfigureAwait(false);
        return stored.Status == S3Status.NotFound
            ? NotFound(source.Address(name))
            : Stored(stored, S3TransferStep.Copied, target.Address(newName));
    }

    /// <summary>Downloads an object to a file, which appears only when it is complete.</summary>
    internal ValueTask<S3TransferItem> DownloadAsync(
        BucketFolder source, string name, DownloadPlace place, CancellationToken stop) =>
        CountAsync(async one =>
        {
            S3DownloadOptions how = options.Download with { Replaces = !_keeps, Progress = one };
            S3DownloadResult result = await client
                .DownloadFileAsync(source.Bucket, source.Prefix + name, place.Path, how, stop).ConfigureAwait(false);
            return result.Status == S3Status.Ok
                ? Downloaded(result, source.Address(name), place)
                : NotFound(source.Address(name));
        });

    private S3TransferItem Downloaded(S3DownloadResult result, string address, DownloadPlace place)
    {
        if (result.ResumedBytes > 0)
        {
            counters.Report(new S3TransferItem(S3TransferStep.Resumed, address) { Bytes = result.ResumedBytes });
        }

        if (!result.IsVerified && result.Length > 0)
        {
            counters.Report(new S3TransferItem(S3TransferStep.NotVerified, address) { Bytes = result.Length });
        }

        if (ModifiedTime.Parse(result.Info?.Metadata(ModifiedTime.Name)) is { } modified)
        {
            File.SetLastWriteTimeUtc(place.Path, modified);
        }

        return new S3TransferItem(S3TransferStep.Downloaded, place.Shown) { Bytes = result.Length };
    }

    /// <summary>Counts the progress of a transfer, and subtracts it again if the transfer fails.</summary>
    private async ValueTask<S3TransferItem> CountAsync(Func<IProgress<long>, ValueTask<S3TransferItem>> transfer)
    {
        var one = new OneProgress(counters);
        bool isDone = false;
        try
        {
            S3TransferItem item = await transfer(one).ConfigureAwait(false);
            isDone = item.Step is S3TransferStep.Uploaded or S3TransferStep.Downloaded;
            return item;
        }
        finally
        {
            if (!isDone)
            {
                one.TakeBack();
            }
        }
    }

    private static S3TransferItem Stored(S3PutResult stored, S3TransferStep step, string address) =>
        stored.Status switch
        {
            S3Status.Ok => new S3TransferItem(step, address),
            S3Status.NotFound => Refused(address, "it was deleted in the meantime"),
            S3Status.Conflict => Refused(address, "another client is writing to it"),
            _ => Kept(address),
        };

    private static S3TransferItem Kept(string address) => new(S3TransferStep.Kept, address);

    private static S3TransferItem NotFound(string address) => Refused(address, "no such object");

    private static S3TransferItem Refused(string address, string reason) =>
        new(S3TransferStep.Problem, address) { Reason = reason };

    private S3UploadOptions UploadOptions(IProgress<long> one, string key, DateTime? modified) => options.Upload with
    {
        ContentType = options.Upload.ContentType ?? ContentTypes.Of(key),
        Metadata = MetadataFor(modified),
        KeepsPartsOnFailure = options.ResumesUploads,
        Conditions = _keeps ? S3Conditions.Create : default,
        Progress = one,
    };

    private Dictionary<string, string> MetadataFor(DateTime? modified)
    {
        var metadata = new Dictionary<string, string>(
            options.Upload.Metadata ?? new Dictionary<string, string>(), StringComparer.OrdinalIgnoreCase);
        if (modified is { } time)
        {
            metadata.TryAdd(ModifiedTime.Name, ModifiedTime.Format(time));
        }

        return metadata;
    }

    // A condition also prevents overwriting, but only after everything was sent, and not on every server.
    private async ValueTask<bool> IsKeptAsync(string bucket, string key, CancellationToken stop)
    {
        try
        {
            return _keeps && await client.ObjectExistsAsync(bucket, key, stop).ConfigureAwait(false);
        }
        catch (S3Exception refused) when (refused.StatusCode == HttpStatusCode.Forbidden)
        {
            // A user with write but without read access is protected only by the condition. Without write access, the
            // upload itself fails.
            return false;
        }
    }

    private async ValueTask<string?> PendingAsync(
        string address, string key, PendingUploads pending, CancellationToken stop)
    {
        if (!options.ResumesUploads || await pending.FindAsync(key, stop).ConfigureAwait(false) is not { } found)
        {
            return null;
        }

        counters.Report(new S3TransferItem(S3TransferStep.Resumed, address)
        {
            Bytes = found.Bytes,
            Reason = found.Others > 0 ? $"{found.Others} older unfinished uploads of it are left" : null,
        });
        return found.UploadId;
    }
}
