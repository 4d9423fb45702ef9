using System.Runtime.CompilerServices;
using Doppel.Pooling;

namespace Doppel.S3;

/// <content>Puts that must not replace an object, and whose response may be lost.</content>
public sealed partial class S3Client
{
    // A server that loses every response is given up after this many requests.
    private const int CreationsMax = 5;

    /// <summary>
    /// Stores an object that must not exist. If the response is lost, the object shows what happened.
    /// </summary>
    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<S3PutResult> CreateAsync(
        S3Call call, S3PutOptions options, CancellationToken cancellationToken)
    {
        (string bucket, string key, RequestBody body) = (call.Bucket!, call.Key, call.Body!);
        S3Exception lost;
        try
        {
            return await StoreOnceAsync(call, cancellationToken).ConfigureAwait(false);
        }
        catch (S3Exception failure) when (MayBeDone(failure) && body.CanRepeat && !_transport.Options.Retry.AreNone)
        {
            lost = failure;
        }

        string etag = await body.Md5ETagAsync(cancellationToken).ConfigureAwait(false);
        for (int request = 1; request < CreationsMax; request++)
        {
            Creation creation = await LookAsync(bucket, key, etag, cancellationToken).ConfigureAwait(false);
            if (creation.Stored is { } stored)
            {
                return stored with { Checksum = body.Checksum };
            }

            if (!creation.IsMissing)
            {
                throw lost;
            }

            try
            {
                // The first request may be carried out only now. Then this one fails its condition, and the object is
                // looked at once more.
                S3Call again = BeginPut(bucket, key, options);
                again.Body = body;
                S3PutResult result = await StoreOnceAsync(again, cancellationToken).ConfigureAwait(false);
                if (result.IsStored)
                {
                    return result;
                }
            }
            catch (S3Exception failure) when (MayBeDone(failure))
            {
                lost = failure;
            }
        }

        throw lost;
    }

    [AsyncMethodBuilder(typeof(PooledValueTaskMethodBuilder<>))]
    private async ValueTask<Creation> LookAsync(
        string bucket, string key, string? etag, CancellationToken cancellationToken)
    {
        try
        {
            S3ObjectInfo found =
                await HeadObjectAsync(bucket, key, options: null, cancellationToken).ConfigureAwait(false);
            bool isOurs = found.IsFound && etag is not null && found.ETag == etag;
            return new Creation(
                found.Status == S3Status.NotFound,
                isOurs ? new S3PutResult(S3Status.Ok, found.ETag, found.VersionId) : null);
        }
        catch (S3Exception failure) when (!failure.IsOutage)
        {
            // Report the failure that led here, not this one.
            return default;
        }
    }

    /// <summary>What became of a write whose response is lost.</summary>
    /// <param name="IsMissing">Whether there is no object.</param>
    /// <param name="Stored">The object, if it is the one that was written.</param>
    private readonly record struct Creation(bool IsMissing, S3PutResult? Stored);
}
