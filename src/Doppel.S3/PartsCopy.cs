using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>A server-side copy in parts.</summary>
/// <param name="client">The client that requests the copy.</param>
/// <param name="source">The source object.</param>
/// <param name="found">Information about the source. Every part must have the same ETag.</param>
/// <param name="bucket">The destination bucket.</param>
/// <param name="key">The destination key.</param>
/// <param name="options">Options for the copy.</param>
internal sealed class PartsCopy(
    S3Client client, CopySource source, S3ObjectInfo found, string bucket, string key, S3CopyOptions options)
    : PartsTransfer(client, bucket, key)
{
    private readonly S3Conditions _isSame = new() { IfMatch = found.ETag };
    private readonly long _length = found.Length;
    private readonly long _partBytes = PartBytesFor(found.Length, options.PartBytes);
    private int _number;

    /// <summary>Copies the object.</summary>
    /// <param name="stored">The properties of the copy.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    internal async ValueTask<S3PutResult> RunAsync(S3PutOptions stored, CancellationToken cancellationToken)
    {
        string uploadId =
            await Client.StartUploadAsync(Bucket, Key, stored, cancellationToken).ConfigureAwait(false);
        int lanes = (int)Math.Clamp((_length + _partBytes - 1) / _partBytes, 1, options.Parallelism);
        return await FinishAsync(uploadId, lanes, options.Conditions, keepsParts: false, cancellationToken)
            .ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    protected override async ValueTask<bool> MoveAsync(string uploadId, CancellationToken cancellationToken)
    {
        int number = Interlocked.Increment(ref _number);
        long first = (number - 1) * _partBytes;
        if (first >= _length)
        {
            return false;
        }

        long count = Math.Min(_partBytes, _length - first);
        Add(await Client
            .UploadPartCopyAsync(source, Bucket, Key, uploadId, number, first, count, _isSame, cancellationToken)
            .ConfigureAwait(false));
        return true;
    }
}
