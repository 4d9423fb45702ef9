namespace Doppel.Lab;

/// <summary>A file that no run reads.</summary>
/// <param name="Path">The absolute path.</param>
/// <param name="Reason">The reason, as one line for display without a full stop.</param>
public sealed record LeftOutFile(ReadOnlyMemory<byte> Path, string Reason);
