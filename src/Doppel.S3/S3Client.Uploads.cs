using System.Runtime.CompilerServices;
using Doppel.Pooling;
using Doppel.S3.Http;
using Doppel.S3.Uploads;
using Microsoft.Win32.SafeHandles;

namespace Doppel.S3;

/// <content>Uploads of any length.</content>
public sealed partial class S3Client
{
    /// <summary>Stores an object from memory, by one request or in parts side by side.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Under which name.</param>
    /// <param name="content">Its bytes; unchanged until the end. Nothing is copied.</param>
    /// <param name="options">What is stored with it, and how.</param>
    /// <param name="cancellationToken">Ends it; what was sent is taken back.</param>
    /// <exception cref="S3Exception">It could not be stored; what was sent is taken back.</exception>
    public ValueTask<S3PutResult> UploadAsync(
        string bucket,
        string key,
        ReadOnlyMemory<byte> content,
        S3UploadOptions? options = null,
        CancellationToken cancellationToken = default) =>
        UploadAsync(bucket, key, new MemorySource(content), options, cancellationToken);

    /// <summary>Stores an object from an open file, read by place in parts side by side.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Under which name.</param>
    /// <param name="file">Open for reading; its whole length now is what is stored. Not disposed.</param>
    /// <param name="options">What is stored with it, and how.</param>
    /// <param name="cancellationToken">Ends it; what was sent is taken back.</param>
    /// <exception cref="S3Exception">It could not be stored; what was sent is taken back.</exception>
    public ValueTask<S3PutResult> UploadAsync(
        string bucket,
        string key,
        SafeFileHandle file,
        S3UploadOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(file);
        var source = new FileSource(file, offset: 0, RandomAccess.GetLength(file));
        return UploadAsync(bucket, key, source, options, cancellationToken);
    }

    /// <summary>Stores an object from a stream, to its end.</summary>
    /// <param name="bucket">Where.</param>
    /// <param name="key">Under which name.</param>
    /// <param name="content">
    /// Read from where it stands to its end, by one part at a time into memory that all uploads of this client share
    /// (<see cref="S3ClientOptions.UploadBufferBytesMax"/>); of a <see cref="FileStream"/> the file is read without.
    /// Its length need not be known. Not disposed.
    /// </param>
    /// <param name="options">What is stored with it, and how.</param>
    /// <param name="cancellationToken">Ends it; what was sent is taken back.</param>
    /// <exception cref="S3Exception">It could not be stored; what was sent is taken back.</exception>
    public ValueTask<S3PutResult> UploadAsync(
        string bucket,
        string key,
        Stream content,
        S3UploadOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(content);

        // One that was derived from it may give other bytes than the file has.
        if (content.GetType() == typeof(FileStream) && content.CanSeek)
        {
            return UploadFileAsync(bucket, key, (FileStream)content, options, cancellationToken);
        }

        long? length = content.CanSeek ? content.Length - content.Position : null;
        return UploadAsync(bucket, key, new StreamSource(content, length, _buffers), options, cancellationToken);
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<S3PutResult> UploadFileAsync(
        string bucket, string key, FileStream content, S3UploadOptions? options, CancellationToken cancellationToken)
    {
        long start = content.Position;
        long end = Math.Max(start, content.Length);
        var source = new FileSource(content.SafeFileHandle, start, end - start);
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
