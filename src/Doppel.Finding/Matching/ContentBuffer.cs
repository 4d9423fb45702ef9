using Doppel.Pooling;

namespace Doppel.Finding;

/// <summary>The memory that one thread reads content into.</summary>
/// <param name="context">Where it comes from.</param>
internal sealed class ContentBuffer(SearchContext context) : IDisposable
{
    private readonly bool _reuses = context.Means.ReusesMemory;
    private NativeBuffer<byte>? _pooled;
    private byte[] _fresh = [];

    public void Dispose() => context.Pools.Content.Return(ref _pooled);

    /// <summary>So much of it; its content does not survive the next call.</summary>
    /// <param name="bytes">At most <see cref="Ladder.BufferBytesMax"/>.</param>
    /// <remarks>
    /// The largest block at once: pages that nobody touches take no memory, whereas a block that grew would leave one
    /// of every smaller size idle in the pool.
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

    /// <summary>Tells that another file is opened: it gets new memory where none is used again.</summary>
    internal void NextFile()
    {
        if (!_reuses)
        {
            _fresh = [];
        }
    }
}
