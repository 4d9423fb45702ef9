using System.Xml.Linq;

namespace Doppel.S3.Tests.Servers;

/// <summary>What came back.</summary>
internal sealed record MemoryReply(int Status, string Text, IReadOnlyDictionary<string, string> Headers)
{
    /// <summary>The status, with the error's code where there is one.</summary>
    public string Outcome =>
        Text.Contains("<Code>", StringComparison.Ordinal) ? $"{Status} {Values("Code")[0]}" : $"{Status}";

    public string? Header(string name) => Headers.GetValueOrDefault(name);

    /// <summary>The texts of all elements of this name, in their order.</summary>
    public string[] Values(string element) =>
        [.. XDocument.Parse(Text).Descendants().Where(one => one.Name.LocalName == element).Select(one => one.Value)];

    /// <summary>The text of the one element of this name.</summary>
    public string Value(string element) => Assert.Single(Values(element));
}
