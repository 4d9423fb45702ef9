namespace Doppel.Lab;

/// <summary>A strategy, identified by its name, with what the name specifies.</summary>
/// <param name="Name">The name, such as <c>pread-8</c> or <c>AsyncWithMaxParallelCount16</c>.</param>
/// <param name="Width">
/// The maximum number of files in flight; 0 if only the safety limits apply, or if it follows throughput.
/// </param>
/// <param name="BlockBytes">The number of bytes requested at a time; 0 if files are read with one call.</param>
/// <param name="Order">The order of files.</param>
public sealed record StrategyDefinition(string Name, int Width, int BlockBytes, ReadOrder Order)
{
    /// <summary>Gets whether the strategy is one of the old comparison.</summary>
    public bool IsOfOldComparison => Kind >= StrategyKind.ReadAllAsParallel;

    /// <summary>Gets whether the strategy holds complete contents in memory.</summary>
    public bool HoldsContents => IsOfOldComparison && Mode != ContentMode.Stream;

    internal StrategyKind Kind { get; init; }

    internal ContentMode Mode { get; init; } = ContentMode.Stream;

    /// <summary>Creates the strategy for one run.</summary>
    /// <exception cref="UnsupportedException">The system does not support the strategy.</exception>
    internal IReadStrategy Create() => Kind switch
    {
        StrategyKind.Engine => new EngineTokens(Width),
        StrategyKind.Pread => new PositionalThreads(Width, BlockBytes),
        StrategyKind.Inode => new ByInode(Width, BlockBytes),
        StrategyKind.Extent => new ByExtent(Width, BlockBytes),
        StrategyKind.RandomAccess => new RandomAccessSync(Width, BlockBytes),
        StrategyKind.RandomAccessAsync => new RandomAccessAsync(Width, BlockBytes),
        StrategyKind.Mmap when OperatingSystem.IsLinux() => new MappedFiles(Width),
        StrategyKind.Direct when OperatingSystem.IsLinux() => new PastCache(Width, BlockBytes),
        StrategyKind.Uring when OperatingSystem.IsLinux() => new RingRead(Width, BlockBytes),
        StrategyKind.ReadAllAsParallel => new ReadAllAsParallel(Mode),
        StrategyKind.SyncAsParallel => new SyncAsParallel(Mode),
        StrategyKind.NewThread => new NewThread(Mode),
        StrategyKind.Async => new Async(Mode),
        StrategyKind.Async2 => new Async2(Mode),
        StrategyKind.AsyncWithMaxParallelCount => new AsyncWithMaxParallelCount(Width, Mode),
        _ => throw new UnsupportedException("only Linux has it"),
    };
}

/// <summary>The ways of reading. Each has one implementation of <see cref="IReadStrategy"/>.</summary>
internal enum StrategyKind
{
    Engine,
    Pread,
    Inode,
    Extent,
    RandomAccess,
    RandomAccessAsync,
    Mmap,
    Direct,
    Uring,
    ReadAllAsParallel,
    SyncAsParallel,
    NewThread,
    Async,
    Async2,
    AsyncWithMaxParallelCount,
}

/// <summary>How a strategy of the old comparison reads a file.</summary>
internal enum ContentMode
{
    /// <summary>All of it into memory, as bytes.</summary>
    Bytes,

    /// <summary>All of it into memory, as text.</summary>
    Text,

    /// <summary>One block at a time.</summary>
    Stream,
}

/// <summary>Specifies the order in which files are read.</summary>
public enum ReadOrder
{
    /// <summary>The order in which folders list them.</summary>
    Listed,

    /// <summary>By inode number, which most file systems use to place files.</summary>
    Inode,

    /// <summary>By the position of the first extent on the device.</summary>
    Extent,
}

/// <summary>The words for orders in text and JSON.</summary>
public static class OrderWord
{
    /// <summary>Returns the word for an order.</summary>
    public static string Of(ReadOrder order) => order switch
    {
        ReadOrder.Inode => "inode",
        ReadOrder.Extent => "extent",
        _ => "listed",
    };
}
