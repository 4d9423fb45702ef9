using System.Runtime.CompilerServices;
using System.Text;
using Doppel.Pooling;

namespace Doppel.S3;

/// <content>Bucket operations.</content>
public sealed partial class S3Client
{
    /// <summary>Creates a bucket in the client's region.</summary>
    /// <param name="bucket">The bucket name.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>
    /// <see cref="S3Status.Ok"/> if the bucket was created, or if the caller already owns it and the server reports
    /// success; <see cref="S3Status.Conflict"/> if it already exists.
    /// </returns>
    /// <exception cref="S3Exception">The bucket could not be created.</exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<S3Status> CreateBucketAsync(string bucket, CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        S3Call call = _transport.Begin(HttpMethod.Put, bucket);
        call.Expected = Expected.Conflict;

        // us-east-1 must not be sent as a location constraint.
        string region = _transport.Options.Region;
        call.SetBody(region == "us-east-1" ? default : Encoding.UTF8.GetBytes(
            "<CreateBucketConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><LocationConstraint>"
            + region + "</LocationConstraint></CreateBucketConfiguration>"));
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        return S3ObjectInfo.StatusOf(answer);
    }

    /// <summary>Checks whether a bucket exists and is accessible.</summary>
    /// <param name="bucket">The bucket name.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>True if the bucket exists.</returns>
    /// <exception cref="S3Exception">
    /// The server did not give a usable answer, or the bucket belongs to another account.
    /// </exception>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    public async ValueTask<bool> BucketExistsAsync(string bucket, CancellationToken cancellationToken = default)
    {
        CheckBucket(bucket);
        S3Call call = _transport.Begin(HttpMethod.Head, bucket);
        call.Expected = Expected.NotFound;
        using HttpResponseMessage answer = await _transport.FinishAsync(call, cancellationToken).ConfigureAwait(false);
        return answer.IsSuccessStatusCode;
    }

    /// <summary>Deletes an empty bucket.</summary>
    /// <param name="bucket">The bucket name.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <returns>
    /// <see cref="S3Status.Ok"/>, <see cref="S3Status.NotFound"/>, or <see cref="S3Status.Conflict"/> if the bucket is
    /// not empty.
    /// </returns>
    /// <exception cref="S3Exception">The bucket could not be deleted.</exception>
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
