using System.Buffers;
using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Pooling;

namespace Doppel.Benchmarks.Stack;

/// <summary>Numbers that are written into memory of a known length and then summed up.</summary>
public class SpanBenchmark
{
    /// <summary>How many.</summary>
    [ParamsSource(nameof(Cells))]
#pragma warning disable IDE1006 // the name of the column
    public int items { get; set; }
#pragma warning restore IDE1006

    /// <summary>The cells of this run.</summary>
    public IEnumerable<int> Cells => StackSuite.Cells;

    [Benchmark, Contestant("stackalloc", Role.Reference)]
    public int StackAlloc() => Use(stackalloc int[items]);

    [Benchmark, Contestant("new int[]")]
    public int NewArray() => Use(new int[items]);

    [Benchmark, Contestant("ArrayPool.Shared")]
    public int ArrayPoolShared()
    {
        int[] array = ArrayPool<int>.Shared.Rent(items);
        int sum = Use(array.AsSpan(0, items));
        ArrayPool<int>.Shared.Return(array);
        return sum;
    }

    [Benchmark, Contestant("ours, BufferPool", Role.Ours)]
    public int Ours()
    {
        int[]? array = BufferPool<int>.Shared.Rent(items);
        int sum = Use(array.AsSpan(0, items));
        BufferPool<int>.Shared.Return(ref array);
        return sum;
    }

    [Benchmark, Contestant("ours, a lease of BufferPool", Role.Reference)]
    public int OurLease()
    {
        using BufferLease<int> lease = BufferPool<int>.Shared.Lease(items);
        return Use(lease.Span);
    }

    private static int Use(Span<int> numbers)
    {
        for (int i = 0; i < numbers.Length; i++)
        {
            numbers[i] = i;
        }

        int sum = 0;
        foreach (int number in numbers)
        {
            sum += number;
        }

        return sum;
    }
}
