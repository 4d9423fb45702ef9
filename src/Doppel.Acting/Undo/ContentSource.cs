using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>An open file from which a lost file can be rebuilt.</summary>
/// <param name="File">The file, or <see cref="FileHandle.None"/> if there is none.</param>
/// <param name="Digest">The recorded SHA-256 that proved its content. Empty if none was recorded.</param>
/// <param name="Before">
/// The sources that did not have the content, with the reasons. Empty if the first one did.
/// </param>
internal readonly record struct ContentSource(FileHandle File, string Digest, string Before);
