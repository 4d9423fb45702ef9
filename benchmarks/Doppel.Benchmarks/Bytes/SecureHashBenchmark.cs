using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Kernels.Bytes;

namespace Doppel.Benchmarks.Bytes;

/// <summary>The functions that have instructions of their own on some processors, over the published length.</summary>
public class SecureHashBenchmark
{
    /// <summary>Bytes that are hashed at once.</summary>
    [Params(HashKernelSet.SectorBytes)]
#pragma warning disable IDE1006 // the name of the column
    public int bytes { get; set; }
#pragma warning restore IDE1006

    /// <summary>The function.</summary>
    [ParamsSource(nameof(Ways))]
    public HashWay Way { get; set; } = null!;

    /// <summary>The functions.</summary>
    public IEnumerable<HashWay> Ways => HashWay.Secure;

    [Benchmark]
    public ulong Hash() => Way.Hash(HashKernelSet.Data(bytes));
}
