namespace Doppel.Lab;

/// <summary>A strategy by its name, with what the name says of it.</summary>
/// <param name="Name">Such as <c>pread-8</c> or <c>AsyncWithMaxParallelCount16</c>.</param>
/// <param name="Width">
/// Files under way at once at most; 0 where nothing but the safety limits bounds them, or where it follows throughput.
/// </param>
/// <param name="BlockBytes">Bytes asked for at a time; 0 where files are read whole.</param>
/// <param name="Order">The order of files.</param>
public sealed record StrategyDefinition(string Name, int Width, int BlockBytes, ReadOrder Order)
{
    /// <summary>Whether it is one of the old comparison.</summary>
    public bool IsOfOldComparison => Kind >= StrategyKind.ReadAllAsParallel;

    /// <summary>Whether it has whole contents in memory.</summary>
    public bool HoldsContents => IsOfOldComparison && Mode != ContentMode.Stream;

    internal StrategyKind Kind { get; init; }

    internal ContentMode Mode { get; init; } = ContentMode.Stream;

    /// <summary>Makes it, for one run.</summary>
    /// <exception cref="UnsupportedException">This system does not have it.</exception>
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
