using System.Runtime.InteropServices;

namespace Doppel.Hashing;

/// <summary>XXH3-128 of bytes that are in memory as a whole; <see cref="Xxh3State"/> takes them in pieces.</summary>
/// <remarks>
/// Thread-safe; allocates nothing unless it says so. Fast and well spread, but no cryptographic hash: someone who
/// wants to can prepare two inputs of one digest.
/// </remarks>
public static class Xxh3
{
    /// <summary>Hashes <paramref name="source"/>.</summary>
    /// <param name="source">Any number of bytes, none included.</param>
    /// <param name="seed">Chooses one of 2^64 hash functions. Default: 0, as <c>xxhsum -H2</c> uses.</param>
    public static Digest128 Hash128(ReadOnlySpan<byte> source, ulong seed = 0)
    {
        if (source.Length <= Xxh3Constants.ShortBytesMax)
        {
            return Xxh3Short.Hash(ref MemoryMarshal.GetReference(source), source.Length, seed);
        }

        return Xxh3Long.Hash(Xxh3Long.BestPath, source, seed);
    }

    /// <summary>Hashes <paramref name="source"/> and writes the digest's 16 bytes, upper half first.</summary>
    /// <returns>The number of bytes written, 16.</returns>
    /// <exception cref="ArgumentException"><paramref name="destination"/> is shorter than 16 bytes.</exception>
    public static int Hash128(ReadOnlySpan<byte> source, Span<byte> destination, ulong seed = 0)
    {
        if (!TryHash128(source, destination, out int bytesWritten, seed))
        {
            Throw.DestinationTooShort(destination);
        }

        return bytesWritten;
    }

    /// <summary>Hashes <paramref name="source"/> if <paramref name="destination"/> has room for 16 bytes.</summary>
    /// <returns>Whether the digest was written; if not, the destination is left as it was.</returns>
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

    /// <summary>Hashes <paramref name="source"/> into a new array of 16 bytes, upper half first.</summary>
    public static byte[] Hash128ToArray(ReadOnlySpan<byte> source, ulong seed = 0)
    {
        byte[] bytes = new byte[Digest128.ByteCount];
        Hash128(source, seed).WriteBytes(bytes);
        return bytes;
    }

    /// <summary>Hashes with the instructions named, for tests; the processor must support them.</summary>
    internal static Digest128 Hash128(ReadOnlySpan<byte> source, ulong seed, VectorPath path) =>
        source.Length <= Xxh3Constants.ShortBytesMax
            ? Xxh3Short.Hash(ref MemoryMarshal.GetReference(source), source.Length, seed)
            : Xxh3Long.Hash(path, source, seed);
}
