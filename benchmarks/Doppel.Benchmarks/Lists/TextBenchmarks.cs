using System.Text;
using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Lists;
using Doppel.Pooling;
using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Lists;

/// <summary>A string made of parts of ten characters, as it is done with a builder.</summary>
public class TextBenchmarks
{
    private static readonly Microsoft.Extensions.ObjectPool.ObjectPool<StringBuilder> s_microsoft =
        new DefaultObjectPoolProvider().CreateStringBuilderPool();

    /// <summary>
    /// How many parts a string is made of: a header line, and a text that outgrows a builder's first chunk.
    /// </summary>
    [Params(6, 200)]
    public int Parts { get; set; }

    [Benchmark]
    [Contestant("new StringBuilder")]
    public string New() => Build(new StringBuilder());

    [Benchmark]
    [Contestant("the talk's StringBuilderPool")]
    public string Seed()
    {
        StringBuilder builder = SeedStringBuilderPool.Shared.Rent();
        string text = Build(builder);
        SeedStringBuilderPool.Shared.Return(builder);
        return text;
    }

    [Benchmark]
    [Contestant("Microsoft.Extensions.ObjectPool")]
    public string Microsoft()
    {
        StringBuilder builder = s_microsoft.Get();
        string text = Build(builder);
        s_microsoft.Return(builder);
        return text;
    }

    [Benchmark]
    [Contestant(StringBuilderSet.Ours, Role.Ours)]
    public string Doppel()
    {
        StringBuilder? builder = StringBuilderPool.Shared.Rent();
        string text = Build(builder);
        StringBuilderPool.Shared.Return(ref builder);
        return text;
    }

    [Benchmark]
    [Contestant(StringBuilderSet.OursLease, Role.Ours)]
    public string DoppelLease()
    {
        using Lease<StringBuilder> lease = StringBuilderPool.Shared.Lease();
        return Build(lease.Value);
    }

    /// <summary>All ways, for a check before they are timed.</summary>
    internal IEnumerable<(string Name, Func<string> Run)> All() =>
    [
        ("new StringBuilder", New), ("the talk's StringBuilderPool", Seed),
        ("Microsoft.Extensions.ObjectPool", Microsoft), (StringBuilderSet.Ours, Doppel),
        (StringBuilderSet.OursLease, DoppelLease),
    ];

    private string Build(StringBuilder builder) => TextParts.Build(builder, Parts);
}
