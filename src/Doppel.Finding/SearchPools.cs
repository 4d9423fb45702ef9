using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The pools of one search. What lies idle in them goes with the search, so it needs no idle time.</summary>
internal sealed class SearchPools(Means means) : IDisposable
{
    private static readonly PoolOptions s_options = new() { IdleTime = Timeout.InfiniteTimeSpan };

    // No item is so small, so none is kept.
    private static readonly PoolOptions s_keepsNothing = s_options with { ItemBytesMax = 1 };

    /// <summary>Blocks that content is read into.</summary>
    internal NativeBufferPool Content { get; } = new(s_options with { Name = "content" });

    /// <summary>Lists of the files that are still equal.</summary>
    internal ListPool<int> Lists { get; } = new(
        (means.ReusesMemory ? s_options : s_keepsNothing) with { Name = "classes" });

    public void Dispose()
    {
        Content.Dispose();
        Lists.Dispose();
    }
}
