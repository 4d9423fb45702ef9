using System.Buffers;

namespace Doppel.Benchmarks.EngineLoad;

/// <summary>One ArrayPool of the runtime: the shared one, or one that was created.</summary>
internal sealed class ArrayPoolBuffers(ArrayPool<byte> pool) : IBufferSource
{
    public byte[] Rent(int bytes) => pool.Rent(bytes);

    public void Return(byte[] buffer) => pool.Return(buffer);
}
