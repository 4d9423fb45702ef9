using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// The pools of one search. Their idle items are freed with the search, so they need no idle timeout.
/// </summary>
internal sealed class SearchPools : IDisposable
{
    private static readonly PoolOptions s_options = new() { IdleTime = Timeout.InfiniteTimeSpan };

    internal NativeBufferPool Content { get; } = new(s_options with { Name = "content" });

    /// <summary>Gets the pool of lists of files that are still equal.</summary>
    internal ListPool<int> Lists { get; } = new(s_options with { Name = "classes" });

    public void Dispose()
    {
        Content.Dispose();
        Lists.Dispose();
    }
}
