using Doppel.Pooling;

namespace Doppel.Benchmarks.EngineLoad;

/// <summary>A pool of ours with its usual bounds.</summary>
internal sealed class OwnBuffers : IBufferSource, IDisposable
{
    private readonly BufferPool<byte> _pool = new();

    public byte[] Rent(int bytes) => _pool.Rent(bytes);

    public void Return(byte[] buffer)
    {
        byte[]? lent = buffer;
        _pool.Return(ref lent);
    }

    public void Dispose() => _pool.Dispose();
}
