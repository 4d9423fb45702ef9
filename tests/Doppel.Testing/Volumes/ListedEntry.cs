using Doppel.Volumes;

namespace Doppel.Testing;

/// <summary>One entry as a listing told it.</summary>
/// <param name="Name">The name, bytes as Latin-1.</param>
/// <param name="Facts">Its facts; default after a failure.</param>
/// <param name="Failure">Why there are no facts.</param>
public sealed record ListedEntry(string Name, FileFacts Facts, VolumeError Failure);
