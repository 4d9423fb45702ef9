using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Lists;
using Doppel.Benchmarks.Kernels.Pools;
using Doppel.Pooling;
using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Lists;

/// <summary>One or two lists, each filled with six references: the talk's two tables.</summary>
public class ListBenchmarks
{
    /// <summary>
    /// A list and the arrays for four and for eight references: what the talk's second column counts.
    /// </summary>
    public const int BytesOfNewList = 176;

    private static readonly DefaultObjectPool<List<object>> s_microsoft = new(new ListPolicy<object>());

    /// <summary>How many lists are out at a time.</summary>
    [Params(1, 2)]
    public int Lists { get; set; }

    [Benchmark]
    [Contestant("new List")]
    public int New()
    {
        int count = TalkItems.Fill([]);
        return Lists == 1 ? count : count + TalkItems.Fill([]);
    }

    [Benchmark]
    [Contestant("the talk's ListPool")]
    public int Seed()
    {
        List<object>? first = SeedListPool<object>.Shared.Rent();
        int count = TalkItems.Fill(first);
        if (Lists == 2)
        {
            List<object>? second = SeedListPool<object>.Shared.Rent();
            count += TalkItems.Fill(second);
            SeedListPool<object>.Shared.Return(ref second);
        }

        SeedListPool<object>.Shared.Return(ref first);
        return count;
    }

    [Benchmark]
    [Contestant("the talk's RentedListWrapper")]
    public int SeedWrapped()
    {
        using SeedRentedList<object> first = SeedListPool<object>.Shared.RentWrapped();
        int count = TalkItems.Fill(first.List);
        if (Lists == 2)
        {
            using SeedRentedList<object> second = SeedListPool<object>.Shared.RentWrapped();
            count += TalkItems.Fill(second.List);
        }

        return count;
    }

    [Benchmark]
    [Contestant("Microsoft.Extensions.ObjectPool")]
    public int Microsoft()
    {
        List<object> first = s_microsoft.Get();
        int count = TalkItems.Fill(first);
        if (Lists == 2)
        {
            List<object> second = s_microsoft.Get();
            count += TalkItems.Fill(second);
            s_microsoft.Return(second);
        }

        s_microsoft.Return(first);
        return count;
    }

    [Benchmark]
    [Contestant(ListRivals.Ours, Role.Ours)]
    public int Doppel()
    {
        List<object>? first = ListPool<object>.Shared.Rent();
        int count = TalkItems.Fill(first);
        if (Lists == 2)
        {
            List<object>? second = ListPool<object>.Shared.Rent();
            count += TalkItems.Fill(second);
            ListPool<object>.Shared.Return(ref second);
        }

        ListPool<object>.Shared.Return(ref first);
        return count;
    }

    [Benchmark]
    [Contestant(ListRivals.OursLease, Role.Ours)]
    public int DoppelLease()
    {
        using Lease<List<object>> first = ListPool<object>.Shared.Lease();
        int count = TalkItems.Fill(first.Value);
        if (Lists == 2)
        {
            using Lease<List<object>> second = ListPool<object>.Shared.Lease();
            count += TalkItems.Fill(second.Value);
        }

        return count;
    }

    /// <summary>All ways, for a check before they are timed.</summary>
    internal IEnumerable<(string Name, Func<int> Run)> All() =>
    [
        ("new List", New), ("the talk's ListPool", Seed), ("the talk's RentedListWrapper", SeedWrapped),
        ("Microsoft.Extensions.ObjectPool", Microsoft), (ListRivals.Ours, Doppel), (ListRivals.OursLease, DoppelLease),
    ];
}
