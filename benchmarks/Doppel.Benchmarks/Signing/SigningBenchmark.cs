using BenchmarkDotNet.Attributes;
using Doppel.Benchmarks.Frame;
using Doppel.Benchmarks.Kernels;
using Doppel.S3;

namespace Doppel.Benchmarks.Signing;

/// <summary>A whole request from its parts to the value of the header Authorization.</summary>
public class SigningBenchmark
{
    private static readonly RequestSigner s_signer = new(SigningSample.Credentials, SigningSample.Region);

    private readonly char[] _destination = new char[1024];

    /// <summary>Which request.</summary>
    [Params("GET of an object", "PUT of a part")]
#pragma warning disable IDE1006 // the name of the column
    public string request { get; set; } = "";
#pragma warning restore IDE1006

    private SigningSample Sample => request == "PUT of a part" ? SigningSample.Put : SigningSample.Get;

    [Benchmark, Contestant("strings, as in common client libraries")]
    public string Strings() => StringSigner.GetAuthorization(Sample);

    [Benchmark, Contestant("the talk's way")]
    public string Slide() => SlideSigner.GetAuthorization(Sample);

    [Benchmark, Contestant("ours", Role.Ours)]
    public string Ours() => s_signer.GetAuthorization(Request());

    [Benchmark, Contestant("ours, into a span", Role.Reference)]
    public int OursIntoSpan()
    {
        s_signer.TryGetAuthorization(Request(), _destination, out int written);
        return written;
    }

    private SigningRequest Request() => new()
    {
        Method = Sample.Method,
        Host = SigningSample.Host,
        Path = Sample.Path,
        Query = Sample.Query,
        Headers = Sample.Headers,
        PayloadHash = Sample.PayloadHash,
        Time = SigningSample.Time,
    };
}
