namespace Doppel.Benchmarks.Arrays;

/// <summary>The memory of a process at one moment.</summary>
/// <param name="Time">Since the burst ended; negative before.</param>
/// <param name="HeapBytes">Managed memory in use, garbage included until it is collected.</param>
/// <param name="ResidentBytes">What the system counts for the process.</param>
/// <param name="HeldBytes">What the pool holds, after a full collection; null where none was made.</param>
internal readonly record struct MemorySample(TimeSpan Time, long HeapBytes, long ResidentBytes, long? HeldBytes);
