using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>Pools the memory for bytes in transit: bounded, and released when idle.</summary>
/// <remarks>
/// Memory is rented before an <c>await</c> and returned after it, usually on another thread.
/// </remarks>
internal static class Blocks
{
    internal static BufferPool<byte> Pool { get; } =
        new(new PoolOptions { Name = "s3-blocks", KeepsByThread = false });
}
