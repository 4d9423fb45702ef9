using System.Reflection;
using Xunit.Sdk;
using Xunit.v3;

namespace Doppel.Documents.Tests;

/// <summary>Each of these words with both ways to upload.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class CombinatorialWaysAttribute(params string[] words) : DataAttribute
{
    /// <summary>What is tried.</summary>
    public IReadOnlyList<string> Words => words;

    /// <inheritdoc/>
    public override ValueTask<IReadOnlyCollection<ITheoryDataRow>> GetData(
        MethodInfo testMethod, DisposalTracker disposalTracker) => new(
        [.. Enum.GetValues<UploadWay>().SelectMany(way => words.Select(word => new TheoryDataRow(way, word)))]);

    /// <inheritdoc/>
    public override bool SupportsDiscoveryEnumeration() => true;
}
