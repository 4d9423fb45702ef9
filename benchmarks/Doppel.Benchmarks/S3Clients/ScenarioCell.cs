using Doppel.Benchmarks.Kernels;
using Doppel.Benchmarks.S3Clients.Work;

namespace Doppel.Benchmarks.S3Clients;

/// <summary>One way to make the scenario.</summary>
/// <param name="Transport"><c>http</c> or <c>https</c>.</param>
/// <param name="IsSigned">Whether the body is signed.</param>
/// <param name="Source">Where the body comes from.</param>
internal sealed record ScenarioCell(string Transport, bool IsSigned, ContentSource Source)
{
    /// <summary>The cell of the talk.</summary>
    public static ScenarioCell Talk { get; } = new("http", IsSigned: true, ContentSource.Array);

    /// <summary>What is done before each round.</summary>
    public static string Before(bool collects) => collects ? "full collection" : "nothing";

    /// <summary>Its columns.</summary>
    public IReadOnlyList<Parameter> Parameters(bool collects) =>
    [
        new("transport", Transport), new("body", IsSigned ? "signed" : "unsigned"), new("from", SourceText),
        new("before a round", Before(collects)),
    ];

    /// <summary>The source as it stands in tables.</summary>
    public string SourceText => Source switch
    {
        ContentSource.Array => "array",
        ContentSource.File => "file",
        _ => "stream",
    };

    public override string ToString() => $"{Transport}, {(IsSigned ? "signed" : "unsigned")}, from {SourceText}";
}
