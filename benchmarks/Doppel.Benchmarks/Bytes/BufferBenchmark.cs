using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Bytes;

namespace Doppel.Benchmarks.Bytes;

/// <summary>4 KiB against 4 KiB.</summary>
public class BufferBenchmark
{
    private byte[] _left = [];
    private byte[] _right = [];

    /// <summary>Where the two part.</summary>
    [ParamsSource(nameof(Cells))]
#pragma warning disable IDE1006 // the name of the column
    public BufferCase differs { get; set; } = null!;
#pragma warning restore IDE1006

    /// <summary>The cells of this run.</summary>
    public IEnumerable<BufferCase> Cells => BufferCase.Cells(BenchContext.IsShort);

    /// <summary>Makes the buffers.</summary>
    [GlobalSetup]
    public void Setup() => (_left, _right) = differs.Make();

    [Benchmark, Contestant("byte by byte")]
    public int ByteByByte() => BufferKernels.ByteByByte(_left, _right);

    [Benchmark, Contestant("Int64 through fixed pointers")]
    public int Int64Pointer() => BufferKernels.Int64Pointer(_left, _right);

    [Benchmark, Contestant("Vector<byte>")]
    public int VectorOfByte() => BufferKernels.VectorOfByte(_left, _right);

    [Benchmark, Contestant("SequenceEqual")]
    public int SequenceEqual() => BufferKernels.SequenceEqual(_left, _right);

    [Benchmark, Contestant("ours, FirstDifference", Role.Ours)]
    public int FirstDifference() => BufferKernels.FirstDifference(_left, _right);
}
