using Doppel.S3;
using Microsoft.Win32.SafeHandles;

namespace Doppel.Cli;

/// <summary>Copies a single object or file. All transfers go through this class.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class S3Transfer(S3Session session, TransferProgress progress)
{
    /// <summary>
    /// The size of a part if no option specifies it, in bytes: 16 MiB, like the client's own default.
    /// </summary>
    internal const int PartBytesDefault = 16 * 1024 * 1024;

    /// <summary>The end of the reason why something that is already there was not transferred.</summary>
    internal const string Exists = "it already exists";

    private const long SingleBytesMaxDefault = 128 * 1024 * 1024;

    private readonly S3Settings _settings = session.Settings;
    private readonly PendingUploads _pending = new(session);

    /// <summary>Uploads a file. The caller must already have added it to the expected progress.</summary>
    /// <returns>Why the file was not uploaded; null if it was.</returns>
    internal async ValueTask<string?> UploadAsync(string path, S3Location target)
    {
        if (await IsThereAsync(target).ConfigureAwait(false))
        {
            return LeftAlone(target);
        }

        using SafeFileHandle file = File.OpenHandle(
            path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        string? pending = await PendingAsync(target).ConfigureAwait(false);
        DateTime modified = File.GetLastWriteTimeUtc(file);
        return await CountAsync(async one =>
        {
            S3UploadOptions options = UploadOptions(one, target.Key, modified) with { UploadId = pending };
            S3PutResult stored = await session.Client
                .UploadAsync(target.Bucket, target.Key, file, options, session.Stop).ConfigureAwait(false);
            return Conclude(stored.Status, target);
        }).ConfigureAwait(false);
    }

    /// <summary>Uploads a stream to its end.</summary>
    /// <returns>Why the stream was not uploaded; null if it was.</returns>
    internal async ValueTask<string?> UploadAsync(Stream content, S3Location target)
    {
        if (await IsThereAsync(target).ConfigureAwait(false))
        {
            return LeftAlone(target);
        }

        return await CountAsync(async one =>
        {
            S3PutResult stored = await session.Client
                .UploadAsync(
                    target.Bucket, target.Key, content, UploadOptions(one, target.Key, modified: null), session.Stop)
                .ConfigureAwait(false);
            return Conclude(stored.Status, target);
        }).ConfigureAwait(false);
    }

    /// <summary>Copies an object to another name on the server.</summary>
    /// <returns>Why the object was not copied; null if it was.</returns>
    internal async ValueTask<string?> CopyAsync(S3Location source, S3Location target)
    {
        if (await IsThereAsync(target).ConfigureAwait(false))
        {
            return LeftAlone(target);
        }

        // Few servers support conditions for copies, and some reject them, so the check above must suffice.
        var options = new S3CopyOptions { Parallelism = _settings.Parallel };
        S3PutResult stored = await session.Client
            .CopyAsync(source.Bucket, source.Key, target.Bucket, target.Key, options, session.Stop)
            .ConfigureAwait(false);
        return stored.Status == S3Status.NotFound ? NotThere(source) : Conclude(stored.Status, target);
    }

    /// <summary>Downloads an object to a file, which appears only when it is complete.</summary>
    /// <returns>Why the object was not downloaded; null if it was.</returns>
    internal ValueTask<string?> DownloadAsync(S3Location source, DownloadPlace place) =>
        CountAsync(one => DownloadAsync(source, place, one));

    private async ValueTask<string?> DownloadAsync(S3Location source, DownloadPlace place, IProgress<long> one)
    {
        var options = new S3DownloadOptions
        {
            PartBytes = _settings.PartBytes ?? PartBytesDefault,
            Parallelism = _settings.Parallel,
            Replaces = _settings.Overwrite,
            Progress = one,
        };
        S3DownloadResult result = await session.Client
            .DownloadFileAsync(source.Bucket, source.Key, place.Path, options, session.Stop).ConfigureAwait(false);
        if (result.Status != S3Status.Ok)
        {
            return NotThere(source);
        }

        if (result.ResumedBytes > 0)
        {
            session.Say($"{source.Shown()}: {SizeText.Show(result.ResumedBytes)} already transferred");
        }

        if (!result.IsVerified && result.Length > 0)
        {
            progress.NotVerified();
        }

        if (ModifiedTime.Parse(result.Info?.Metadata(ModifiedTime.Name)) is { } modified)
        {
            File.SetLastWriteTimeUtc(place.Path, modified);
        }

        progress.Done();
        return null;
    }

    /// <summary>Writes an object, or a range of it, to standard output.</summary>
    /// <returns>Why the object was not written; null if it was.</returns>
    internal async ValueTask<string?> PrintAsync(S3Location source, S3Range? range)
    {
        var options = new S3GetOptions { Range = range, WithChecksum = range is null };
        await using S3Object found = await session.Client
            .GetObjectAsync(source.Bucket, source.Key, options, session.Stop).ConfigureAwait(false);
        if (!found.IsFound)
        {
            return found.Status == S3Status.RangeNotSatisfiable
                ? $"{source.Shown()}: the range is outside the object"
                : NotThere(source);
        }

        progress.Expect(found.Length);
        byte[] block = new byte[256 * 1024];
        Stream body = found.OpenBody();
        int count;
        while ((count = await body.ReadAsync(block, session.Stop).ConfigureAwait(false)) > 0)
        {
            try
            {
                session.Host.Out.Stream.Write(block.AsSpan(0, count));
            }
            catch (IOException failure) when (failure is not BrokenPipeException)
            {
                throw new UsageException($"cannot write to standard output: {SystemText.Of(failure)}");
            }

            progress.Add(count);
        }

        progress.Done();
        return null;
    }

    /// <summary>Says how many downloads could not be compared with anything.</summary>
    internal static void TellUnverified(S3Session session, TransferProgress progress)
    {
        if (progress.Unverified > 0 && session.Settings.VerifiesETags)
        {
            string downloads = Count.Of(progress.Unverified, "download");
            session.Say($"{downloads} not compared: the server has neither a checksum nor an MD5");
        }
    }

    /// <summary>Returns the message for a missing object, such as <c>'s3://b/k': no such object</c>.</summary>
    internal static string NotThere(S3Location source) => $"{source.Shown()}: no such object";

    private static string LeftAlone(S3Location target) => $"{target.Shown()}: {Exists}";

    /// <summary>Counts the progress of a transfer, and subtracts it again if the transfer fails.</summary>
    private async ValueTask<string?> CountAsync(Func<IProgress<long>, ValueTask<string?>> transfer)
    {
        TransferProgress.One one = progress.OfOne();
        string? reason = "";
        try
        {
            reason = await transfer(one).ConfigureAwait(false);
            return reason;
        }
        finally
        {
            if (reason is not null)
            {
                one.TakeBack();
            }
        }
    }

    private string? Conclude(S3Status status, S3Location target)
    {
        if (status == S3Status.Ok)
        {
            progress.Done();
        }

        return status switch
        {
            S3Status.Ok => null,
            S3Status.NotFound => $"{target.Shown()}: it was deleted in the meantime",
            S3Status.Conflict => $"{target.Shown()}: another client is writing to it",
            _ => LeftAlone(target),
        };
    }

    private S3UploadOptions UploadOptions(IProgress<long> one, string key, DateTime? modified) => new()
    {
        ContentType = _settings.Properties.ContentType ?? ContentTypes.Of(key),
        CacheControl = _settings.Properties.CacheControl,
        StorageClass = _settings.Properties.StorageClass,
        Encryption = _settings.Properties.Encryption,
        Metadata = MetadataFor(modified),
        PartBytes = _settings.PartBytes ?? PartBytesDefault,
        SingleBytesMax = _settings.PartBytes
            ?? (_settings.Resume ? PartBytesDefault : SingleBytesMaxDefault),
        Parallelism = _settings.Parallel,
        KeepsPartsOnFailure = _settings.Resume,
        Checksum = _settings.Checksum,
        Conditions = _settings.Overwrite ? default : S3Conditions.Create,
        Progress = one,
    };

    private Dictionary<string, string> MetadataFor(DateTime? modified)
    {
        var metadata = new Dictionary<string, string>(_settings.Properties.Metadata, StringComparer.OrdinalIgnoreCase);
        if (modified is { } time)
        {
            metadata.TryAdd(ModifiedTime.Name, ModifiedTime.Format(time));
        }

        return metadata;
    }

    // A condition also prevents overwriting, but only after everything was sent, and not on every server.
    private async ValueTask<bool> IsThereAsync(S3Location target)
    {
        try
        {
            return !_settings.Overwrite && await session.Client
                .ObjectExistsAsync(target.Bucket, target.Key, session.Stop).ConfigureAwait(false);
        }
        catch (S3Exception refused) when (refused.StatusCode == System.Net.HttpStatusCode.Forbidden)
        {
            // A user with write but without read access is protected only by the condition. Without write access, the
            // upload itself fails.
            return false;
        }
    }

    private async ValueTask<string?> PendingAsync(S3Location target)
    {
        if (!_settings.Resume || await _pending.FindAsync(target).ConfigureAwait(false) is not { } found)
        {
            return null;
        }

        session.Say(
            $"{target.Shown()}: resuming an upload, {SizeText.Show(found.Bytes)} already transferred"
            + (found.Others > 0 ? $"; {Count.Of(found.Others, "older upload")} left (doppel s3 uploads)" : ""));
        return found.UploadId;
    }
}
