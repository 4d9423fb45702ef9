using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Pools;

namespace Doppel.Benchmarks.Pools;

/// <summary>One object that needs no cleaning rented and returned: what is left is the pool alone.</summary>
public class ObjectPairBenchmarks
{
    [Benchmark]
    [Contestant(PlainObjects.MicrosoftName)]
    public void Microsoft() => PlainObjects.MicrosoftPair();

    [Benchmark]
    [Contestant(PlainObjects.OursName, Role.Ours)]
    public void Doppel() => PlainObjects.OurPair();
}
