namespace Doppel.Benchmarks.EngineLoad;

/// <summary>No pool: each buffer is new, and not cleared where the runtime can do without.</summary>
internal sealed class NewBuffers : IBufferSource
{
    public byte[] Rent(int bytes) => GC.AllocateUninitializedArray<byte>(bytes);

    public void Return(byte[] buffer)
    {
    }
}
