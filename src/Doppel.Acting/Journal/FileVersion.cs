using System.Security.Cryptography;

namespace Doppel.Acting;

/// <summary>Identifies one content of a file that a run changes.</summary>
/// <param name="Size">The length in bytes.</param>
/// <param name="Digest">The SHA-256 in hex.</param>
internal readonly record struct FileVersion(long Size, string Digest)
{
    /// <summary>Returns the version that consists of the given bytes.</summary>
    internal static FileVersion Of(ReadOnlySpan<byte> content) =>
        new(content.Length, Convert.ToHexStringLower(SHA256.HashData(content)));
}
