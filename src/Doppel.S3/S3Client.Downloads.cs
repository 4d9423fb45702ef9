using Microsoft.Win32.SafeHandles;

namespace Doppel.S3;

/// <content>Downloads to files.</content>
public sealed partial class S3Client
{
    /// <summary>Downloads an object to a file, in parallel parts.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="path">
    /// The path of the file, which appears once the complete object is on disk. Until then, parts are collected in
    /// <see cref="PartialFileOf"/>. An interrupted download resumes from that file as long as the object and
    /// <see cref="S3DownloadOptions.PartBytes"/> are unchanged.
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

    /// <summary>Returns the path of the file in which an unfinished download collects its parts.</summary>
    /// <param name="path">The path of the complete file.</param>
    /// <returns>
    /// A path in the same folder. Its name has 40 characters and depends only on the name of the file.
    /// </returns>
    public static string PartialFileOf(string path)
    {
        ArgumentException.ThrowIfNullOrEmpty(path);
        return PartialFile.PathFor(path);
    }

    /// <summary>
    /// Returns whether a file has the content of an object, as far as the ETag of the object is derived from it.
    /// </summary>
    /// <param name="etag">The ETag of the object.</param>
    /// <param name="file">A file open for reading. It is read to its end.</param>
    /// <param name="partBytes">
    /// The size of the parts in bytes that the object was uploaded in, if its ETag has a part count.
    /// </param>
    /// <param name="cancellationToken">Cancels the operation between blocks.</param>
    /// <returns>
    /// False if the content differs, the part size is another one, or the ETag is not derived from the content.
    /// </returns>
    public static bool HasContentOf(
        S3ETag etag, SafeFileHandle file, long partBytes, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(file);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(partBytes);
        return etag.IsDigest && FileETag.IsEqual(file, etag, partBytes, cancellationToken);
    }

    /// <summary>Returns whether a file name is that of an unfinished download.</summary>
    /// <param name="name">The name without its folder.</param>
    public static bool IsPartialFile(ReadOnlySpan<char> name) => PartialFile.IsName(name);
}
