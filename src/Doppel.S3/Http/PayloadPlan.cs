namespace Doppel.S3;

/// <summary>How the body of a call is signed and sent.</summary>
/// <param name="Hash">The value of the <c>x-amz-content-sha256</c> header.</param>
/// <param name="Chunks">
/// How the body is split into chunks that are signed while they are sent, or null if it is sent unchanged.
/// </param>
internal readonly record struct PayloadPlan(string Hash, ChunkedOptions? Chunks)
{
    private static readonly ChunkedOptions s_chunks = new();

    internal static PayloadPlan Empty { get; } = new(PayloadHash.Empty, Chunks: null);

    internal static PayloadPlan Unsigned { get; } = new(PayloadHash.Unsigned, Chunks: null);

    internal static PayloadPlan SignedChunks { get; } = new(s_chunks.PayloadHash, s_chunks);

    /// <summary>
    /// Creates the plan for a body. A body that can be read only once is signed while it is sent, followed by its
    /// checksum. For any other body, the digests are computed in advance, which requires an extra read but works with
    /// servers that do not support chunks.
    /// </summary>
    /// <param name="body">The body, or null if there is none.</param>
    /// <param name="isSigned">Whether the content is signed.</param>
    /// <param name="checksum">The checksum that is sent with the body, or null for none.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
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
        PayloadPlan unhashed = isEmpty ? Empty : Unsigned;
        return hash is not null ? new PayloadPlan(hash, Chunks: null) : unhashed;
    }

    /// <summary>Adds the headers for the checksum and the chunks to a call, once for all its attempts.</summary>
    internal void Describe(S3Call call)
    {
        if (call.Checksum is { } algorithm)
        {
            // Some servers verify no checksum without this header.
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
