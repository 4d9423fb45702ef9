using System.Text;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.Plots;

namespace Doppel.Benchmarks.Text;

/// <summary>The talk's strings: how to put text together that is needed for a moment only.</summary>
internal sealed class TextSuite : ISuite
{
    public string Name => "text";

    public string Question => "What does it cost to put together a header or a request to sign, and a value in it?";

    public void Verify()
    {
        var header = new AuthorizationBenchmark();
        string expected = header.Concat();
        foreach (Func<string> contestant in (Func<string>[])
            [header.Interpolation, header.InterpolationOnStack, header.Builder, header.PooledBuilder,
            header.OurPooledBuilder, header.Slide, header.Ours, header.OursInterpolated, header.OursPooled])
        {
            VerifyException.UnlessEqual(expected, contestant(), contestant.Method.Name);
        }

        var request = new CanonicalRequestBenchmark();
        expected = Encoding.UTF8.GetString(request.Destination, 0, request.Concat());
        foreach (Func<int> contestant in (Func<int>[])
            [request.Interpolation, request.Builder, request.PooledBuilder, request.Slide, request.OursInCharacters,
            request.OursInBytes, request.OursGrowing])
        {
            Array.Clear(request.Destination);
            VerifyException.UnlessEqual(
                expected, Encoding.UTF8.GetString(request.Destination, 0, contestant()), contestant.Method.Name);
        }

        foreach (string value in (string[])["Int32", "DateTime"])
        {
            var format = new FormatBenchmark { value = value };
            expected = new string(format.Destination, 0, format.Strings());
            foreach (Func<int> contestant in (Func<int>[])[format.Slide, format.Spans, format.Ours])
            {
                Array.Clear(format.Destination);
                VerifyException.UnlessEqual(
                    expected, new string(format.Destination, 0, contestant()), contestant.Method.Name);
            }
        }
    }

    public void Run(SuiteRun run)
    {
        IReadOnlyList<Row> header = run.Benchmark<AuthorizationBenchmark>();
        run.Add(ResultTable.Of("An Authorization header as a string", header,
            "Every contestant has to allocate the string of about 220 characters. Rows without judgement show ours with"
            + " a rented array in place of the stack, and the builder of the framework from our pool."));
        IReadOnlyList<Row> request = run.Benchmark<CanonicalRequestBenchmark>();
        run.Add(ResultTable.Of("A canonical request as UTF-8 bytes", request,
            "The bytes are hashed and then forgotten, so nothing at all has to be allocated."));
        IReadOnlyList<Row> values = run.Benchmark<FormatBenchmark>();
        run.Add(ResultTable.Of("One value in a span", values,
            "`TryFormat` alone looks at no room and cannot grow; it shows what there is to win."));
        run.Add(Bars("Bytes allocated for one text", "bytes", [("header", header), ("request", request)]));
    }

    private static BarPlot Bars(string title, string unit, (string Name, IReadOnlyList<Row> Rows)[] groups)
    {
        IEnumerable<string> contestants =
            groups.SelectMany(group => group.Rows).Select(row => row.Contestant).Distinct();
        return new BarPlot(title, [.. groups.Select(group => group.Name)],
        [
            .. contestants.Select(contestant => new PlotSeries(contestant, [.. groups.SelectMany(
                (group, i) => group.Rows.Where(row => row.Contestant == contestant)
                    .Select(row => new PlotPoint(i, row.AllocatedBytes ?? 0)))])),
        ])
        {
            YTitle = unit,
            YUnit = AxisUnit.Bytes,
        };
    }
}
