using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Bytes;
using Doppel.Benchmarks.Plots;
using Doppel.Hashing;

namespace Doppel.Benchmarks.Bytes;

/// <summary>The talk's five ways to compare digests, for its digests of 32 bytes and ours of 16.</summary>
internal sealed class DigestsSuite : ISuite
{
    private static readonly (string Name, Func<byte[], byte[], bool> Compare)[] s_ways =
    [
        ("pointer 32 from the end", Digest32Kernels.PointerFromEnd),
        ("pointer 32 from the start", Digest32Kernels.PointerFromStart),
        ("span 32 from the end", Digest32Kernels.SpanFromEnd),
        ("span 32 from the start", Digest32Kernels.SpanFromStart),
        ("vector 32", Digest32Kernels.Vector),
        ("SequenceEqual 32", Digest32Kernels.SequenceEqualConstant),
        ("SequenceEqual 32 of N", (left, right) => Digest32Kernels.SequenceEqualN(left, right, 32)),
        ("pointer 16 from the end", Digest16Kernels.PointerFromEnd),
        ("pointer 16 from the start", Digest16Kernels.PointerFromStart),
        ("span 16 from the end", Digest16Kernels.SpanFromEnd),
        ("span 16 from the start", Digest16Kernels.SpanFromStart),
        ("vector 16", Digest16Kernels.Vector),
        ("SequenceEqual 16", Digest16Kernels.SequenceEqualConstant),
        ("SequenceEqual 16 of N", (left, right) => Digest16Kernels.SequenceEqualN(left, right, 16)),
    ];

    public string Name => "digests";

    public string Question => "How fast are two digests compared, and does the order of their words matter?";

    public void Verify()
    {
        foreach (DigestCase cell in DigestCase.Cells(isShort: false))
        {
            foreach ((string name, Func<byte[], byte[], bool> compare) in s_ways)
            {
                (byte[] left, byte[] right) = cell.Make(name.Contains("32", StringComparison.Ordinal) ? 32 : 16);
                VerifyException.UnlessEqual(cell.Word < 0, compare(left, right), $"{name} ({cell})");
            }

            (Digest128 ourLeft, Digest128 ourRight) = cell.MakeOurs();
            VerifyException.UnlessEqual(cell.Word < 0, Digest16Kernels.Ours(in ourLeft, in ourRight), $"ours ({cell})");
        }
    }

    public void Run(SuiteRun run)
    {
        IReadOnlyList<Row> rows =
        [
            .. run.Benchmark<Digest32Benchmark>(), .. run.Benchmark<Digest16Benchmark>(), .. run.BenchmarkAot(Name),
        ];
        foreach (string bytes in new[] { "32", "16" })
        {
            Row[] some = [.. rows.Where(row => row["bytes"] == bytes)];
            run.Add(ResultTable.Of($"Digests of {bytes} bytes", some, bytes == "32"
                ? "The slides show these as a picture only. Ours has no digest of this length, so nothing is judged."
                : "A comparison includes its call: direct in a loop under the JIT, by delegate with Native AOT."));
            run.Add(CellPlot.Of($"Digests of {bytes} bytes under the JIT", "differs", some, AxisScale.Linear));
        }

        KernelCode.Add(run, nameof(Digest32Kernels), nameof(Digest16Kernels));
    }
}
