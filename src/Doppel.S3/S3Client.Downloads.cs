using Doppel.S3.Downloads;

namespace Doppel.S3;

/// <content>Downloads into files.</content>
public sealed partial class S3Client
{
    /// <summary>Downloads an object into a file, in parts side by side.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Which.</param>
    /// <param name="path">
    /// The file. It appears when all of the object has come and is on the disk; until then the parts gather in
    /// <paramref name="path"/> with <c>.s3part</c> behind, and a download that was broken off goes on with them as long
    /// as the object is the same and <see cref="S3DownloadOptions.PartBytes"/> too.
    /// </param>
    /// <param name="options">How.</param>
    /// <param name="cancellationToken">Ends it; what has come stays for the next time.</param>
    /// <exception cref="S3Exception">It could not be downloaded to its end; what has come stays for the next
    /// time.</exception>
    /// <exception cref="IOException">The file cannot be written, or another download is writing it.</exception>
    public ValueTask<S3DownloadResult> DownloadFileAsync(
        string bucket,
        string key,
        string path,
        S3DownloadOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        CheckKey(bucket, key);
        ArgumentException.ThrowIfNullOrEmpty(path);
        options ??= S3DownloadOptions.Default;
        options.Validate();
        return new FileDownload(this, bucket, key, path, options).RunAsync(cancellationToken);
    }
}
