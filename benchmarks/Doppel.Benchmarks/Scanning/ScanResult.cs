namespace Doppel.Benchmarks.Scanning;

/// <summary>What a scan found; equal for all contestants.</summary>
/// <param name="Files">Files.</param>
/// <param name="Bytes">Bytes of content of all of them.</param>
internal readonly record struct ScanResult(long Files, long Bytes);
