using System.Globalization;
using System.Text;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Kernels.Bytes;
using Doppel.Benchmarks.Plots;
using Doppel.Hashing;

namespace Doppel.Benchmarks.Bytes;

/// <summary>The talk's hash functions, MD5 and the C library beside ours, at many lengths.</summary>
internal sealed class HashesSuite : ISuite
{
    // Takes the SHA instructions from OpenSSL: bit 29 of the second word of its processor's capabilities.
    private static readonly Dictionary<string, string> s_withoutSha = new() { ["OPENSSL_ia32cap"] = ":~0x20000000" };

    // The talk's two machines and four runtimes: SHA-1, SHA-256, XXH3-128 in microseconds.
    private static readonly (string Machine, double Sha1, double Sha256, double Xxh3)[] s_published =
    [
        ("no SHA instructions, .NET Framework 4.8", 10.2, 98.2, 1.90),
        ("no SHA instructions, .NET 6", 9.3, 24.4, 1.30),
        ("no SHA instructions, .NET 7", 9.4, 24.1, 0.20),
        ("no SHA instructions, .NET 8", 8.8, 22.6, 0.27),
        ("SHA instructions, .NET Framework 4.8", 6.4, 59.3, 1.04),
        ("SHA instructions, .NET 6", 5.5, 2.1, 0.70),
        ("SHA instructions, .NET 7", 5.4, 2.1, 0.16),
        ("SHA instructions, .NET 8", 5.4, 2.1, 0.19),
    ];

    public string Name => "hashes";

    public string Question => "How fast are MD5, SHA-1, SHA-256 and XXH3-128 at any length?";

    public void Verify()
    {
        // Different functions cannot agree; each is held against a value that its specification gives or another makes.
        byte[] abc = Encoding.ASCII.GetBytes("abc");
        Dictionary<string, ulong> expected = new()
        {
            [HashWay.Md5] = 0xB04FD23C98500190,
            [HashWay.Sha1] = 0x6A810647363E99A9,
            [HashWay.Sha256] = 0xEACF018FBF1678BA,
        };
        foreach (HashWay way in HashWay.Secure)
        {
            VerifyException.UnlessEqual(expected[way.Name], way.Hash(abc), way.Name);
        }

        // The first value of the published vectors: no bytes at all.
        VerifyException.UnlessEqual(
            new Digest128(0x99AA06D3014798D8, 0x6001C324468D497F), Xxh3.Hash128([]), HashWay.Ours);
        foreach (int length in HashKernelSet.Lengths(isShort: false))
        {
            ReadOnlySpan<byte> data = HashKernelSet.Data(length);
            Digest128 ours = Xxh3.Hash128(data);
            VerifyException.UnlessEqual(HashWay.HashWithPackage(data), ours, HashWay.Ours);
            if (LibXxhash.IsThere)
            {
                VerifyException.UnlessEqual(LibXxhash.Hash(data), ours, HashWay.Ours);
            }
        }
    }

    public void Run(SuiteRun run)
    {
        IReadOnlyList<Row> jit = run.Benchmark<HashBenchmark>();
        IReadOnlyList<Row> aot = run.BenchmarkAot(Name);
        IReadOnlyList<Row> withoutSha = run.BenchmarkWith<SecureHashBenchmark>(s_withoutSha);
        if (!LibXxhash.IsThere)
        {
            run.Note("No rows for libxxhash: it is not installed (`apt install libxxhash0`).");
        }

        run.Add(Throughput(jit));
        run.Add(new LinePlot("Throughput by length", ThroughputSeries(jit))
        {
            XTitle = "bytes hashed at once",
            YTitle = "GB/s",
            XScale = AxisScale.Log2,
            YScale = AxisScale.Log10,
            XUnit = AxisUnit.Bytes,
        });
        run.Add(Published(jit, aot, withoutSha));
        run.Add(ResultTable.Of("Time of one digest", [.. jit, .. aot],
            "MD5 and the SHA functions are those of the system's OpenSSL, which .NET calls; each call costs what it "
            + "costs. They serve against forgers, where XXH3 does not: a rival here only for finding equal content."));
    }

    private static ResultTable Throughput(IReadOnlyList<Row> rows)
    {
        string[] ways = [.. rows.Select(row => row.Contestant).Distinct()];
        var table = new ResultTable(
            "Throughput", [new Column("bytes"), .. ways.Select(way => new Column(way, "GB/s"))]);
        foreach (IGrouping<string, Row> length in rows.GroupBy(row => row["bytes"]!))
        {
            Row[] rowsOf = [.. ways.Select(way => length.Single(row => row.Contestant == way))];
            table.AddRow([length.Key, .. rowsOf.Select(row => Figures.Number(row.Number("bytes") / row.CenterNs))]);
        }

        return table;
    }

    private static IReadOnlyList<PlotSeries> ThroughputSeries(IReadOnlyList<Row> rows) =>
    [
        .. rows.GroupBy(row => row.Contestant).Select(way => new PlotSeries(way.Key,
            [.. way.Select(row => new PlotPoint(row.Number("bytes"), row.Number("bytes") / row.CenterNs))])
        {
            IsOurs = way.First().Role == Role.Ours,
        }),
    ];

    private static ResultTable Published(IReadOnlyList<Row> jit, IReadOnlyList<Row> aot, IReadOnlyList<Row> withoutSha)
    {
        var table = new ResultTable(
            "Published figures and ours", new Column("where"), new Column("SHA-1"), new Column("SHA-256"),
            new Column("XXH3-128"), new Column("SHA-1 to XXH3"), new Column("SHA-256 to XXH3"));
        foreach ((string machine, double sha1, double sha256, double xxh3) in s_published)
        {
            Add("published: " + machine, sha1 * 1000, sha256 * 1000, xxh3 * 1000);
        }

        double ours = Time(jit, HashWay.Ours);
        Add($"here, {Machine.Runtime}", Time(jit, HashWay.Sha1), Time(jit, HashWay.Sha256), ours);
        Add($"here, {Machine.Runtime}, SHA instructions off",
            Time(withoutSha, HashWay.Sha1), Time(withoutSha, HashWay.Sha256), ours);
        if (aot.Count > 0)
        {
            Add($"here, {aot[0].Runtime}",
                Time(aot, HashWay.Sha1), Time(aot, HashWay.Sha256), Time(aot, HashWay.Ours));
        }

        return table.AddFootnote(
            "Ours over 4 KiB. The slides do not say how many bytes theirs are over; their times fit 4 KiB, the sector "
            + "that the talk's program hashes. Their XXH3-128 is that of System.IO.Hashing.");

        void Add(string where, double sha1, double sha256, double xxh3) => table.AddRow(
            where, Figures.Time(sha1), Figures.Time(sha256), Figures.Time(xxh3),
            Figures.Fixed(sha1 / xxh3, 1), Figures.Fixed(sha256 / xxh3, 1));
    }

    private static double Time(IReadOnlyList<Row> rows, string way)
    {
        string bytes = HashKernelSet.SectorBytes.ToString(CultureInfo.InvariantCulture);
        return rows.Single(row => row.Contestant == way && row["bytes"] == bytes).CenterNs;
    }
}
