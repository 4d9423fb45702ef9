using Doppel.Pooling.Checks;

namespace Doppel.Pooling;

/// <summary>The bounds of one pool.</summary>
public sealed record PoolOptions
{
    /// <summary>The smallest bound that a pool can have: 4 KiB.</summary>
    public const long BytesMin = 4096;

    /// <summary>The largest item that any pool keeps: 1 GiB.</summary>
    public const long ItemBytesLimit = 1 << 30;

    /// <summary>What metrics and reports call the pool. Default: the type of its items.</summary>
    public string Name { get; init; } = "";

    /// <summary>
    /// Bytes of idle items kept at most, in all tiers together; never passed. From 4 KiB on. Default: 32 MiB for each
    /// processor.
    /// </summary>
    public long BytesMax { get; init; } = 32L * 1024 * 1024 * Environment.ProcessorCount;

    /// <summary>
    /// Larger items are not kept. From 1 byte to 1 GiB, or 0 for the default: an eighth of <see cref="BytesMax"/>.
    /// </summary>
    public long ItemBytesMax
    {
        get => field == 0 ? Math.Clamp(BytesMax / 8, 1, ItemBytesLimit) : field;
        init;
    }

    /// <summary>
    /// How long an item may lie unused before it goes; it goes within a fifth of that time more. From 50 milliseconds
    /// to a day, or <see cref="Timeout.InfiniteTimeSpan"/> for a pool that is disposed after one piece of work.
    /// Default: 30 seconds.
    /// </summary>
    public TimeSpan IdleTime { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Whether threads keep items of their own, the fastest way for what a thread rents and returns by itself. False
    /// for what wanders, rented on one thread and returned on another as around <c>await</c>: it lies where every
    /// thread finds it then. Default: true.
    /// </summary>
    public bool KeepsByThread { get; init; } = true;

    /// <summary>What tells the time and runs timers. Default: the system's.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>
    /// What is checked. Default: what the environment variable <c>DOPPEL_POOLING_CHECKS</c> (<c>leaks</c>,
    /// <c>poison</c>,
    /// <c>all</c>) or the AppContext switch <c>Doppel.Pooling.Checks</c> (<c>true</c>: all) says, else nothing.
    /// </summary>
    public PoolChecks Checks { get; init; } = ChecksByDefault.Value;

    /// <summary>Options that are in their ranges and have a name.</summary>
    /// <param name="options">What the caller gave, or null for the defaults.</param>
    /// <param name="items">The type of items, for the name.</param>
    internal static PoolOptions Valid(PoolOptions? options, Type items) =>
        (options ?? new PoolOptions()).Validate(TypeText.Of(items));

    private PoolOptions Validate(string nameByDefault)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(BytesMax, BytesMin);
        ArgumentOutOfRangeException.ThrowIfLessThan(ItemBytesMax, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(ItemBytesMax, ItemBytesLimit);
        if (IdleTime != Timeout.InfiniteTimeSpan)
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(IdleTime, TimeSpan.FromMilliseconds(50));
            ArgumentOutOfRangeException.ThrowIfGreaterThan(IdleTime, TimeSpan.FromDays(1));
        }

        ArgumentNullException.ThrowIfNull(Clock);
        ArgumentNullException.ThrowIfNull(Name);
        return Name.Length == 0 ? this with { Name = nameByDefault } : this;
    }
}
