using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Lists;
using Doppel.Benchmarks.Kernels.Pools;
using Doppel.Pooling;
using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Pools;

/// <summary>One list rented and returned, in the words of a program.</summary>
public class ListPairBenchmarks
{
    private static readonly DefaultObjectPool<List<int>> s_microsoft = new(new ListPolicy<int>());

    [ThreadStatic]
    private static List<int>? s_slot;

    [Benchmark]
    [Contestant("thread-static slot (floor)", Role.Reference)]
    public int Slot()
    {
        List<int> list = s_slot ?? [];
        s_slot = null;
        int count = list.Count;
        list.Clear();
        s_slot = list;
        return count;
    }

    [Benchmark]
    [Contestant(PlainObjects.MicrosoftName)]
    public int Microsoft()
    {
        List<int> list = s_microsoft.Get();
        int count = list.Count;
        s_microsoft.Return(list);
        return count;
    }

    [Benchmark]
    [Contestant("the talk's ListPool")]
    public int Seed()
    {
        List<int>? list = SeedListPool<int>.Shared.Rent();
        int count = list.Count;
        SeedListPool<int>.Shared.Return(ref list);
        return count;
    }

    [Benchmark]
    [Contestant(ListRivals.Ours, Role.Ours)]
    public int Doppel()
    {
        List<int>? list = ListPool<int>.Shared.Rent();
        int count = list.Count;
        ListPool<int>.Shared.Return(ref list);
        return count;
    }

    [Benchmark]
    [Contestant(Usings.SeedName, Role.Reference)]
    public int UsingSeed()
    {
        using SeedRentedList<int> list = SeedListPool<int>.Shared.RentWrapped();
        return list.List.Count;
    }

    [Benchmark]
    [Contestant(ListRivals.OursLease, Role.Ours)]
    public int UsingDoppel()
    {
        using Lease<List<int>> lease = ListPool<int>.Shared.Lease();
        return lease.Value.Count;
    }
}
