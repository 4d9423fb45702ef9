using System.Runtime.InteropServices;

namespace Doppel.Hashing;

/// <summary>
/// Computes XXH3-128 of a single buffer. To hash data incrementally, use <see cref="Xxh3State"/>.
/// </summary>
/// <remarks>
/// Thread-safe; allocates nothing unless stated otherwise. XXH3 is fast and well distributed, but not cryptographic: it
/// is possible to construct two inputs with the same digest.
/// </remarks>
public static class Xxh3
{
    /// <summary>Computes the digest of <paramref name="source"/>.</summary>
    /// <param name="source">The bytes to hash. May be empty.</param>
    /// <param name="seed">Selects one of 2^64 hash functions. Default: 0, as used by <c>xxhsum -H2</c>.</param>
    /// <returns>The digest.</returns>
    public static Digest128 Hash128(ReadOnlySpan<byte> source, ulong seed = 0)
    {
        if (source.Length <= Xxh3Constants.ShortBytesMax)
        {
            return Xxh3Short.Hash(ref MemoryMarshal.GetReference(source), source.Length, seed);
        }

        return Xxh3Long.Hash(Xxh3Long.BestPath, source, seed);
    }

    /// <summary>
    /// Computes the digest of <paramref name="source"/> and writes its 16 bytes, upper half first.
    /// </summary>
    /// <param name="source">The bytes to hash. May be empty.</param>
    /// <param name="destination">The destination, at least 16 bytes long.</param>
    /// <param name="seed">Selects one of 2^64 hash functions. Default: 0, as used by <c>xxhsum -H2</c>.</param>
    /// <returns>The number of bytes written, which is 16.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than 16 bytes.</exception>
    public static int Hash128(ReadOnlySpan<byte> source, Span<byte> destination, ulong seed = 0)
    {
        if (!TryHash128(source, destination, out int bytesWritten, seed))
        {
            Throw.DestinationTooShort(destination);
        }

        return bytesWritten;
    }

    /// <summary>
    /// Computes the digest of <paramref name="source"/> and writes its 16 bytes, upper half first, if they fit into
    /// <paramref name="destination"/>.
    /// </summary>
    /// <param name="source">The bytes to hash. May be empty.</param>
    /// <param name="destination">The destination.</param>
    /// <param name="bytesWritten">The number of bytes written, 16 or 0.</param>
    /// <param name="seed">Selects one of 2^64 hash functions. Default: 0, as used by <c>xxhsum -H2</c>.</param>
    /// <returns>True if the digest was written. Otherwise the destination is unchanged.</returns>
    public static bool TryHash128(
        ReadOnlySpan<byte> source, Span<byte> destination, out int bytesWritten, ulong seed = 0)
    {
        if (destination.Length < Digest128.ByteCount)
        {
            bytesWritten = 0;
            return false;
        }

        Hash128(source, seed).WriteBytes(destination);
        bytesWritten = Digest128.ByteCount;
        return true;
    }

    /// <summary>
    /// Computes the digest of <paramref name="source"/> and returns its 16 bytes in a new array, upper half first.
    /// </summary>
    /// <param name="source">The bytes to hash. May be empty.</param>
    /// <param name="seed">Selects one of 2^64 hash functions. Default: 0, as used by <c>xxhsum -H2</c>.</param>
    /// <returns>The array.</returns>
    public static byte[] Hash128ToArray(ReadOnlySpan<byte> source, ulong seed = 0)
    {
        byte[] bytes = new byte[Digest128.ByteCount];
        Hash128(source, seed).WriteBytes(bytes);
        return bytes;
    }

    /// <summary>
    /// Computes the digest with the given instructions, which the processor must support. For tests.
    /// </summary>
    internal static Digest128 Hash128(ReadOnlySpan<byte> source, ulong seed, VectorPath path) =>
        source.Length <= Xxh3Constants.ShortBytesMax
            ? Xxh3Short.Hash(ref MemoryMarshal.GetReference(source), source.Length, seed)
            : Xxh3Long.Hash(path, source, seed);
}
