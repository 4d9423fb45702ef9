using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Doppel.Pooling;

namespace Doppel.S3;

/// <summary>
/// Signs the chunks of a body in order, each chained to the previous one, and finally the trailers.
/// </summary>
/// <remarks>
/// A struct with a single owner: every signature depends on the previous one, so a copy would diverge. Created by
/// <see cref="RequestSigner.BeginChunks"/>. Allocates nothing.
/// </remarks>
[SuppressMessage(
    "Performance", "CA1815:Override equals and operator equals on value types",
    Justification = "What is under way is not compared.")]
public struct ChunkSigner
{
    private const int DigestBytes = SHA256.HashSizeInBytes;
    private const int TextOnStack = 512;

    private readonly RequestSigner _signer;
    private readonly DateTime _utc;
    private Digest _last;

    internal ChunkSigner(RequestSigner signer, DateTime utc, ReadOnlySpan<byte> signature)
    {
        if (signature.Length != DigestBytes)
        {
            SigningErrors.BadSignatureLength(signature.Length);
        }

        _signer = signer;
        _utc = utc;
        signature.CopyTo(_last);
    }

    /// <summary>Whether this value was created by a signer rather than by default.</summary>
    internal readonly bool IsReady => _signer is not null;

    /// <summary>Signs the next chunk. The last chunk is empty.</summary>
    /// <param name="content">The content of the chunk, without its framing.</param>
    /// <param name="signature">Receives the signature: 32 bytes.</param>
    [SkipLocalsInit]
    public void SignChunk(ReadOnlySpan<byte> content, scoped Span<byte> signature)
    {
        var text = new Utf8Builder(stackalloc byte[TextOnStack]);
        text.Append("AWS4-HMAC-SHA256-PAYLOAD\n"u8);
        AppendChain(ref text);
        // The hash of an empty string, because chunks have no headers.
        text.Append(PayloadHash.Empty);
        text.AppendByte((byte)'\n');
        Sign(content, ref text, signature);
    }

    /// <summary>Signs the trailers after the last, empty chunk has been signed.</summary>
    /// <param name="trailers">
    /// For each trailer, <c>name:value</c> followed by a single line feed. Names are lowercase.
    /// </param>
    /// <param name="signature">Receives the signature: 32 bytes.</param>
    [SkipLocalsInit]
    public void SignTrailers(ReadOnlySpan<byte> trailers, scoped Span<byte> signature)
    {
        var text = new Utf8Builder(stackalloc byte[TextOnStack]);
        text.Append("AWS4-HMAC-SHA256-TRAILER\n"u8);
        AppendChain(ref text);
        Sign(trailers, ref text, signature);
    }

    private readonly void AppendChain(ref Utf8Builder text)
    {
        _signer.AppendTimeAndScope(_utc, ref text);
        text.AppendHexLower(_last);
        text.AppendByte((byte)'\n');
    }

    private void Sign(ReadOnlySpan<byte> content, ref Utf8Builder text, scoped Span<byte> signature)
    {
        Span<byte> digest = stackalloc byte[DigestBytes];
        SHA256.HashData(content, digest);
        text.AppendHexLower(digest);
        _signer.SignText(_utc, text.AsSpan(), _last);
        text.Dispose();
        ((ReadOnlySpan<byte>)_last).CopyTo(signature);
    }

    [InlineArray(DigestBytes)]
    private struct Digest
    {
        private byte _first;
    }
}
