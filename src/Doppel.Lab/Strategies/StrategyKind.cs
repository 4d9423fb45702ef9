namespace Doppel.Lab;

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
