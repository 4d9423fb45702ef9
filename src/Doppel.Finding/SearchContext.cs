namespace Doppel.Finding;

/// <summary>What every stage of one search shares.</summary>
internal sealed class SearchContext : IDisposable
{
    /// <summary>Starts the clock.</summary>
    /// <param name="options">What is searched, and with how many threads.</param>
    /// <param name="progress">Counters that somebody may watch.</param>
    /// <param name="cancellation">Ends the search early.</param>
    internal SearchContext(FindOptions options, FindProgress progress, CancellationToken cancellation)
    {
        Progress = progress;
        Clock = new StageClock(progress, options.Time);
        Cancellation = cancellation;
        int cores = options.Threads > 0 ? options.Threads : Environment.ProcessorCount;
        bool isFixed = options.Threads > 0 && options.DeviceRules.Count == 0;
        Crew = new Crew(cores, isFixed ? cores : Crew.ThreadsMax, options.Time, options.Watch);
        Tokens = new TokenTable(options, cores);
        Means = options.Means;
        Problems = new ProblemLog(options.RunOfLeftover);
        Pools = new SearchPools(Means);
        Closing = Means.ClosesInBackground ? new ClosingThread() : null;
    }

    /// <summary>The threads.</summary>
    internal Crew Crew { get; }

    /// <summary>Which devices they may make work.</summary>
    internal TokenTable Tokens { get; }

    /// <summary>Where problems go.</summary>
    internal ProblemLog Problems { get; }

    internal FindProgress Progress { get; }

    /// <summary>Measures the stages.</summary>
    internal StageClock Clock { get; }

    internal CancellationToken Cancellation { get; }

    /// <summary>Bounds the files that are open at once.</summary>
    internal OpenFileGate OpenFiles { get; } = new();

    /// <summary>What threads borrow and give back.</summary>
    internal SearchPools Pools { get; }

    /// <summary>By what means files are matched.</summary>
    internal Means Means { get; }

    /// <summary>Closes files for all threads; null where each closes its own.</summary>
    internal ClosingThread? Closing { get; }

    /// <summary>Paths as strings; null where files are opened by their ids.</summary>
    internal PathTexts? Texts { get; set; }

    public void Dispose()
    {
        Crew.Dispose();
        Closing?.Dispose();
        Pools.Dispose();
    }
}
