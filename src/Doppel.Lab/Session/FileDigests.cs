using Doppel.Hashing;

namespace Doppel.Lab;

/// <summary>What reading a file must give.</summary>
/// <param name="Bytes">The digest of its bytes.</param>
/// <param name="Text">The digest of its characters; equal to <paramref name="Bytes"/> where nobody reads text.</param>
internal readonly record struct FileDigests(Digest128 Bytes, Digest128 Text);
