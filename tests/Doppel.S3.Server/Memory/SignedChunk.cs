namespace Doppel.S3.Server;

/// <summary>A chunk of a body.</summary>
/// <param name="Data">What it holds.</param>
/// <param name="Signature">What stands behind its size; null where nothing does.</param>
internal sealed record SignedChunk(ReadOnlyMemory<byte> Data, string? Signature);
