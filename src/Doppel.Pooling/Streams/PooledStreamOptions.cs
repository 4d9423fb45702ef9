namespace Doppel.Pooling;

/// <summary>How a <see cref="PooledStream"/> takes memory and how much of it.</summary>
public sealed record PooledStreamOptions
{
    /// <summary>The least block: 16 bytes.</summary>
    public const int BlockBytesMin = BufferPool<byte>.LengthMin;

    /// <summary>The greatest block: 16 MiB.</summary>
    public const int BlockBytesMax = 16 * 1024 * 1024;

    /// <summary>Bytes of a block, a power of two in [16 B, 16 MiB]. Default: 64 KiB.</summary>
    public int BlockBytes { get; init; } = 64 * 1024;

    /// <summary>
    /// The greatest length of the stream in bytes, 0 or more; writing beyond it throws
    /// <see cref="PooledStreamFullException"/>. Default: 1 GiB.
    /// </summary>
    public long MaximumBytes { get; init; } = 1L << 30;

    /// <summary>Where blocks come from. Default: <see cref="BufferPool{T}.Shared"/>.</summary>
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

        // The table of blocks is an array with an entry for each.
        ArgumentOutOfRangeException.ThrowIfGreaterThan(MaximumBytes / BlockBytes, BufferPool<byte[]>.LengthMax - 1);
        return this;
    }
}
