using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Pooling;
using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Stack;

/// <summary>Numbers that are added to a list one by one and then summed up.</summary>
public class ListBenchmark
{
    private static readonly Microsoft.Extensions.ObjectPool.ObjectPool<List<int>> s_pool =
        new DefaultObjectPoolProvider { MaximumRetained = 16 }.Create(new ClearingPolicy());

    /// <summary>How many.</summary>
    [ParamsSource(nameof(Cells))]
#pragma warning disable IDE1006 // the name of the column
    public int items { get; set; }
#pragma warning restore IDE1006

    /// <summary>The cells of this run.</summary>
    public IEnumerable<int> Cells => StackSuite.Cells;

    [Benchmark, Contestant("List without capacity")]
    public int WithoutCapacity() => Use([]);

    [Benchmark, Contestant("List with capacity")]
    public int WithCapacity() => Use(new List<int>(items));

    [Benchmark, Contestant("List of Microsoft.Extensions.ObjectPool")]
    public int ObjectPool()
    {
        List<int> list = s_pool.Get();
        int sum = Use(list);
        s_pool.Return(list);
        return sum;
    }

    [Benchmark, Contestant("ours, ListPool", Role.Ours)]
    public int Ours()
    {
        List<int>? list = ListPool<int>.Shared.Rent();
        int sum = Use(list);
        ListPool<int>.Shared.Return(ref list);
        return sum;
    }

    private int Use(List<int> list)
    {
        for (int i = 0; i < items; i++)
        {
            list.Add(i);
        }

        int sum = 0;
        foreach (int number in list)
        {
            sum += number;
        }

        return sum;
    }

    private sealed class ClearingPolicy : PooledObjectPolicy<List<int>>
    {
        public override List<int> Create() => [];

        public override bool Return(List<int> obj)
        {
            obj.Clear();
            return true;
        }
    }
}
