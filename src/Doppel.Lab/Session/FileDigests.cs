using Doppel.Hashing;

namespace Doppel.Lab;

/// <summary>The expected digests of a file.</summary>
/// <param name="Bytes">The digest of its bytes.</param>
/// <param name="Text">
/// The digest of its characters; equal to <paramref name="Bytes"/> if no strategy reads text.
/// </param>
internal readonly record struct FileDigests(Digest128 Bytes, Digest128 Text);
