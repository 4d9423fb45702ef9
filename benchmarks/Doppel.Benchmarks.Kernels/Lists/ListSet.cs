using Doppel.Benchmarks.Kernels.Pools;
using Doppel.Pooling;

namespace Doppel.Benchmarks.Kernels.Lists;

/// <summary>One and two lists with six items for Native AOT.</summary>
internal static class ListSet
{
    public static IReadOnlyList<Kernel> Kernels(bool isShort) =>
    [
        One<ListRivals.New<object>>(Role.Rival),
        One<ListRivals.Seed<object>>(Role.Rival),
        One<ListRivals.Microsoft<object>>(Role.Rival),
        One<ListRivals.Doppel<object>>(Role.Ours),
        Make(ListRivals.OursLease, Role.Ours, lists: 1, () =>
        {
            using Lease<List<object>> lease = ListPool<object>.Shared.Lease();
            return TalkItems.Fill(lease.Value);
        }),
        Two<ListRivals.New<object>>(Role.Rival),
        Two<ListRivals.Seed<object>>(Role.Rival),
        Two<ListRivals.Microsoft<object>>(Role.Rival),
        Two<ListRivals.Doppel<object>>(Role.Ours),
        Make(ListRivals.OursLease, Role.Ours, lists: 2, () =>
        {
            using Lease<List<object>> first = ListPool<object>.Shared.Lease();
            int count = TalkItems.Fill(first.Value);
            using Lease<List<object>> second = ListPool<object>.Shared.Lease();
            return count + TalkItems.Fill(second.Value);
        }),
    ];

    private static Kernel One<TRival>(Role role)
        where TRival : struct, IListRival<object> => Make(TRival.Name, role, lists: 1, () =>
        {
            List<object>? list = TRival.Rent(0);
            int count = TalkItems.Fill(list);
            TRival.Return(ref list);
            return count;
        });

    private static Kernel Two<TRival>(Role role)
        where TRival : struct, IListRival<object> => Make(TRival.Name, role, lists: 2, () =>
        {
            List<object>? first = TRival.Rent(0);
            int count = TalkItems.Fill(first);
            List<object>? second = TRival.Rent(0);
            count += TalkItems.Fill(second);
            TRival.Return(ref second);
            TRival.Return(ref first);
            return count;
        });

    // The delegate's call is part of the time, for all alike, as is that of a benchmark method.
    private static Kernel Make(string name, Role role, int lists, Func<int> work) => new(
        name, role, [new Parameter("Lists", lists == 1 ? "1" : "2")], operations =>
        {
            long sum = 0;
            for (long i = 0; i < operations; i++)
            {
                sum += work();
            }

            return sum;
        });
}
