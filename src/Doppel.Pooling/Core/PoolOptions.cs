namespace Doppel.Pooling;

/// <summary>The name, limits and checks of a pool.</summary>
public sealed record PoolOptions
{
    /// <summary>The smallest limit that a pool can have: 4 KiB.</summary>
    public const long BytesMin = 4096;

    /// <summary>The size of the largest item that any pool keeps: 1 GiB.</summary>
    public const long ItemBytesLimit = 1 << 30;

    /// <summary>The name of the pool in metrics and reports. Default: the type of its items.</summary>
    public string Name { get; init; } = "";

    /// <summary>
    /// The maximum total size of idle items in all tiers, in bytes. It is never exceeded. At least 4 KiB. Default: 32
    /// MiB per processor.
    /// </summary>
    public long BytesMax { get; init; } = 32L * 1024 * 1024 * Environment.ProcessorCount;

    /// <summary>
    /// The size in bytes above which an item is not kept. From 1 byte to 1 GiB, or 0 for the default: one eighth of
    /// <see cref="BytesMax"/>.
    /// </summary>
    public long ItemBytesMax
    {
        get => field == 0 ? Math.Clamp(BytesMax / 8, 1, ItemBytesLimit) : field;
        init;
    }

    /// <summary>
    /// How long an item may be unused before it is released, which takes up to a fifth longer. From 50 milliseconds to
    /// one day, or <see cref="Timeout.InfiniteTimeSpan"/> for a pool that is disposed after a single piece of work.
    /// Default: 30 seconds.
    /// </summary>
    public TimeSpan IdleTime { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>
    /// Whether each thread keeps its own items, which is fastest if a thread returns what it rents. Use false for items
    /// that are rented on one thread and returned on another, as around <c>await</c>: every thread can then find them.
    /// Default: true.
    /// </summary>
    public bool KeepsByThread { get; init; } = true;

    /// <summary>The clock and source of timers. Default: the system clock.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>
    /// The checks to perform. Default: the value of the environment variable <c>DOPPEL_POOLING_CHECKS</c>
    /// (<c>leaks</c>, <c>poison</c>, <c>all</c>) or of the AppContext switch <c>Doppel.Pooling.Checks</c> (<c>true</c>:
    /// all); otherwise none.
    /// </summary>
    public PoolChecks Checks { get; init; } = ChecksByDefault.Value;

    /// <summary>Validates the options and fills in the name.</summary>
    /// <param name="options">The caller's options, or null for the defaults.</param>
    /// <param name="items">The type of the items, used as the default name.</param>
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

/// <summary>Formats type names in C# syntax for messages.</summary>
internal static class TypeText
{
    /// <summary>Returns the name of a type without namespaces: <c>List&lt;Int32&gt;</c>, <c>Byte[]</c>.</summary>
    internal static string Of(Type type)
    {
        if (type.IsArray)
        {
            return $"{Of(type.GetElementType()!)}[]";
        }

        if (!type.IsGenericType)
        {
            return type.Name;
        }

        string name = type.Name;
        int arity = name.IndexOf('`', StringComparison.Ordinal);
        string arguments = string.Join(", ", type.GetGenericArguments().Select(Of));
        return $"{(arity < 0 ? name : name[..arity])}<{arguments}>";
    }
}
