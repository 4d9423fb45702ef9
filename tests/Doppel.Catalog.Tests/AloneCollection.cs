namespace Doppel.Catalog.Tests;

/// <summary>For tests that measure the heap of the whole process: no other test runs at the same time.</summary>
[CollectionDefinition(nameof(AloneCollection), DisableParallelization = true)]
public sealed class AloneCollection;
