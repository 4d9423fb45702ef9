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
