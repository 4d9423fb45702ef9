using System.Diagnostics.CodeAnalysis;

namespace Doppel.Pooling;

/// <summary>Throws the exceptions of streams, to keep them out of the hot paths.</summary>
internal static class StreamErrors
{
    [DoesNotReturn]
    internal static void BlockBytesOutside(int blockBytes) => throw new ArgumentOutOfRangeException(
        nameof(blockBytes), blockBytes,
        $"BlockBytes must be a power of two from {PooledStreamOptions.BlockBytesMin} to"
        + $" {PooledStreamOptions.BlockBytesMax}. Leave it unset to use 65536.");

    [DoesNotReturn]
    internal static void Disposed() => throw new ObjectDisposedException(
        nameof(PooledStream), "The stream has been disposed and its memory given back.");

    [DoesNotReturn]
    internal static void Full(long wantedBytes, long maximumBytes) =>
        throw new PooledStreamFullException(wantedBytes, maximumBytes);

    [DoesNotReturn]
    internal static void BeforeBegin() =>
        throw new IOException("The position would be before the begin of the stream.");

    [DoesNotReturn]
    internal static void NoSuchOrigin(SeekOrigin origin) =>
        throw new ArgumentException($"{origin} is none of Begin, Current and End.", nameof(origin));

    [DoesNotReturn]
    internal static void AdvanceOutside(int count, int room) => throw new ArgumentOutOfRangeException(
        nameof(count), count, $"The count must be from 0 to the {room} bytes that were handed out last.");

    [DoesNotReturn]
    internal static void TooLongForArray(long length) => throw new InvalidOperationException(
        $"The stream has {length} bytes, an array holds at most {Array.MaxLength}. Use GetBlocks.");
}
