using System.Runtime.InteropServices;
using Doppel.Hashing;

namespace Doppel.Lab;

/// <summary>Adds up what is read. Thread-safe; the order does not matter.</summary>
internal sealed class ContentSum
{
    private long _files;
    private long _bytes;
    private ulong _high;
    private ulong _low;

    /// <summary>What was added until now.</summary>
    internal ContentTotal Total => new(
        Interlocked.Read(ref _files), Interlocked.Read(ref _bytes), Interlocked.Read(ref _high),
        Interlocked.Read(ref _low));

    /// <summary>Adds a file whose content is there as a whole.</summary>
    internal void Add(int file, ReadOnlySpan<byte> content) => Add(file, Xxh3.Hash128(content), content.Length);

    /// <summary>Adds a file that was read as text: what was read are its characters.</summary>
    /// <param name="file">Its index.</param>
    /// <param name="text">The characters.</param>
    /// <param name="bytes">Its length, which the text does not tell.</param>
    internal void Add(int file, string text, long bytes) => Add(file, DigestOf(text), bytes);

    /// <summary>Adds a file by the digest of what was read of it.</summary>
    internal void Add(int file, Digest128 digest, long bytes)
    {
        // Bound to the file's place, so that one file read twice does not stand for two.
        Span<byte> own = stackalloc byte[Digest128.ByteCount];
        digest.WriteBytes(own);
        Digest128 mixed = Xxh3.Hash128(own, (ulong)file + 1);
        Interlocked.Increment(ref _files);
        Interlocked.Add(ref _bytes, bytes);
        Interlocked.Add(ref _high, mixed.High);
        Interlocked.Add(ref _low, mixed.Low);
    }

    /// <summary>The digest of characters.</summary>
    internal static Digest128 DigestOf(string text) => Xxh3.Hash128(MemoryMarshal.AsBytes(text.AsSpan()));
}
