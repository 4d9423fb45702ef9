using System.Runtime.CompilerServices;

namespace Doppel.Benchmarks.EngineLoad;

/// <summary>
/// Notes every buffer that another source lends, without keeping it, so that what is held can be counted.
/// </summary>
internal sealed class TrackedBuffers(IBufferSource? source) : IBufferSource
{
    private static readonly object s_mark = new();

    private readonly ConditionalWeakTable<byte[], object> _lent = [];
    private IBufferSource? _source = source;

    public byte[] Rent(int bytes)
    {
        byte[] buffer = _source!.Rent(bytes);
        _lent.TryAdd(buffer, s_mark);
        return buffer;
    }

    public void Return(byte[] buffer) => _source!.Return(buffer);

    /// <summary>Bytes of buffers that a full collection leaves: somebody holds them.</summary>
    public long HeldBytes()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return _lent.Sum(static pair => (long)pair.Key.Length);
    }

    /// <summary>Lets go of the source, and frees it if it can be freed.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Drop()
    {
        (_source as IDisposable)?.Dispose();
        _source = null;
    }
}
