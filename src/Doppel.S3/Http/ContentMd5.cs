using System.Security.Cryptography;

namespace Doppel.S3;

/// <summary>
/// Computes the <c>Content-MD5</c> header (RFC 1864), which servers require for batch deletions and tags.
/// </summary>
internal static class ContentMd5
{
    internal static string Of(ReadOnlySpan<byte> content)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.MD5);
        hash.AppendData(content);
        Span<byte> digest = stackalloc byte[MD5.HashSizeInBytes];
        hash.GetHashAndReset(digest);
        return Convert.ToBase64String(digest);
    }
}
