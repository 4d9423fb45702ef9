namespace Doppel.Benchmarks.Kernels.Bytes;

/// <summary>Hashes bytes and gives 64 bits of the digest.</summary>
public delegate ulong HashFunction(ReadOnlySpan<byte> source);
