namespace Doppel.Lab;

/// <summary>A file that no run reads, and why.</summary>
/// <param name="Path">Its absolute path.</param>
/// <param name="Reason">One line for people, without a full stop.</param>
public sealed record LeftOutFile(ReadOnlyMemory<byte> Path, string Reason);
