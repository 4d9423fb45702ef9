using System.Globalization;
using System.Text;
using Doppel.Pooling;
using Microsoft.Extensions.ObjectPool;

namespace Doppel.Benchmarks.Kernels.Lists;

/// <summary>Strings made with pooled and with new builders for Native AOT.</summary>
internal static class StringBuilderSet
{
    public const string Ours = "StringBuilderPool (ours)";

    public const string OursLease = "StringBuilderPool lease (ours)";

    private static readonly DefaultObjectPool<StringBuilder> s_microsoft = new(new StringBuilderPooledObjectPolicy());

    public static IReadOnlyList<Kernel> Kernels(bool isShort) => [.. Of(6), .. Of(200)];

    private static Kernel[] Of(int parts) =>
    [
        Make("new StringBuilder", Role.Rival, parts, () => TextParts.Build(new StringBuilder(), parts)),
        Make("the talk's StringBuilderPool", Role.Rival, parts, () =>
        {
            StringBuilder builder = SeedStringBuilderPool.Shared.Rent();
            string text = TextParts.Build(builder, parts);
            SeedStringBuilderPool.Shared.Return(builder);
            return text;
        }),
        Make("Microsoft.Extensions.ObjectPool", Role.Rival, parts, () =>
        {
            StringBuilder builder = s_microsoft.Get();
            string text = TextParts.Build(builder, parts);
            s_microsoft.Return(builder);
            return text;
        }),
        Make(Ours, Role.Ours, parts, () =>
        {
            StringBuilder? builder = StringBuilderPool.Shared.Rent();
            string text = TextParts.Build(builder, parts);
            StringBuilderPool.Shared.Return(ref builder);
            return text;
        }),
        Make(OursLease, Role.Ours, parts, () =>
        {
            using Lease<StringBuilder> lease = StringBuilderPool.Shared.Lease();
            return TextParts.Build(lease.Value, parts);
        }),
    ];

    private static Kernel Make(string name, Role role, int parts, Func<string> work) => new(
        name, role, [new Parameter("Parts", parts.ToString(CultureInfo.InvariantCulture))], operations =>
        {
            long sum = 0;
            for (long i = 0; i < operations; i++)
            {
                sum += work().Length;
            }

            return sum;
        });
}
