using System.Diagnostics.CodeAnalysis;

namespace Doppel.S3;

/// <summary>Throws the exceptions of chunked bodies, to keep them out of the hot paths.</summary>
internal static class ChunkedErrors
{
    [DoesNotReturn]
    internal static void BadChunkBytes(int chunkBytes) => throw new ArgumentOutOfRangeException(
        nameof(chunkBytes), chunkBytes,
        $"A chunk has a power of two from {ChunkedOptions.ChunkBytesMin} to {ChunkedOptions.ChunkBytesMax} bytes.");

    [DoesNotReturn]
    internal static void UnsignedWithoutChecksum() => throw new ArgumentException(
        $"Chunks without signatures need a checksum. Set {nameof(ChunkedOptions.Checksum)}, or do without chunks.");

    [DoesNotReturn]
    internal static void SignerMissing() =>
        throw new ArgumentException("Signed chunks need what begins to sign them: RequestSigner.BeginChunks.");

    [DoesNotReturn]
    internal static void TooMuch(long contentLength) => throw new InvalidOperationException(
        $"The content is longer than the {contentLength} bytes that were declared. The rest is not sent.");

    [DoesNotReturn]
    internal static void TooLittle(long contentLength, long missing) => throw new InvalidOperationException(
        $"{missing} of the {contentLength} bytes that were declared are missing. The body is not ended.");

    [DoesNotReturn]
    internal static void SourceEnded(long contentLength, long missing) => throw new EndOfStreamException(
        $"The source ended {missing} bytes before the {contentLength} bytes that were declared.");

    [DoesNotReturn]
    internal static void Broken() => throw new InvalidOperationException(
        "The body is complete, or a write failed in the middle of a chunk. Begin a new request.");
}
