using System.Runtime.CompilerServices;
using Doppel.Pooling;
using Doppel.S3.Uploads;

namespace Doppel.S3;

/// <summary>One copy in parts, which the server makes.</summary>
/// <param name="client">Who asks for it.</param>
/// <param name="source">What is copied.</param>
/// <param name="found">What is known of the source; every part has to be of the same ETag.</param>
/// <param name="bucket">Where the copy goes.</param>
/// <param name="key">What it is called.</param>
/// <param name="options">How.</param>
internal sealed class PartsCopy(
    S3Client client, CopySource source, S3ObjectInfo found, string bucket, string key, S3CopyOptions options)
    : PartsTransfer(client, bucket, key)
{
    private readonly S3Conditions _isSame = new() { IfMatch = found.ETag };
    private readonly long _length = found.Length;
    private readonly long _partBytes = PartBytesFor(found.Length, options.PartBytes);
    private int _number;

    /// <summary>Copies.</summary>
    /// <param name="stored">What is stored with the copy.</param>
    /// <param name="cancellationToken">Ends it.</param>
    internal async ValueTask<S3PutResult> RunAsync(S3PutOptions stored, CancellationToken cancellationToken)
    {
        string uploadId =
            await Client.StartUploadAsync(Bucket, Key, stored, cancellationToken).ConfigureAwait(false);
        int lanes = (int)Math.Clamp((_length + _partBytes - 1) / _partBytes, 1, options.Parallelism);
        return await FinishAsync(uploadId, lanes, options.Conditions, keepsParts: false, cancellationToken)
            .ConfigureAwait(false);
    }

    /// <inheritdoc/>
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
