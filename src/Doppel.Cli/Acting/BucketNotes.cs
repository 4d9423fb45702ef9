using Doppel.S3;

namespace Doppel.Cli;

/// <summary>Finds out what to say about buckets before the objects in them are removed.</summary>
internal static class BucketNotes
{
    /// <summary>Returns a sentence for each bucket in which removing objects frees no space: one request each.</summary>
    internal static IEnumerable<string> Of(GatheredPlan plan, BucketClients clients)
    {
        foreach (string address in plan.Buckets)
        {
            if (IsVersioned(S3Location.Parse(address), clients))
            {
                yield return $"{Quote.Text(address)} keeps old versions: what is removed still takes up space until "
                    + "its versions are deleted";
            }
        }
    }

    private static bool IsVersioned(S3Location bucket, BucketClients clients)
    {
        try
        {
            return clients.Of(bucket, out _).GetVersioningAsync(bucket.Bucket).AsTask().GetAwaiter().GetResult()
                != S3Versioning.Off;
        }
        catch (S3Exception)
        {
            // What the server does not tell, or not to everybody, is no reason to stop.
            return false;
        }
    }
}
