using System.Security.Cryptography;

namespace Doppel.S3.Signing;

/// <summary>Values of the header <c>x-amz-content-sha256</c>.</summary>
public static class PayloadHash
{
    /// <summary>Of a request without content.</summary>
    public const string Empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    /// <summary>The content is not signed. Only for connections that protect it themselves.</summary>
    public const string Unsigned = "UNSIGNED-PAYLOAD";

    /// <summary>The content comes in chunks, each with a signature.</summary>
    public const string SignedChunks = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";

    /// <summary>The content comes in chunks, each with a signature, and then trailers with one.</summary>
    public const string SignedChunksAndTrailer = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER";

    /// <summary>
    /// The content comes in chunks and then trailers, all unsigned. Only for connections that protect it themselves.
    /// </summary>
    public const string UnsignedChunksAndTrailer = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";

    /// <summary>The digest of content as 64 lower-case hexadecimal digits.</summary>
    /// <param name="content">The whole content.</param>
    public static string Compute(ReadOnlySpan<byte> content)
    {
        Span<byte> digest = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(content, digest);
        return Convert.ToHexStringLower(digest);
    }

    /// <summary>The digest of content as 64 lower-case hexadecimal digits, without allocation.</summary>
    /// <param name="content">The whole content.</param>
    /// <param name="destination">64 characters or more.</param>
    /// <exception cref="ArgumentException">The destination is shorter.</exception>
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
