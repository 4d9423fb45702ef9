using Doppel.Pooling;

namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>The statistics of our pools as a tally.</summary>
internal static class PoolTally
{
    /// <summary>Of a pool of managed memory.</summary>
    public static RentTally OfManaged(PoolStatistics pool) => new(pool.Rented, pool.Returned, pool.BytesHeld);

    /// <summary>Of a pool of native memory.</summary>
    public static RentTally OfNative(PoolStatistics pool) =>
        new(pool.Rented, pool.Returned, pool.BytesHeld, NativeBytes: pool.BytesHeld);
}
