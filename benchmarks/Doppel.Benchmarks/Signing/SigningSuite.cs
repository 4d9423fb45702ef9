using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Signing;

/// <summary>What the talk's tricks come to in a signed request.</summary>
internal sealed class SigningSuite : ISuite
{
    public string Name => "signing";

    public string Question => "What does it cost to sign a request?";

    public void Verify()
    {
        foreach (string request in (string[])["GET of an object", "PUT of a part"])
        {
            var benchmark = new SigningBenchmark { request = request };
            string expected = benchmark.Strings();
            VerifyException.UnlessEqual(expected, benchmark.Slide(), "the talk's way");
            VerifyException.UnlessEqual(expected, benchmark.Ours(), "ours");
            VerifyException.UnlessEqual(expected.Length, benchmark.OursIntoSpan(), "ours, into a span");
        }
    }

    public void Run(SuiteRun run) => run.Add(ResultTable.Of(
        "A request from its parts to the header Authorization", run.Benchmark<SigningBenchmark>(),
        "The string that is returned takes most of what ours allocates. Ours derives the key of a day once; the others"
        + " derive it for each request, which is four of six hashes. The talk's way wants query and headers in order;"
        + " ours sorts them."));
}
