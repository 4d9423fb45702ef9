using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The memory that one thread reads content into.</summary>
/// <param name="context">The search whose pools provide the memory.</param>
internal sealed class ContentBuffer(SearchContext context) : IDisposable
{
    private readonly bool _reuses = context.Means.ReusesMemory;
    private NativeBuffer<byte>? _pooled;
    private byte[] _fresh = [];

    public void Dispose() => context.Pools.Content.Return(ref _pooled);

    /// <summary>Returns a span over the buffer. Its content is lost at the next call.</summary>
    /// <param name="bytes">The length in bytes; at most <see cref="Ladder.BufferBytesMax"/>.</param>
    /// <remarks>
    /// Rents a block of the largest size at once. Untouched pages take no memory, whereas a block that grew would leave
    /// one of every smaller size idle in the pool.
    /// </remarks>
    internal Span<byte> Take(int bytes)
    {
        if (_reuses)
        {
            return (_pooled ??= context.Pools.Content.Rent(Ladder.BufferBytesMax)).Span[..bytes];
        }

        if (_fresh.Length < bytes)
        {
            _fresh = new byte[bytes];
        }

        return _fresh.AsSpan(0, bytes);
    }

    /// <summary>
    /// Announces that another file is about to be opened. Allocates new memory if memory is not reused.
    /// </summary>
    internal void NextFile()
    {
        if (!_reuses)
        {
            _fresh = [];
        }
    }
}
