using Doppel.Volumes;

namespace Doppel.Finding;

/// <summary>A folder or file that a search starts from.</summary>
/// <param name="Volume">The volume that lists and reads the root.</param>
/// <param name="Path">The absolute path, without a trailing '/' unless the path is "/" itself.</param>
public sealed record FindRoot(IVolume Volume, ReadOnlyMemory<byte> Path);
