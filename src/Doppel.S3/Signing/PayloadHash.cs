using System.Security.Cryptography;

namespace Doppel.S3;

/// <summary>Values of the <c>x-amz-content-sha256</c> header.</summary>
public static class PayloadHash
{
    /// <summary>The hash of an empty body.</summary>
    public const string Empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    /// <summary>The body is not signed. Use it only over connections that protect the body themselves.</summary>
    public const string Unsigned = "UNSIGNED-PAYLOAD";

    /// <summary>The body is sent in signed chunks.</summary>
    public const string SignedChunks = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";

    /// <summary>The body is sent in signed chunks, followed by signed trailers.</summary>
    public const string SignedChunksAndTrailer = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER";

    /// <summary>
    /// The body is sent in unsigned chunks, followed by unsigned trailers. Use it only over connections that protect
    /// the body themselves.
    /// </summary>
    public const string UnsignedChunksAndTrailer = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";

    /// <summary>Computes the SHA-256 of a body as 64 lowercase hexadecimal digits.</summary>
    /// <param name="content">The complete body.</param>
    /// <returns>The digits.</returns>
    public static string Compute(ReadOnlySpan<byte> content)
    {
        Span<byte> digest = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(content, digest);
        return Convert.ToHexStringLower(digest);
    }

    /// <summary>
    /// Computes the SHA-256 of a body and writes it as 64 lowercase hexadecimal digits, without allocating.
    /// </summary>
    /// <param name="content">The complete body.</param>
    /// <param name="destination">The destination, at least 64 characters long.</param>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public static void Compute(ReadOnlySpan<byte> content, Span<char> destination)
    {
        Span<byte> digest = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(content, digest);
        if (!Convert.TryToHexStringLower(digest, destination, out _))
        {
            SigningErrors.DestinationTooShort(destination.Length, 2 * SHA256.HashSizeInBytes);
        }
    }
}
