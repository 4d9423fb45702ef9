using Doppel.S3;
using Doppel.S3.Transfer;

namespace Doppel.Cli;

/// <summary>Creates the options of transfers from those of the command line.</summary>
internal static class TransferSetup
{
    /// <summary>
    /// The size of a part if no option specifies it, in bytes: 16 MiB, like the client's own default.
    /// </summary>
    private const int PartBytesDefault = 16 * 1024 * 1024;

    private const long SingleBytesMaxDefault = 128 * 1024 * 1024;

    /// <summary>Returns the options.</summary>
    /// <param name="session">The run.</param>
    /// <param name="existing">What to do with what is already there.</param>
    /// <param name="messages">Tells the user what happens.</param>
    internal static S3TransferOptions OptionsOf(
        S3Session session, S3Existing existing, IProgress<S3TransferItem> messages)
    {
        S3Settings settings = session.Settings;
        int partBytes = settings.PartBytes ?? PartBytesDefault;
        return new S3TransferOptions
        {
            Existing = existing,
            Parallelism = settings.Parallel,
            IsDryRun = settings.DryRun,
            ResumesUploads = settings.Resume,
            Items = messages,
            Volume = session.Volume,
            Upload = new S3UploadOptions
            {
                ContentType = settings.Properties.ContentType,
                CacheControl = settings.Properties.CacheControl,
                StorageClass = settings.Properties.StorageClass,
                Encryption = settings.Properties.Encryption,
                Metadata = settings.Properties.Metadata,
                Checksum = settings.Checksum,
                PartBytes = partBytes,
                SingleBytesMax = settings.PartBytes ?? (settings.Resume ? PartBytesDefault : SingleBytesMaxDefault),
                Parallelism = settings.Parallel,
            },
            Download = new S3DownloadOptions { PartBytes = partBytes, Parallelism = settings.Parallel },
        };
    }

    /// <summary>
    /// Returns how much memory uploads may use. Parts of a stream are buffered: with fewer than two, nothing could be
    /// sent while a part is read.
    /// </summary>
    internal static long BufferBytes(S3Settings settings) =>
        Math.Max(2, Math.Min(settings.Parallel, 4)) * (long)(settings.PartBytes ?? PartBytesDefault);
}
