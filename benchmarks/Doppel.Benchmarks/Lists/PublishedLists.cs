using Doppel.Benchmarks.Kernels;

namespace Doppel.Benchmarks.Lists;

/// <summary>The rows of the talk's slides: one list and two lists with six items each.</summary>
internal static class PublishedLists
{
    public static IEnumerable<Row> Rows =>
    [
        .. Pair("1", ".NET Fx 4.8", 124.8, 112.3, 185),
        .. Pair("1", ".NET 6.0", 78.7, 96.4, 176),
        .. Pair("1", ".NET 7.0", 85.9, 92.3, 176),
        .. Pair("1", ".NET 8.0", 40.9, 73.7, 176),
        .. Pair("2", ".NET Fx 4.8", 378.3, 199.1, 369),
        .. Pair("2", ".NET 6.0", 233.1, 164.9, 352),
        .. Pair("2", ".NET 7.0", 264.8, 173.9, 352),
        .. Pair("2", ".NET 8.0", 142.7, 149.7, 352),
    ];

    private static IEnumerable<Row> Pair(string lists, string runtime, double pool, double fresh, int freshBytes) =>
    [
        Row("the talk's ListPool", lists, runtime, pool, 0),
        Row("new List", lists, runtime, fresh, freshBytes),
    ];

    private static Row Row(string contestant, string lists, string runtime, double ns, int bytes) => new()
    {
        Contestant = contestant,
        Role = Role.Published,
        Parameters = [new("Lists", lists)],
        Runtime = runtime,
        CenterNs = ns,
        AllocatedBytes = bytes,
    };
}
