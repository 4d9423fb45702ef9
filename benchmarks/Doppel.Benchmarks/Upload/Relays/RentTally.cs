namespace Doppel.Benchmarks.Upload.Relays;

/// <summary>What was rented from a pool and came back.</summary>
/// <param name="Rented">Buffers that were rented.</param>
/// <param name="Returned">Buffers that came back.</param>
/// <param name="HeldBytes">Bytes that the pool holds for reuse; null if it does not tell.</param>
/// <param name="NativeBytes">Those of them that are outside of the managed heap.</param>
internal readonly record struct RentTally(long Rented, long Returned, long? HeldBytes, long NativeBytes = 0);
