using System.Numerics;
using Hashes = Doppel.S3.PayloadHash;

namespace Doppel.S3;

/// <summary>Options for sending a body in chunks (<c>Content-Encoding: aws-chunked</c>).</summary>
public sealed record ChunkedOptions
{
    /// <summary>The minimum chunk size that servers must accept, except for the last chunk.</summary>
    public const int ChunkBytesMin = 8 * 1024;

    /// <summary>The maximum chunk size that this client produces.</summary>
    public const int ChunkBytesMax = 16 * 1024 * 1024;

    /// <summary>Whether chunks are signed. Default: they are.</summary>
    public ChunkSigning Signing { get; init; }

    /// <summary>
    /// The checksum that is computed while the body is sent, and sent after the content. Null for none, which is not
    /// allowed for unsigned chunks. Default: none.
    /// </summary>
    public ChecksumAlgorithm? Checksum { get; init; }

    /// <summary>
    /// The number of content bytes per chunk, a power of two from <see cref="ChunkBytesMin"/> to
    /// <see cref="ChunkBytesMax"/>. An upload uses twice as much memory. Default: 64 KiB.
    /// </summary>
    public int ChunkBytes { get; init; } = 64 * 1024;

    /// <summary>The value of the <c>x-amz-content-sha256</c> header of the request.</summary>
    public string PayloadHash => (Signing, Checksum) switch
    {
        (ChunkSigning.Unsigned, _) => Hashes.UnsignedChunksAndTrailer,
        (_, null) => Hashes.SignedChunks,
        _ => Hashes.SignedChunksAndTrailer,
    };

    /// <summary>The value of the <c>x-amz-trailer</c> header of the request, or null if there is no trailer.</summary>
    public string? TrailerName => Checksum is { } algorithm ? ChecksumNames.Header(algorithm) : null;

    /// <summary>
    /// Returns the value of the <c>Content-Length</c> header of the request: the size in bytes of all chunks including
    /// their framing.
    /// </summary>
    /// <param name="contentLength">
    /// The length of the content in bytes, 0 or greater: <c>x-amz-decoded-content-length</c>.
    /// </param>
    /// <returns>The encoded length in bytes.</returns>
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

    /// <summary>Validates the options.</summary>
    /// <exception cref="ArgumentException">An option is out of range; the message says which.</exception>
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

/// <summary>Specifies whether the chunks of a body are signed.</summary>
public enum ChunkSigning
{
    /// <summary>Every chunk is signed, and so are the trailers.</summary>
    Signed,

    /// <summary>
    /// Nothing after the headers is signed; a trailer contains a checksum instead. Amazon S3 accepts this only over
    /// TLS.
    /// </summary>
    Unsigned,
}
