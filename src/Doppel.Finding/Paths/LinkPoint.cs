namespace Doppel.Finding;

/// <summary>A symbolic link that a search followed.</summary>
/// <param name="Target">The text of the link.</param>
/// <param name="FinalPath">
/// The absolute path that the link resolves to, without any links; empty if it could not be determined.
/// </param>
public sealed record LinkPoint(ReadOnlyMemory<byte> Target, ReadOnlyMemory<byte> FinalPath);
