namespace Doppel.Pooling;

/// <summary>
/// What a pool did since it was made and what it holds now. While others use the pool the figures are near misses.
/// </summary>
public readonly record struct PoolStatistics
{
    /// <summary>Rents that an idle item served.</summary>
    public required long Hits { get; init; }

    /// <summary>Rents for which a new item was made.</summary>
    public required long Misses { get; init; }

    /// <summary>All rents.</summary>
    public long Rented => Hits + Misses;

    /// <summary>All returns, whether the item was kept or not.</summary>
    public required long Returned { get; init; }

    /// <summary>
    /// Items that came back and were not kept: too large, the bound was reached, or the pool is disposed.
    /// </summary>
    public required long Drops { get; init; }

    /// <summary>Idle items that were let go: unused for the idle time, or cleared.</summary>
    public required long Trims { get; init; }

    /// <summary>Idle items now.</summary>
    public required long ItemsHeld { get; init; }

    /// <summary>Bytes of idle items now, never more than <see cref="BytesReserved"/>.</summary>
    public required long BytesHeld { get; init; }

    /// <summary>
    /// Bytes of idle items and of places kept free for items that are out; never more than the bound.
    /// </summary>
    public required long BytesReserved { get; init; }

    /// <summary>The bound: <see cref="PoolOptions.BytesMax"/>.</summary>
    public required long BytesMax { get; init; }
}
