using Doppel.S3.Checksums;
using Doppel.S3.Chunked;
using Doppel.S3.Signing;

namespace Doppel.S3.Http;

/// <summary>How the body of a call is signed.</summary>
/// <param name="Hash">The header <c>x-amz-content-sha256</c>.</param>
/// <param name="Chunks">How it is cut into chunks that are signed on the way; null where it is sent as it is.</param>
internal readonly record struct PayloadPlan(string Hash, ChunkedOptions? Chunks)
{
    private static readonly ChunkedOptions s_chunks = new();

    internal static PayloadPlan Empty { get; } = new(PayloadHash.Empty, Chunks: null);

    internal static PayloadPlan Unsigned { get; } = new(PayloadHash.Unsigned, Chunks: null);

    internal static PayloadPlan SignedChunks { get; } = new(s_chunks.PayloadHash, s_chunks);

    /// <summary>
    /// What can be read once only is signed on its way, with its checksum behind it; for all else the digests are
    /// computed before, which costs a reading and spares servers that know no chunks.
    /// </summary>
    /// <param name="body">What is sent; null for nothing.</param>
    /// <param name="isSigned">Whether the content is signed.</param>
    /// <param name="checksum">The checksum that goes with it.</param>
    /// <param name="cancellationToken">Ends it.</param>
    internal static async ValueTask<PayloadPlan> ForAsync(
        RequestBody? body, bool isSigned, ChecksumAlgorithm? checksum, CancellationToken cancellationToken)
    {
        bool isEmpty = body is null || body.Length == 0;
        bool isHashed = isSigned && !isEmpty;
        if (body is null || (checksum is null && !isHashed))
        {
            return isEmpty ? Empty : Unsigned;
        }

        if (!body.CanHash && !isEmpty)
        {
            return checksum is null ? SignedChunks : WithTrailer(isSigned, checksum.Value);
        }

        string? hash = await body.DigestAsync(isHashed, checksum, cancellationToken).ConfigureAwait(false);
        return hash is not null ? new PayloadPlan(hash, Chunks: null) : isEmpty ? Empty : Unsigned;
    }

    /// <summary>Adds the headers of checksum and chunks to a call, once for all its attempts.</summary>
    internal void Describe(S3Call call)
    {
        if (call.Checksum is { } algorithm)
        {
            // Some servers look at no checksum without it.
            call.AddHeader(ChecksumNames.SdkAlgorithmHeader, ChecksumNames.Word(algorithm));
            call.AddHeader(ChecksumNames.Header(algorithm), Chunks is null ? call.Body?.Checksum?.ToString() : null);
        }

        if (Chunks is not null)
        {
            call.AddHeader(ChecksumNames.TrailerHeader, Chunks.TrailerName);
            call.AddChunkHeaders();
        }
    }

    private static PayloadPlan WithTrailer(bool isSigned, ChecksumAlgorithm checksum)
    {
        var chunks = new ChunkedOptions
        {
            Signing = isSigned ? ChunkSigning.Signed : ChunkSigning.Unsigned,
            Checksum = checksum,
        };
        return new PayloadPlan(chunks.PayloadHash, chunks);
    }
}
