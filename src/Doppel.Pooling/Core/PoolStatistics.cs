namespace Doppel.Pooling;

/// <summary>
/// The counters of a pool since its creation, and its current holdings. While the pool is in use the figures are
/// approximate.
/// </summary>
public readonly record struct PoolStatistics
{
    /// <summary>The number of rents served by an idle item.</summary>
    public required long Hits { get; init; }

    /// <summary>The number of rents for which a new item was created.</summary>
    public required long Misses { get; init; }

    /// <summary>The total number of rents.</summary>
    public long Rented => Hits + Misses;

    /// <summary>The total number of returns, whether or not the item was kept.</summary>
    public required long Returned { get; init; }

    /// <summary>
    /// The number of returned items that were not kept: too large, the limit was reached, or the pool is disposed.
    /// </summary>
    public required long Drops { get; init; }

    /// <summary>The number of idle items that were released: unused for the idle time, or cleared.</summary>
    public required long Trims { get; init; }

    /// <summary>The current number of idle items.</summary>
    public required long ItemsHeld { get; init; }

    /// <summary>
    /// The current size of the idle items in bytes, never more than <see cref="BytesReserved"/>.
    /// </summary>
    public required long BytesHeld { get; init; }

    /// <summary>
    /// The bytes of idle items plus the bytes of slots reserved for rented items, never more than the limit.
    /// </summary>
    public required long BytesReserved { get; init; }

    /// <summary>The limit in bytes: <see cref="PoolOptions.BytesMax"/>.</summary>
    public required long BytesMax { get; init; }
}
