using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Security.Cryptography;
using Doppel.Pooling;

namespace Doppel.S3.Signing;

/// <summary>
/// Signs the chunks of a body in their order, each together with the one before it, and in the end its trailers.
/// </summary>
/// <remarks>
/// A struct with one owner, since every signature depends on the last one; a copy would go a way of its own. Made by
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

    /// <summary>Whether this came from a signer, rather than being a default value.</summary>
    internal readonly bool IsReady => _signer is not null;

    /// <summary>Signs the next chunk; the last one is empty.</summary>
    /// <param name="content">The bytes of the chunk alone.</param>
    /// <param name="signature">Where the signature goes: 32 bytes.</param>
    [SkipLocalsInit]
    public void SignChunk(ReadOnlySpan<byte> content, scoped Span<byte> signature)
    {
        var text = new Utf8Builder(stackalloc byte[TextOnStack]);
        text.Append("AWS4-HMAC-SHA256-PAYLOAD\n"u8);
        AppendChain(ref text);
        // The hash of nothing: chunks have no headers.
        text.Append(PayloadHash.Empty);
        text.AppendByte((byte)'\n');
        Sign(content, ref text, signature);
    }

    /// <summary>Signs the trailers, when the last and empty chunk is signed.</summary>
    /// <param name="trailers">For each <c>name:value</c> and a line feed alone, the name in lower case.</param>
    /// <param name="signature">Where the signature goes: 32 bytes.</param>
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
