namespace Doppel.Lab;

/// <summary>A strategy, identified by its name, with what the name specifies.</summary>
/// <param name="Name">The name, such as <c>pread-8</c>.</param>
/// <param name="Width">
/// The maximum number of files in flight; 0 if there is no maximum, or if it follows throughput.
/// </param>
/// <param name="BlockBytes">The number of bytes requested at a time; 0 if files are read with one call.</param>
/// <param name="Order">The order of files.</param>
public sealed record StrategyDefinition(string Name, int Width, int BlockBytes, ReadOrder Order)
{
    /// <summary>Gets the way of reading, which is the name without width and block size.</summary>
    internal string Way { get; init; } = "";

    /// <summary>Creates the strategy for one run.</summary>
    /// <exception cref="UnsupportedException">The system does not support the strategy.</exception>
    internal IReadStrategy Create() => Way switch
    {
        StrategyTable.Engine => new EngineTokens(Width),
        StrategyTable.Pread => new PositionalThreads(Width, BlockBytes),
        StrategyTable.Inode => new ByInode(Width, BlockBytes),
        StrategyTable.Extent => new ByExtent(Width, BlockBytes),
        StrategyTable.RandomAccess => new RandomAccessSync(Width, BlockBytes),
        StrategyTable.RandomAccessAsync => new RandomAccessAsync(Width, BlockBytes),
        StrategyTable.Mmap when OperatingSystem.IsLinux() => new MappedFiles(Width),
        StrategyTable.Direct when OperatingSystem.IsLinux() => new PastCache(Width, BlockBytes),
        StrategyTable.Uring when OperatingSystem.IsLinux() => new RingRead(Width, BlockBytes),
        _ => throw new UnsupportedException("only Linux has it"),
    };
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
