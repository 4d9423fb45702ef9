using Doppel.S3.Chunked;
using Doppel.S3.Signing;

namespace Doppel.S3.Http;

/// <summary>How the body of a call is signed.</summary>
/// <param name="Hash">The header <c>x-amz-content-sha256</c>.</param>
/// <param name="Chunks">How it is cut into chunks that are signed on the way; null where it is sent as it is.</param>
internal sealed record PayloadPlan(string Hash, ChunkedOptions? Chunks)
{
    private static readonly ChunkedOptions s_chunks = new();

    internal static PayloadPlan Empty { get; } = new(PayloadHash.Empty, Chunks: null);

    internal static PayloadPlan Unsigned { get; } = new(PayloadHash.Unsigned, Chunks: null);

    internal static PayloadPlan SignedChunks { get; } = new(s_chunks.PayloadHash, s_chunks);

    /// <summary>
    /// What can be read once only is signed on its way; for all else the digest is computed before, which costs a
    /// reading and spares servers that know no chunks.
    /// </summary>
    internal static async ValueTask<PayloadPlan> ForAsync(
        RequestBody? body, bool isSigned, CancellationToken cancellationToken) =>
        body is null || body.Length == 0 ? Empty
        : !isSigned ? Unsigned
        : !body.CanHash ? SignedChunks
        : new PayloadPlan(await body.Sha256Async(cancellationToken).ConfigureAwait(false), Chunks: null);
}
