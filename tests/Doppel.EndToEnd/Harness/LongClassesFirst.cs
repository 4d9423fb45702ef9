using Doppel.EndToEnd.Examples;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCollectionOrderer(typeof(Doppel.EndToEnd.Harness.LongClassesFirst))]

namespace Doppel.EndToEnd.Harness;

/// <summary>
/// Begins with the classes that take longest: the tests of one class run one after another, and none should be left to
/// run alone at the end.
/// </summary>
public sealed class LongClassesFirst : ITestCollectionOrderer
{
    private static readonly string[] s_long =
    [
        nameof(WineTests), nameof(ExampleTests), nameof(CatalogActTests), nameof(S3OracleTests), nameof(ActMountTests),
        nameof(S3ActTests), nameof(PowerCutImageTests), nameof(FleetDeleteTests), nameof(S3FindTests),
    ];

    public IReadOnlyCollection<T> OrderTestCollections<T>(IReadOnlyCollection<T> testCollections)
        where T : ITestCollection =>
        [.. testCollections.OrderBy(static one => !s_long.Any(name => Holds(one, name)))];

    // A class without a collection of its own is one: "Test collection for Doppel.EndToEnd.WineTests (id: …)".
    private static bool Holds(ITestCollection collection, string name) =>
        collection.TestCollectionDisplayName.Contains($".{name} ", StringComparison.Ordinal);
}
