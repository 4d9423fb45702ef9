using System.Runtime.CompilerServices;
using Doppel.Pooling;
using Microsoft.Win32.SafeHandles;

namespace Doppel.S3;

/// <content>Uploads of any size.</content>
public sealed partial class S3Client
{
    /// <summary>Stores an object from memory, with a single request or in parallel parts.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="content">The content. It is not copied; do not modify it until the operation ends.</param>
    /// <param name="options">The properties of the object and options for the upload.</param>
    /// <param name="cancellationToken">Cancels the operation. Parts already uploaded are deleted.</param>
    /// <returns>The result, with the ETag of the object if it was stored.</returns>
    /// <exception cref="S3Exception">The object could not be stored. Parts already uploaded are deleted.</exception>
    public ValueTask<S3PutResult> UploadAsync(
        string bucket,
        string key,
        ReadOnlyMemory<byte> content,
        S3UploadOptions? options = null,
        CancellationToken cancellationToken = default) =>
        UploadAsync(bucket, key, new MemoryUploadSource(content), options, cancellationToken);

    /// <summary>Stores an object from an open file, read at explicit offsets in parallel parts.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="file">
    /// A file open for reading. It is stored at its current length and not disposed. If it changes before all of it was
    /// sent, nothing is stored.
    /// </param>
    /// <param name="options">The properties of the object and options for the upload.</param>
    /// <param name="cancellationToken">Cancels the operation. Parts already uploaded are deleted.</param>
    /// <returns>The result, with the ETag of the object if it was stored.</returns>
    /// <exception cref="S3Exception">The object could not be stored. Parts already uploaded are deleted.</exception>
    public ValueTask<S3PutResult> UploadAsync(
        string bucket,
        string key,
        SafeFileHandle file,
        S3UploadOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(file);
        var source = new FileUploadSource(file, offset: 0, RandomAccess.GetLength(file));
        return UploadAsync(bucket, key, source, options, cancellationToken);
    }

    /// <summary>Stores an object from a stream, up to the end of the stream.</summary>
    /// <param name="bucket">The bucket.</param>
    /// <param name="key">The key of the object.</param>
    /// <param name="content">
    /// The stream, read from its current position to its end and not disposed. Its length need not be known. Parts are
    /// read one at a time into memory that all uploads of this client share
    /// (<see cref="S3ClientOptions.UploadBufferBytesMax"/>). A <see cref="FileStream"/> is read without these buffers.
    /// </param>
    /// <param name="options">The properties of the object and options for the upload.</param>
    /// <param name="cancellationToken">Cancels the operation. Parts already uploaded are deleted.</param>
    /// <returns>The result, with the ETag of the object if it was stored.</returns>
    /// <exception cref="S3Exception">The object could not be stored. Parts already uploaded are deleted.</exception>
    public ValueTask<S3PutResult> UploadAsync(
        string bucket,
        string key,
        Stream content,
        S3UploadOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(content);

        // A derived stream may return bytes that differ from those of the file.
        if (content.GetType() == typeof(FileStream) && content.CanSeek)
        {
            return UploadFileAsync(bucket, key, (FileStream)content, options, cancellationToken);
        }

        long? length = content.CanSeek ? content.Length - content.Position : null;
        return UploadAsync(bucket, key, new StreamUploadSource(content, length, _buffers), options, cancellationToken);
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<S3PutResult> UploadFileAsync(
        string bucket, string key, FileStream content, S3UploadOptions? options, CancellationToken cancellationToken)
    {
        long start = content.Position;
        long end = Math.Max(start, content.Length);
        var source = new FileUploadSource(content.SafeFileHandle, start, end - start);
        S3PutResult stored =
            await UploadAsync(bucket, key, source, options, cancellationToken).ConfigureAwait(false);
        content.Position = end;
        return stored;
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<S3PutResult> UploadAsync(
        string bucket, string key, UploadSource source, S3UploadOptions? options, CancellationToken cancellationToken)
    {
        CheckKey(bucket, key);
        options ??= S3UploadOptions.Default;
        options.Validate();
        bool isSingle = source.IsRepeatable && source.Length <= options.SingleBytesMax && options.UploadId is null;
        if (isSingle)
        {
            RequestBody whole = source.Whole();
            S3PutResult stored =
                await PutAsync(bucket, key, whole, options, cancellationToken).ConfigureAwait(false);
            options.Tell(stored, whole.Length);
            return stored;
        }

        using var upload = new PartsUpload(this, bucket, key, source, options, _buffers);
        return await upload.RunAsync(cancellationToken).ConfigureAwait(false);
    }
}
