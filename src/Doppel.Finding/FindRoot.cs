using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>A folder or file that a search starts from.</summary>
/// <param name="Volume">What lists and reads it.</param>
/// <param name="Path">The absolute path, without a '/' at the end unless it is only that.</param>
public sealed record FindRoot(IVolume Volume, ReadOnlyMemory<byte> Path);
