using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels.Bytes;

namespace Doppel.Benchmarks.Bytes;

/// <summary>
/// 32 bytes against 32 bytes, a thousand times in a loop: a comparison is shorter than a benchmark's call.
/// </summary>
public class Digest32Benchmark
{
    private const int Times = 1000;
    private byte[] _left = [];
    private byte[] _right = [];

    /// <summary>The column that tells the two tables apart.</summary>
    [Params(32)]
#pragma warning disable IDE1006 // the names of columns
    public int bytes { get; set; }

    /// <summary>The word in which the two differ.</summary>
    [ParamsSource(nameof(Cells))]
    public DigestCase differs { get; set; } = null!;
#pragma warning restore IDE1006

    /// <summary>The cells of this run.</summary>
    public IEnumerable<DigestCase> Cells => DigestCase.Cells(BenchContext.IsShort);

    /// <summary>Makes the digests.</summary>
    [GlobalSetup]
    public void Setup() => (_left, _right) = differs.Make(bytes);

    [Benchmark(OperationsPerInvoke = Times), Contestant("fixed pointer, last word first")]
    public int PointerFromEnd()
    {
        int equal = 0;
        for (int i = 0; i < Times; i++)
        {
            equal += Digest32Kernels.PointerFromEnd(_left, _right) ? 1 : 0;
        }

        return equal;
    }

    [Benchmark(OperationsPerInvoke = Times), Contestant("fixed pointer, first word first")]
    public int PointerFromStart()
    {
        int equal = 0;
        for (int i = 0; i < Times; i++)
        {
            equal += Digest32Kernels.PointerFromStart(_left, _right) ? 1 : 0;
        }

        return equal;
    }

    [Benchmark(OperationsPerInvoke = Times), Contestant("Span<long>, last word first")]
    public int SpanFromEnd()
    {
        int equal = 0;
        for (int i = 0; i < Times; i++)
        {
            equal += Digest32Kernels.SpanFromEnd(_left, _right) ? 1 : 0;
        }

        return equal;
    }

    [Benchmark(OperationsPerInvoke = Times), Contestant("Span<long>, first word first")]
    public int SpanFromStart()
    {
        int equal = 0;
        for (int i = 0; i < Times; i++)
        {
            equal += Digest32Kernels.SpanFromStart(_left, _right) ? 1 : 0;
        }

        return equal;
    }

    [Benchmark(OperationsPerInvoke = Times), Contestant("Vector<byte>")]
    public int Vector()
    {
        int equal = 0;
        for (int i = 0; i < Times; i++)
        {
            equal += Digest32Kernels.Vector(_left, _right) ? 1 : 0;
        }

        return equal;
    }

    [Benchmark(OperationsPerInvoke = Times), Contestant("SequenceEqual, constant length")]
    public int SequenceEqualConstant()
    {
        int equal = 0;
        for (int i = 0; i < Times; i++)
        {
            equal += Digest32Kernels.SequenceEqualConstant(_left, _right) ? 1 : 0;
        }

        return equal;
    }

    [Benchmark(OperationsPerInvoke = Times), Contestant("SequenceEqual, length N")]
    public int SequenceEqualN()
    {
        int equal = 0;
        for (int i = 0; i < Times; i++)
        {
            equal += Digest32Kernels.SequenceEqualN(_left, _right, bytes) ? 1 : 0;
        }

        return equal;
    }
}
