using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>The state shared by all stages of a search.</summary>
internal sealed class SearchContext : IDisposable
{
    /// <summary>Initializes the context and starts the clock.</summary>
    /// <param name="options">What is searched, and with how many threads.</param>
    /// <param name="progress">Counters for another thread to read.</param>
    /// <param name="cancellation">Cancels the search.</param>
    internal SearchContext(FindOptions options, FindProgress progress, CancellationToken cancellation)
    {
        Options = options;
        Progress = progress;
        Begun = FileTime.From(options.Time.GetUtcNow());
        Clock = new StageClock(progress, options.Time);
        Cancellation = cancellation;
        int cores = options.Threads > 0 ? options.Threads : Environment.ProcessorCount;
        bool isFixed = options.Threads > 0 && options.DeviceRules.Count == 0;
        WorkerPool = new WorkerPool(cores, isFixed ? cores : WorkerPool.ThreadsMax, options.Time, options.Watch);
        Tokens = new TokenTable(options, cores);
        Problems = new ProblemLog(options.RunOfLeftover);
    }

    /// <summary>Gets what is searched and how.</summary>
    internal FindOptions Options { get; }

    /// <summary>Gets the worker threads.</summary>
    internal WorkerPool WorkerPool { get; }

    /// <summary>Gets the tokens that say which devices workers may use.</summary>
    internal TokenTable Tokens { get; }

    /// <summary>Gets the log that collects problems.</summary>
    internal ProblemLog Problems { get; }

    /// <summary>Gets the time at which the search began.</summary>
    internal FileTime Begun { get; }

    internal FindProgress Progress { get; }

    /// <summary>Gets the clock that times the stages.</summary>
    internal StageClock Clock { get; }

    internal CancellationToken Cancellation { get; }

    /// <summary>Gets the limit on the number of files open at the same time.</summary>
    internal OpenFileGate OpenFiles { get; } = new();

    /// <summary>Gets the pools that threads rent from.</summary>
    internal SearchPools Pools { get; } = new();

    public void Dispose()
    {
        WorkerPool.Dispose();
        Pools.Dispose();
    }
}

/// <summary>Counts what was read, and what the catalog spared.</summary>
/// <param name="Known">The number of copies that were matched without being read.</param>
/// <param name="Opened">The number of times a file was opened.</param>
/// <param name="Bytes">The number of bytes of content read.</param>
internal readonly record struct ReadTotals(long Known, long Opened, long Bytes)
{
    public static ReadTotals operator +(ReadTotals left, ReadTotals right) =>
        new(left.Known + right.Known, left.Opened + right.Opened, left.Bytes + right.Bytes);
}
