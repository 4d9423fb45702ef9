namespace Doppel.S3;

/// <content>Downloads to files.</content>
public sealed partial class S3Client
{
    /// <summary>Downloads an object to a file, in parallel parts.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="path">
    /// The path of the file, which appears once the complete object is on disk. Until then, parts are collected in
    /// <paramref name="path"/> with the suffix <c>.s3part</c>. An interrupted download resumes from that file as long
    /// as the object and <see cref="S3DownloadOptions.PartBytes"/> are unchanged.
    /// </param>
    /// <param name="options">Options for the download.</param>
    /// <param name="cancellationToken">
    /// Cancels the operation. Parts already downloaded are kept for the next attempt.
    /// </param>
    /// <returns>The result of the download.</returns>
    /// <exception cref="S3Exception">
    /// The object could not be downloaded completely. Parts already downloaded are kept for the next attempt.
    /// </exception>
    /// <exception cref="IOException">The file cannot be written, or another download is writing to it.</exception>
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
