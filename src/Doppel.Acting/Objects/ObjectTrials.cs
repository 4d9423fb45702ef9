using System.Collections.Concurrent;
using Doppel.Reports;
using Doppel.S3;

namespace Doppel.Acting;

/// <summary>Finds out for each bucket whether the digests that its server has are those of the contents.</summary>
/// <remarks>Thread-safe.</remarks>
/// <param name="store">Returns the clients.</param>
/// <param name="bytesMax">The size in bytes of the largest object that may be read for that.</param>
internal sealed class ObjectTrials(ObjectStore store, long bytesMax)
{
    private readonly ConcurrentDictionary<string, S3DigestTrials> _buckets = [];

    /// <summary>Adds an object whose digests are to be relied on.</summary>
    internal void Add(ReportName name, ObjectState state)
    {
        if (!state.IsArchived)
        {
            foreach (S3DigestClaim claim in state.Claims(name))
            {
                Of(name).Add(claim);
            }
        }
    }

    /// <summary>Returns whether digests of a kind are those of the contents, in the bucket of an object.</summary>
    internal ValueTask<S3DigestTrust> OfAsync(ReportName name, S3DigestKind kind, CancellationToken cancellation) =>
        Of(name).OfAsync(kind, cancellation);

    /// <summary>Reads one object and returns whether it contains what its digest says.</summary>
    internal ValueTask<S3DigestTrust> CheckAsync(
        ReportName name, S3DigestClaim claim, CancellationToken cancellation) =>
        Of(name).CheckAsync(claim, cancellation);

    private S3DigestTrials Of(ReportName name) => _buckets.GetOrAdd(ObjectName.BucketOf(name), bucket =>
    {
        (S3Client client, string own) = store.Of(bucket);
        return new S3DigestTrials(client, own, bytesMax);
    });
}
