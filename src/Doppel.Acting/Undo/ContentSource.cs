using Doppel.Volumes;

namespace Doppel.Acting;

/// <summary>An open file from which a lost one can be made again.</summary>
/// <param name="File">The file; <see cref="FileHandle.None"/> if there is none.</param>
/// <param name="Digest">The noted SHA-256 that its content was proved by; empty where none was noted.</param>
/// <param name="Before">The sources that did not hold the content and why; empty if the first one did.</param>
internal readonly record struct ContentSource(FileHandle File, string Digest, string Before);
