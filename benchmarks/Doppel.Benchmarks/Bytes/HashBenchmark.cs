using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels.Bytes;

namespace Doppel.Benchmarks.Bytes;

/// <summary>One function over one length.</summary>
public class HashBenchmark
{
    /// <summary>Bytes that are hashed at once.</summary>
    [ParamsSource(nameof(Lengths))]
#pragma warning disable IDE1006 // the name of the column
    public int bytes { get; set; }
#pragma warning restore IDE1006

    /// <summary>The function.</summary>
    [ParamsSource(nameof(Ways))]
    public HashWay Way { get; set; } = null!;

    /// <summary>The lengths of this run.</summary>
    public IEnumerable<int> Lengths => HashKernelSet.Lengths(BenchContext.IsShort);

    /// <summary>The functions that are there.</summary>
    public IEnumerable<HashWay> Ways => HashWay.All;

    [Benchmark]
    public ulong Hash() => Way.Hash(HashKernelSet.Data(bytes));
}
