using Doppel.Hashing;

namespace Doppel.Lab;

/// <summary>Sums up everything that is read. Thread-safe and independent of order.</summary>
internal sealed class ContentSum
{
    private long _files;
    private long _bytes;
    private ulong _high;
    private ulong _low;

    /// <summary>Gets the total so far.</summary>
    internal ContentTotal Total => new(
        Interlocked.Read(ref _files), Interlocked.Read(ref _bytes), Interlocked.Read(ref _high),
        Interlocked.Read(ref _low));

    /// <summary>Adds a file whose content is completely in memory.</summary>
    internal void Add(int file, ReadOnlySpan<byte> content) => Add(file, Xxh3.Hash128(content), content.Length);

    /// <summary>Adds a file by the digest of what was read.</summary>
    internal void Add(int file, Digest128 digest, long bytes)
    {
        // The digest is combined with the file's index, so that reading one file twice does not count as reading two.
        Span<byte> own = stackalloc byte[Digest128.ByteCount];
        digest.WriteBytes(own);
        Digest128 mixed = Xxh3.Hash128(own, (ulong)file + 1);
        Interlocked.Increment(ref _files);
        Interlocked.Add(ref _bytes, bytes);
        Interlocked.Add(ref _high, mixed.High);
        Interlocked.Add(ref _low, mixed.Low);
    }
}

/// <summary>
/// The total of everything read, independent of order. Two runs that read the same content have the same total.
/// </summary>
/// <param name="Files">The number of files.</param>
/// <param name="Bytes">The number of bytes.</param>
/// <param name="High">The upper half of a sum over the files' digests and their indexes in the set.</param>
/// <param name="Low">The lower half of that sum.</param>
public readonly record struct ContentTotal(long Files, long Bytes, ulong High, ulong Low);
