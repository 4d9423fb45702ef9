using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The pools of one search. What lies idle in them goes with the search, so it needs no idle time.</summary>
internal sealed class SearchPools : IDisposable
{
    private static readonly PoolOptions s_options = new() { IdleTime = Timeout.InfiniteTimeSpan };

    /// <summary>Blocks that content is read into.</summary>
    internal NativeBufferPool Content { get; } = new(s_options with { Name = "content" });

    /// <summary>Lists of the files that are still equal.</summary>
    internal ListPool<int> Lists { get; } = new(s_options with { Name = "classes" });

    public void Dispose()
    {
        Content.Dispose();
        Lists.Dispose();
    }
}
