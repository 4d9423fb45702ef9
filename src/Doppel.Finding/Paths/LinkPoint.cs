namespace Doppel.Finding;

/// <summary>A symbolic link that a search followed.</summary>
/// <param name="Target">What is written in the link.</param>
/// <param name="FinalPath">
/// The absolute path that it leads to in the end, without any link; empty if it could not be told.
/// </param>
public sealed record LinkPoint(ReadOnlyMemory<byte> Target, ReadOnlyMemory<byte> FinalPath);
