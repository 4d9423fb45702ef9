using System.Runtime.CompilerServices;
using System.Text;
using Doppel.Pooling;
using Doppel.S3.Http;

namespace Doppel.S3;

/// <content>Buckets.</content>
public sealed partial class S3Client
{
    /// <summary>Makes a bucket, in the region of the client.</summary>
    /// <param name="bucket">Its name.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>
    /// <see cref="S3Status.Ok"/>, also where it was the caller's already and the server takes that for success, or
    /// <see cref="S3Status.Conflict"/> if it is there already.
    /// </returns>
    /// <exception cref="S3Exception">It could not be made.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<S3Status> CreateBucketAsync(string bucket, CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        S3Call call = _transport.Begin(HttpMethod.Put, bucket);
        call.Expected = Expected.Conflict;

        // Amazon's first region is the one that must not be named.
        string region = _transport.Options.Region;
        call.SetBody(region == "us-east-1" ? default : Encoding.UTF8.GetBytes(
            "<CreateBucketConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><LocationConstraint>"
            + region + "</LocationConstraint></CreateBucketConfiguration>"));
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        return S3ObjectInfo.StatusOf(answer);
    }

    /// <summary>Asks whether a bucket is there and may be used.</summary>
    /// <param name="bucket">Its name.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="S3Exception">Nobody can tell, or it belongs to somebody else.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<bool> BucketExistsAsync(string bucket, CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        S3Call call = _transport.Begin(HttpMethod.Head, bucket);
        call.Expected = Expected.NotFound;
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        return answer.IsSuccessStatusCode;
    }

    /// <summary>Deletes a bucket, which has to be empty.</summary>
    /// <param name="bucket">Its name.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>
    /// <see cref="S3Status.Ok"/>, <see cref="S3Status.NotFound"/>, or <see cref="S3Status.Conflict"/> if there is
    /// something in it.
    /// </returns>
    /// <exception cref="S3Exception">It could not be deleted.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<S3Status> DeleteBucketAsync(string bucket, CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        S3Call call = _transport.Begin(HttpMethod.Delete, bucket);
        call.Expected = Expected.NotFound | Expected.Conflict;
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        return S3ObjectInfo.StatusOf(answer);
    }
}
