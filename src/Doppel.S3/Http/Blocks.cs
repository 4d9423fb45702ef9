using Doppel.Pooling;

namespace Doppel.S3.Http;

/// <summary>Memory for bytes on their way: used again, bounded, and given back when it lies idle.</summary>
/// <remarks>What is rented before an <c>await</c> is returned behind it, mostly on another thread.</remarks>
internal static class Blocks
{
    internal static BufferPool<byte> Pool { get; } =
        new(new PoolOptions { Name = "s3-blocks", KeepsByThread = false });
}
