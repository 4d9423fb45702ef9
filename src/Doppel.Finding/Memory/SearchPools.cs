using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>
/// The pools of one search. Their idle items are freed with the search, so they need no idle timeout.
/// </summary>
/// <param name="reusesLists">Whether lists are kept for reuse.</param>
internal sealed class SearchPools(bool reusesLists) : IDisposable
{
    private static readonly PoolOptions s_options = new() { IdleTime = Timeout.InfiniteTimeSpan };

    // No item is this small, so none is kept.
    private static readonly PoolOptions s_keepsNothing = s_options with { ItemBytesMax = 1 };

    /// <summary>Gets the pool of buffers for content.</summary>
    internal NativeBufferPool Content { get; } = new(s_options with { Name = "content" });

    /// <summary>Gets the pool of lists of files that are still equal.</summary>
    internal ListPool<int> Lists { get; } = new(
        (reusesLists ? s_options : s_keepsNothing) with { Name = "classes" });

    public void Dispose()
    {
        Content.Dispose();
        Lists.Dispose();
    }
}
