using System.Numerics;
using Doppel.S3.Checksums;
using Hashes = Doppel.S3.Signing.PayloadHash;

namespace Doppel.S3.Chunked;

/// <summary>How a body is sent in chunks (<c>Content-Encoding: aws-chunked</c>).</summary>
public sealed record ChunkedOptions
{
    /// <summary>The smallest chunk that servers have to take, but for the last one.</summary>
    public const int ChunkBytesMin = 8 * 1024;

    /// <summary>The largest chunk that is made here.</summary>
    public const int ChunkBytesMax = 16 * 1024 * 1024;

    /// <summary>Whether chunks have signatures. Default: they have.</summary>
    public ChunkSigning Signing { get; init; }

    /// <summary>
    /// The checksum that is made on the way and sent behind the content; null for none, which unsigned chunks cannot
    /// have. Default: none.
    /// </summary>
    public ChecksumAlgorithm? Checksum { get; init; }

    /// <summary>
    /// Bytes of content in a chunk: a power of two from <see cref="ChunkBytesMin"/> to <see cref="ChunkBytesMax"/>. The
    /// memory of an upload is twice that. Default: 64 KiB.
    /// </summary>
    public int ChunkBytes { get; init; } = 64 * 1024;

    /// <summary>The header <c>x-amz-content-sha256</c> of the request.</summary>
    public string PayloadHash => (Signing, Checksum) switch
    {
        (ChunkSigning.Unsigned, _) => Hashes.UnsignedChunksAndTrailer,
        (_, null) => Hashes.SignedChunks,
        _ => Hashes.SignedChunksAndTrailer,
    };

    /// <summary>The header <c>x-amz-trailer</c> of the request; null where there is none.</summary>
    public string? TrailerName => Checksum is { } algorithm ? ChecksumNames.Header(algorithm) : null;

    /// <summary>
    /// The header <c>Content-Length</c> of the request: bytes of all chunks with what is around them.
    /// </summary>
    /// <param name="contentLength">Bytes of content, 0 or more: <c>x-amz-decoded-content-length</c>.</param>
    public long GetEncodedLength(long contentLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(contentLength);
        (long whole, long rest) = Math.DivRem(contentLength, ChunkBytes);
        long length = checked(whole * (ChunkedFrame.HeadBytes(ChunkBytes, Signing) + ChunkBytes + 2));
        if (rest > 0)
        {
            length += ChunkedFrame.HeadBytes((int)rest, Signing) + rest + 2;
        }

        return checked(length + ChunkedFrame.HeadBytes(0, Signing) + ChunkedFrame.TrailerBytes(this) + 2);
    }

    /// <summary>Throws if anything is out of its range.</summary>
    /// <exception cref="ArgumentException">An option is; the text says which.</exception>
    public void Validate()
    {
        if (!BitOperations.IsPow2(ChunkBytes) || ChunkBytes is < ChunkBytesMin or > ChunkBytesMax)
        {
            ChunkedErrors.BadChunkBytes(ChunkBytes);
        }

        if (!Enum.IsDefined(Signing) || (Signing == ChunkSigning.Unsigned && Checksum is null))
        {
            ChunkedErrors.UnsignedWithoutChecksum();
        }

        if (Checksum is { } algorithm)
        {
            _ = S3Checksum.ByteCountOf(algorithm);
        }
    }
}
