namespace Doppel.Benchmarks.EngineLoad;

/// <summary>Where a reader takes its buffers from. Thread-safe.</summary>
internal interface IBufferSource
{
    /// <summary>A buffer of at least so many bytes.</summary>
    byte[] Rent(int bytes);

    /// <summary>Gives it back.</summary>
    void Return(byte[] buffer);
}
