using Doppel.Benchmarks.Frame;

namespace Doppel.Benchmarks.Xml;

/// <summary>The talk's reader of single elements against those of the framework.</summary>
internal sealed class XmlSuite : ISuite
{
    public string Name => "xml";

    public string Question => "What does it cost to read one element of an answer of S3?";

    public void Verify()
    {
        foreach (string answer in (string[])["a begun upload", "an error"])
        {
            var benchmark = new XmlBenchmark { answer = answer };
            benchmark.Setup();
            string expected = benchmark.Document();
            foreach (Func<string> contestant in (Func<string>[])
                [benchmark.Reader, benchmark.ReaderUpToValue, benchmark.Slide, benchmark.Ours, benchmark.OursFromBytes])
            {
                VerifyException.UnlessEqual(expected, contestant(), contestant.Method.Name);
            }
        }
    }

    public void Run(SuiteRun run) => run.Add(ResultTable.Of("One element as a string", run.Benchmark<XmlBenchmark>(),
        "XDocument, XmlReader and ours read the document to its end and refuse one that is cut off or malformed; ours"
        + " also checks the whole path. The talk's reader looks at bytes one by one up to the value, takes each for a"
        + " character and decodes nothing: of a key with an umlaut or an ampersand it gives something else, and an"
        + " answer that is cut off it takes for a whole one. It does less and is not judged."));
}
