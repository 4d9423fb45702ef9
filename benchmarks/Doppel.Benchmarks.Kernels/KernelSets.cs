using Doppel.Benchmarks.Kernels.Bytes;
using Doppel.Benchmarks.Kernels.Lists;
using Doppel.Benchmarks.Kernels.Pools;

namespace Doppel.Benchmarks.Kernels;

/// <summary>Every set of kernels that the Native AOT executable can run. A suite that wants one adds a line.</summary>
public static class KernelSets
{
    /// <summary>All sets.</summary>
    public static IReadOnlyList<KernelSet> All { get; } =
    [
        new("buffers", BufferSet.Kernels),
        new("digests", DigestSet.Kernels),
        new("hashes", HashKernelSet.Kernels),
        new("lists", ListSet.Kernels),
        new("strings", StringBuilderSet.Kernels),
        new("pools", PoolSet.Kernels),
    ];
}
