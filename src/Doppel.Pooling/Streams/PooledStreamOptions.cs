namespace Doppel.Pooling;

/// <summary>The block size, maximum length and pool of a <see cref="PooledStream"/>.</summary>
public sealed record PooledStreamOptions
{
    /// <summary>The minimum block size: 16 bytes.</summary>
    public const int BlockBytesMin = BufferPool<byte>.LengthMin;

    /// <summary>The maximum block size: 16 MiB.</summary>
    public const int BlockBytesMax = 16 * 1024 * 1024;

    /// <summary>The block size in bytes, a power of two in [16 B, 16 MiB]. Default: 64 KiB.</summary>
    public int BlockBytes { get; init; } = 64 * 1024;

    /// <summary>
    /// The maximum length of the stream in bytes, 0 or greater. Writing past it throws
    /// <see cref="PooledStreamFullException"/>. Default: 1 GiB.
    /// </summary>
    public long MaximumBytes { get; init; } = 1L << 30;

    /// <summary>The pool that lends the blocks. Default: <see cref="BufferPool{T}.Shared"/>.</summary>
    public BufferPool<byte> Pool { get; init; } = BufferPool<byte>.Shared;

    internal static PooledStreamOptions Default { get; } = new();

    internal PooledStreamOptions Validate()
    {
        ArgumentNullException.ThrowIfNull(Pool);
        ArgumentOutOfRangeException.ThrowIfNegative(MaximumBytes);
        bool isPowerOfTwo = (BlockBytes & (BlockBytes - 1)) == 0;
        if (BlockBytes is < BlockBytesMin or > BlockBytesMax || !isPowerOfTwo)
        {
            StreamErrors.BlockBytesOutside(BlockBytes);
        }

        // The block table is an array with one entry per block.
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MaximumBytes / BlockBytes, BufferPool<byte[]>.LengthMax - 1);
        return this;
    }
}
